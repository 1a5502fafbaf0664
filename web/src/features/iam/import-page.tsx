import { importUser } from '@baseline/contract/iam/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useCallback, useMemo, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { importCall } from '#platform/importer/import-call.ts'
import { ImportPage } from '#platform/importer/import-page.tsx'
import { installationTimeZone } from '#platform/time.ts'

import { importColumns } from './import-columns.ts'
import { paths } from './paths.ts'
import { refreshUsers } from './refresh-users.ts'

const importer = {
  columns: importColumns,
  fileName: 'users',
  startWorker: () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
}

/** Imports users. Sends invitations only if the box is ticked. spec §5 */
export const ImportUsersPage = () => {
  const queries = useQueryClient()
  const [invite, setInvite] = useState(false)
  const refresh = useCallback(() => refreshUsers(queries), [queries])
  const send = useMemo(() => importCall(importUser, { invite }), [invite])
  return (
    <ImportPage
      importer={importer}
      title={t('iam.importer.title')}
      intro={t('iam.importer.hint')}
      list={{ path: paths.list(), label: t('iam.title') }}
      context={{ timeZone: installationTimeZone(), extra: {} }}
      send={send}
      success={t('iam.import.success')}
      onImported={refresh}
    >
      <Checkbox checked={invite} onChange={({ target }) => setInvite(target.checked)}>
        {t('iam.importer.invite')}
      </Checkbox>
    </ImportPage>
  )
}
