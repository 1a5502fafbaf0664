import { importSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Form, Input } from 'antd'
import { useCallback, useId, useMemo, useState } from 'react'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { importCall } from '#platform/importer/import-call.ts'
import { ImportPage } from '#platform/importer/import-page.tsx'
import { listKey } from '#platform/list/use-list.ts'
import { useSignedInUser } from '#platform/session.ts'
import { installationTimeZone } from '#platform/time.ts'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { answersGuide, exampleAnswers } from './import-answers.ts'
import { importColumns } from './import-columns.ts'
import type { ResponsesContext } from './import-context.ts'
import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import { SurveySelect } from './survey-select.tsx'
import { useOpenSurveys } from './use-open-surveys.ts'

const startWorker = () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })

const send = importCall(importSurveyResponse)

/** The survey and the supervisor come first: both join each row's data and its hash. spec §5 */
export const ImportSurveyResponsesPage = () => {
  const user = useSignedInUser()
  const field = useId()
  const queries = useQueryClient()
  const { surveys, chosen, choose, master } = useOpenSurveys()
  const [supervisor, setSupervisor] = useState(user.roles.includes('supervisor') ? (user.fullName ?? '') : '')
  const importer = useMemo(
    () => ({
      columns: importColumns(user.roles, master && exampleAnswers(master)),
      fileName: 'survey-responses',
      startWorker,
      guide: answersGuide(master, chosenLanguage()),
    }),
    [user.roles, master],
  )
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) }),
    [queries],
  )
  const supervisorName = ImportedSurveyResponse.shape.supervisorName.safeParse(supervisor).data
  const timeZone = master?.timeZone ?? installationTimeZone()
  const context: ResponsesContext | string =
    master && supervisorName
      ? {
          timeZone,
          extra: { surveyId: master.id, supervisorName },
          survey: master,
          language: chosenLanguage(),
          today: todayIn(timeZone),
          roles: user.roles,
        }
      : t('entities.surveyResponses.importer.first')
  return (
    <ImportPage
      importer={importer}
      title={t('entities.surveyResponses.importer.title')}
      list={{ path: paths.list(), label: t('entities.surveyResponses.title') }}
      context={context}
      send={send}
      success={t('entities.surveyResponses.import.success')}
      onImported={refresh}
    >
      <Form layout="vertical" className="import-asked">
        <SurveySelect surveys={surveys} chosen={chosen} onChoose={choose} />
        <Form.Item
          label={t('entities.surveyResponses.fields.supervisorName')}
          htmlFor={field}
          extra={t('entities.surveyResponses.importer.asked')}
        >
          <Input
            id={field}
            autoComplete="off"
            value={supervisor}
            onChange={({ target }) => setSupervisor(target.value)}
          />
        </Form.Item>
        {master && (
          <TimeZone zone={master.timeZone}>
            <TimeZoneNote />
          </TimeZone>
        )}
      </Form>
    </ImportPage>
  )
}
