import { can } from '@baseline/contract/permissions.ts'
import { Radio } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'

import { AddResponses } from './import/add-responses.tsx'

/**
 * Separate chunk: comparing rows needs the questionnaire rules, which an ordinary import only loads in its
 * worker.
 */
const UpdateResponses = lazy(async () => ({
  default: (await import('./import/update/update-responses.tsx')).UpdateResponses,
}))

const modes = ['add', 'update'] as const
type Mode = (typeof modes)[number]

/** Imports new responses, or corrections of existing ones. spec §5 */
export const ImportSurveyResponsesPage = () => {
  const user = useSignedInUser()
  const title = useId()
  const [mode, setMode] = useState<Mode>('add')
  const choice = can(user, 'surveyResponsesEdit') && (
    <div className="import-mode">
      <span id={title}>{t('entities.surveyResponses.importer.mode.title')}</span>
      <Radio.Group
        aria-labelledby={title}
        value={mode}
        onChange={({ target }) => setMode(modes.find((one) => one === target.value) ?? 'add')}
        options={modes.map((value) => ({
          value,
          label: t(`entities.surveyResponses.importer.mode.${value}`),
        }))}
      />
    </div>
  )
  return mode === 'add' ? (
    <AddResponses>{choice}</AddResponses>
  ) : (
    <Suspense>
      <UpdateResponses>{choice}</UpdateResponses>
    </Suspense>
  )
}
