import { listRetention } from '@baseline/contract/data-protection/contract.ts'
import type { SurveyRetention } from '@baseline/contract/data-protection/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'

import { call } from '#platform/api.ts'
import { label, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListFailure, ListSkeleton, NothingYet } from '#platform/list/list-states.tsx'
import { formatInstant, formatNumber } from '#platform/time.ts'

import { dataProtectionKey } from './query-keys.ts'
import { Rows } from './rows.tsx'
import { useShownError } from './use-shown-error.ts'

/** Loaded on demand. */
const RetentionDialog = lazy(async () => ({
  default: (await import('./retention-dialog.tsx')).RetentionDialog,
}))
const RemovalDialog = lazy(async () => ({ default: (await import('./removal-dialog.tsx')).RemovalDialog }))

type SurveyRow = SurveyRetention & { id: string; actions?: never }

const status = (survey: SurveyRetention): string => label(`entities.surveys.statuses.${survey.status}`)

const period = ({ months }: SurveyRetention): string => {
  if (months === null) return t('dataProtection.retention.keep')
  return months === 1
    ? t('dataProtection.retention.months.one', { count: 1 })
    : t('dataProtection.retention.months.many', { count: formatNumber(months) })
}

const dateFields = ['closedAt', 'dueAt', 'anonymisedAt'] as const
const dateOf = (at: string | null) =>
  at === null ? <Blank /> : <time dateTime={at}>{formatInstant(at).slice(0, 10)}</time>

const dateColumn = (key: (typeof dateFields)[number]): Column<SurveyRow> => ({
  key,
  label: `dataProtection.retention.fields.${key}`,
  kind: 'date',
  render: (survey) => dateOf(survey[key]),
})

interface OpenDialog {
  name: 'period' | 'removal'
  survey: SurveyRetention
}

interface SurveyActionsProps {
  survey: SurveyRetention
  onOpen: (dialog: OpenDialog) => void
}

const SurveyActions = ({ survey, onOpen }: SurveyActionsProps) => (
  <div className="person-actions">
    <Button
      size="small"
      aria-label={`${t('dataProtection.retention.change')}: ${survey.label}`}
      onClick={() => onOpen({ name: 'period', survey })}
    >
      {t('dataProtection.retention.change')}
    </Button>
    <Button
      size="small"
      aria-label={`${t('dataProtection.retention.dryRun')} ${survey.label}`}
      onClick={() => onOpen({ name: 'removal', survey })}
    >
      {t('dataProtection.retention.dryRun')}
    </Button>
  </div>
)

/** Sets how long each survey keeps personal data, and shows what would be removed. */
export const RetentionPart = () => {
  const [dialog, setDialog] = useState<OpenDialog>()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...dataProtectionKey, 'retention'],
    queryFn: ({ signal }) => call(listRetention, { signal }),
    staleTime: 0,
    meta: { handlesErrors: true },
  })
  const shownError = useShownError(error)
  const surveys = data?.rows
  const actions = (survey: SurveyRetention) => <SurveyActions survey={survey} onOpen={setDialog} />
  const columns: Column<SurveyRow>[] = [
    { key: 'label', label: 'dataProtection.retention.fields.label' },
    { key: 'status', label: 'dataProtection.retention.fields.status', render: status },
    { key: 'months', label: 'dataProtection.retention.fields.months', render: period },
    ...dateFields.map(dateColumn),
    { key: 'actions', label: 'dataProtection.find.actions', render: actions },
  ]
  const card = (survey: SurveyRow): Card => ({
    title: survey.label,
    status: status(survey),
    detail: (
      <>
        <dl className="retention-facts">
          <div>
            <dt>{t('dataProtection.retention.fields.months')}</dt>
            <dd>{period(survey)}</dd>
          </div>
          {dateFields
            .filter((field) => survey[field] !== null)
            .map((field) => (
              <div key={field}>
                <dt>{t(`dataProtection.retention.fields.${field}`)}</dt>
                <dd>{dateOf(survey[field])}</dd>
              </div>
            ))}
        </dl>
        {actions(survey)}
      </>
    ),
  })
  const close = () => setDialog(undefined)
  return (
    <>
      <p className="list-count">{t('dataProtection.retention.intro')}</p>
      {Boolean(shownError) && <ListFailure error={shownError} onRetry={() => void refetch()} />}
      <div className="list-body" aria-busy={isFetching}>
        {!surveys && !error && <ListSkeleton columns={4} rows={3} />}
        {surveys?.length === 0 && (
          <NothingYet
            title={t('dataProtection.retention.empty')}
            hint={t('dataProtection.retention.emptyHint')}
          />
        )}
        {surveys && surveys.length > 0 && (
          <Rows
            rows={surveys.map((survey) => ({ ...survey, id: survey.surveyId }))}
            columns={columns}
            card={card}
            rowName={(survey) => survey.label}
          />
        )}
      </div>
      <Suspense>
        {dialog?.name === 'period' && <RetentionDialog survey={dialog.survey} onClose={close} />}
        {dialog?.name === 'removal' && <RemovalDialog survey={dialog.survey} onClose={close} />}
      </Suspense>
    </>
  )
}
