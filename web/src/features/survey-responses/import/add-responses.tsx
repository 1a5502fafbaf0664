import { can } from '@baseline/contract/permissions.ts'
import { importSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { autocompleteUserDetails } from '@baseline/contract/user-details/contract.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { Form } from 'antd'
import { useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { NamePicker } from '#platform/form/name-picker.tsx'
import { chosenLanguage, t } from '#platform/i18n.ts'
import { importCall } from '#platform/importer/import-call.ts'
import { ImportPage } from '#platform/importer/import-page.tsx'
import { useSignedInUser } from '#platform/session.ts'
import { installationTimeZone } from '#platform/time.ts'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { paths } from '../paths.ts'
import { SurveySelect } from '../survey-select.tsx'
import { useOpenSurveys } from '../use-open-surveys.ts'
import { fixedColumns, importColumns, repeatSheets } from './columns.ts'
import type { ResponsesContext } from './context.ts'
import { exampleAnswers, templateGuide } from './guide.ts'
import { useRefresh } from './use-refresh.ts'

const startWorker = () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })

const send = importCall(importSurveyResponse)

const suggestPeople = (query: string, signal: AbortSignal) =>
  call(autocompleteUserDetails, { query: { query, limit: 20 }, signal })

/**
 * Imports new responses. The survey and the supervisor are chosen first; both are part of the data and hash
 * of each row. spec §5
 */
export const AddResponses = ({ children }: { children?: ReactNode }) => {
  const user = useSignedInUser()
  const field = useId()
  const { surveys, surveyId, choose, master } = useOpenSurveys()
  const [supervisor, setSupervisor] = useState(
    can(user, 'surveyResponsesSupervise') ? (user.fullName ?? '') : '',
  )
  const importer = useMemo(() => {
    const language = chosenLanguage()
    const { roles } = user
    const columns = master
      ? importColumns(master, { roles, language, example: exampleAnswers(master) })
      : fixedColumns(roles)
    const sheets = master ? repeatSheets(master, language) : []
    const guide = templateGuide(master, language, { columns, sheets })
    return { columns, sheets, guide, fileName: 'survey-responses', startWorker }
  }, [user, master])
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
      onImported={useRefresh()}
    >
      {children}
      <Form layout="vertical" className="import-asked">
        <SurveySelect surveys={surveys} surveyId={surveyId} onChoose={choose} />
        <Form.Item
          label={t('entities.surveyResponses.fields.supervisorName')}
          htmlFor={field}
          extra={[
            t('entities.surveyResponses.importer.supervisorHint'),
            t('entities.surveyResponses.importer.asked'),
          ].join(' ')}
        >
          <NamePicker
            id={field}
            name="user-details"
            value={supervisor}
            onChange={setSupervisor}
            suggest={suggestPeople}
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
