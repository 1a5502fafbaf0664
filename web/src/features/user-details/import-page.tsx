import { importUserDetails } from '@baseline/contract/user-details/contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { t } from '#platform/i18n.ts'
import { importCall } from '#platform/importer/import-call.ts'
import { ImportPage } from '#platform/importer/import-page.tsx'
import { listKey } from '#platform/list/use-list.ts'
import { installationTimeZone } from '#platform/time.ts'

import { importColumns } from './import-columns.ts'
import { userDetailsList } from './list.ts'
import { paths } from './paths.ts'

const importer = {
  columns: importColumns,
  fileName: 'user-details',
  startWorker: () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
}

const send = importCall(importUserDetails)

/** spec §4, §5 */
export const ImportUserDetailsPage = () => {
  const queries = useQueryClient()
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: listKey(userDetailsList.name) }),
    [queries],
  )
  return (
    <ImportPage
      importer={importer}
      title={t('entities.userDetails.importer.title')}
      list={{ path: paths.list(), label: t('entities.userDetails.title') }}
      context={{ timeZone: installationTimeZone(), extra: {} }}
      send={send}
      success={t('entities.userDetails.import.success')}
      onImported={refresh}
    />
  )
}
