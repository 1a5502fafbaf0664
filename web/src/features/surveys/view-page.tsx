import { can } from '@baseline/contract/permissions.ts'
import { getSurvey } from '@baseline/contract/surveys/contract.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'
import { Suspense, lazy, useState } from 'react'

import { call } from '#platform/api.ts'
import { listPath } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { formatNumber } from '#platform/time.ts'
import { LinkButton, PathLink } from '#platform/ui/path-link.tsx'
import { RecordPage } from '#platform/ui/record-page.tsx'
import type { Fact } from '#platform/ui/record-page.tsx'
import { Instant, TimeZone, zoneName } from '#platform/ui/time-zone.tsx'
import { useRecord } from '#platform/use-record.ts'

import { responsesText } from './figures.ts'
import { languageNames } from './language-names.ts'
import { paths } from './paths.ts'
import { surveyKey } from './query-keys.ts'
import { SurveyStatusMark } from './survey-status.tsx'
import { useRefreshSurvey } from './use-refresh.ts'
import { StatusButton } from './view/status-button.tsx'
import { Versions } from './view/versions.tsx'

const TargetsDialog = lazy(async () => ({
  default: (await import('./targets/targets-dialog.tsx')).TargetsDialog,
}))

const factsOf = (survey: Survey, mayReadResponses: boolean): Fact[] => {
  const responses = mayReadResponses ? listPath('surveyResponse', { surveyId: [survey.id] }) : undefined
  return [
    {
      label: t('entities.surveys.fields.responseCount'),
      value:
        responses === undefined ? (
          responsesText(survey)
        ) : (
          <PathLink to={responses}>{responsesText(survey)}</PathLink>
        ),
    },
    {
      label: t('entities.surveys.fields.lastResponseAt'),
      value: survey.lastResponseAt && <Instant at={survey.lastResponseAt} />,
    },
    { label: t('entities.surveys.fields.openFrom'), value: survey.openFrom },
    { label: t('entities.surveys.fields.closeOn'), value: survey.closeOn },
    { label: t('entities.surveys.fields.questionCount'), value: formatNumber(survey.questionCount) },
    { label: t('entities.surveys.fields.languages'), value: languageNames(survey.languages) },
    {
      label: t('entities.surveys.fields.timeZone'),
      value: survey.timeZone === null ? t('entities.surveys.installationZone') : zoneName(survey.timeZone),
    },
    { label: t('entities.surveys.fields.updatedAt'), value: <Instant at={survey.updatedAt} /> },
    { label: t('entities.surveys.fields.formId'), value: <code>{survey.formId}</code> },
  ]
}

/** One survey: its figures, its status and its versions. */
export const SurveyViewPage = () => {
  const user = useSignedInUser()
  const go = useGo()
  const id = useRecordId()
  const refresh = useRefreshSurvey()
  const [editsTargets, setEditsTargets] = useState(false)
  const mayEdit = can(user, 'surveysEdit')
  const survey = useRecord({
    key: surveyKey(id),
    load: (signal) => call(getSurvey, { params: { id }, signal }),
    onFailure: paths.list(),
    mayShowCached: true,
  })
  return (
    <TimeZone zone={survey?.timeZone}>
      <RecordPage
        title={survey?.label}
        entity={{ name: 'survey', id }}
        back={{ path: paths.list(), label: t('entities.surveys.title') }}
        status={survey && <SurveyStatusMark status={survey.status} />}
        facts={survey && factsOf(survey, can(user, 'surveyResponsesRead'))}
        actions={
          <>
            <LinkButton to={paths.preview(id)}>{t('entities.surveys.preview.action')}</LinkButton>
            {mayEdit && (
              <LinkButton to={paths.new()}>{t('entities.surveys.upload.versionAction')}</LinkButton>
            )}
            {mayEdit && survey && <StatusButton survey={survey} />}
          </>
        }
        menu={
          mayEdit && survey
            ? [
                {
                  key: 'settings',
                  label: t('entities.surveys.settings.action'),
                  onClick: () => go(paths.settings(id)),
                },
                {
                  key: 'targets',
                  label: t('entities.surveys.targetsAction'),
                  onClick: () => setEditsTargets(true),
                },
              ]
            : []
        }
      >
        {survey && <Versions survey={survey} />}
      </RecordPage>
      <Suspense>
        {editsTargets && survey && (
          <TargetsDialog
            record={survey}
            suggestions={[]}
            onSaved={() => refresh(id)}
            onClose={() => setEditsTargets(false)}
          />
        )}
      </Suspense>
    </TimeZone>
  )
}
