import { UploadOutlined } from '@ant-design/icons'
import { can } from '@baseline/contract/permissions.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { useSignedInUser } from '#platform/session.ts'
import { formatNumber } from '#platform/time.ts'
import { LinkButton } from '#platform/ui/path-link.tsx'

import { responsesText } from './figures.ts'
import { languageNames } from './language-names.ts'
import { surveysList } from './list.ts'
import { paths } from './paths.ts'
import { SurveyStatusMark } from './survey-status.tsx'

const columns: Column<Survey>[] = [
  { key: 'label', label: 'entities.surveys.fields.label' },
  {
    key: 'status',
    label: 'entities.surveys.fields.status',
    render: ({ status }) => <SurveyStatusMark status={status} />,
  },
  { key: 'version', label: 'entities.surveys.fields.version' },
  {
    key: 'questionCount',
    label: 'entities.surveys.fields.questionCount',
    render: ({ questionCount }) => formatNumber(questionCount),
  },
  { key: 'responseCount', label: 'entities.surveys.fields.responseCount', render: responsesText },
  { key: 'lastResponseAt', label: 'entities.surveys.fields.lastResponseAt', kind: 'time' },
  { key: 'openFrom', label: 'entities.surveys.fields.openFrom', kind: 'date' },
  { key: 'closeOn', label: 'entities.surveys.fields.closeOn', kind: 'date' },
  {
    key: 'languages',
    label: 'entities.surveys.fields.languages',
    render: ({ languages }) => languageNames(languages),
    hiddenByDefault: true,
  },
  { key: 'formId', label: 'entities.surveys.fields.formId', kind: 'code', hiddenByDefault: true },
  { key: 'updatedAt', label: 'entities.surveys.fields.updatedAt', kind: 'time', hiddenByDefault: true },
]

const card = (survey: Survey): Card => ({
  title: survey.label,
  detail: t('entities.surveys.responses', { text: responsesText(survey) }),
  status: <SurveyStatusMark status={survey.status} />,
})

export const SurveysListPage = () => {
  const user = useSignedInUser()
  const uploadButton = can(user, 'surveysEdit') && (
    <LinkButton type="primary" icon={<UploadOutlined aria-hidden="true" />} to={paths.new()}>
      {t('entities.surveys.upload.action')}
    </LinkButton>
  )
  return (
    <ListPage
      list={surveysList}
      title={t('entities.surveys.title')}
      columns={columns}
      card={card}
      rowName={({ label }) => label}
      rowPath={({ id }) => paths.view(id)}
      empty={{
        title: t('entities.surveys.empty.title'),
        hint: t('entities.surveys.empty.hint'),
        action: uploadButton,
      }}
      {...(uploadButton && { actions: uploadButton })}
    />
  )
}
