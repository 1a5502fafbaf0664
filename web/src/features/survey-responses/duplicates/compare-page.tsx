import { maxCompared } from '@baseline/contract/survey-responses/duplicates.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isAllowedTo } from '@baseline/contract/survey-responses/status.ts'
import { useQueries } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button, Skeleton } from 'antd'

import { t } from '#platform/i18n.ts'
import { useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { formatNumber } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { validateRecordSearch } from '../list.ts'
import { paths } from '../paths.ts'
import type { ListAddress } from '../paths.ts'
import { masterQuery, responseQuery } from '../use-response.ts'
import { answerRows, factRows, isDifferent } from './compare-rows.ts'
import type { ComparedResponse, ComparedRow } from './compare-rows.ts'
import { useKeep } from './use-keep.ts'

import './compare.css'

const versionOf = ({ surveyId, surveyVersion }: SurveyResponse): string =>
  `${surveyId} ${String(surveyVersion)}`

/** Loads responses with their questionnaires; undefined until all are loaded. */
const useCompared = (ids: readonly string[]): ComparedResponse[] | undefined => {
  const records = useQueries({ queries: ids.map((id) => responseQuery(id)) }).flatMap(
    ({ data }) => data ?? [],
  )
  const versions = new Map(records.map((record) => [versionOf(record), record]))
  const masters = useQueries({
    queries: [...versions.values()].map(({ surveyId, surveyVersion }) =>
      masterQuery(surveyId, surveyVersion),
    ),
  })
  const surveys = new Map([...versions.keys()].map((version, index) => [version, masters[index]?.data]))
  const compared = records.flatMap((record) => {
    const survey = surveys.get(versionOf(record))
    return survey ? [{ record, survey }] : []
  })
  return compared.length === ids.length ? compared : undefined
}

interface TableProps {
  caption: string
  responses: readonly ComparedResponse[]
  rows: readonly ComparedRow[]
}

const ComparisonTable = ({ caption, responses, rows }: TableProps) => (
  // Focusable, so that the keyboard can scroll a table that is too wide.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="comparison" role="region" aria-label={caption} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{caption}</th>
          {responses.map(({ record }) => (
            <th key={record.id} scope="col">
              <PathLink to={paths.view(record.id)}>{record.displayId}</PathLink>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} data-changed={isDifferent(row) || undefined}>
            <th scope="row">{row.label}</th>
            {responses.map(({ record }, index) => (
              <td key={record.id}>{row.texts[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

interface ComparisonProps {
  responses: readonly ComparedResponse[]
  /** The list or the review queue that the reviewer returns to. */
  address: ListAddress
}

const KeepButtons = ({ responses, address }: ComparisonProps) => {
  const { roles } = useSignedInUser()
  const keep = useKeep(address)
  const records = responses.map(({ record }) => record)
  const othersOf = (kept: SurveyResponse) => records.filter(({ id }) => id !== kept.id)
  const mayKeep = (kept: SurveyResponse) =>
    kept.status !== 'rejected' && othersOf(kept).every(({ status }) => isAllowedTo(roles, status, 'rejected'))
  if (!records.some(mayKeep)) return <p>{t('entities.surveyResponses.duplicates.cannotKeep')}</p>
  return (
    <ul className="keep-buttons">
      {records.map((record) => (
        <li key={record.id}>
          <Button
            disabled={!mayKeep(record) || keep.isPending}
            onClick={() => keep.mutate({ kept: record, others: othersOf(record) })}
          >
            {t('entities.surveyResponses.duplicates.keep', { displayId: record.displayId })}
          </Button>
        </li>
      ))}
    </ul>
  )
}

const Comparison = ({ responses, address }: ComparisonProps) => {
  const answers = answerRows(responses)
  const different = answers.filter(isDifferent)
  const equal = answers.filter((row) => !isDifferent(row))
  return (
    <div className="compare">
      <KeepButtons responses={responses} address={address} />
      <ComparisonTable
        caption={t('entities.surveyResponses.duplicates.interview')}
        responses={responses}
        rows={factRows(responses)}
      />
      {different.length === 0 ? (
        <p>{t('entities.surveyResponses.duplicates.noDifference')}</p>
      ) : (
        <ComparisonTable
          caption={t('entities.surveyResponses.duplicates.differences', {
            count: formatNumber(different.length),
          })}
          responses={responses}
          rows={different}
        />
      )}
      {equal.length > 0 && (
        <details>
          <summary>
            {t('entities.surveyResponses.duplicates.equal', { count: formatNumber(equal.length) })}
          </summary>
          <ComparisonTable
            caption={t('entities.surveyResponses.duplicates.equalTitle')}
            responses={responses}
            rows={equal}
          />
        </details>
      )}
    </div>
  )
}

/** Shows two or three responses side by side: the different answers first. One of them can be kept. */
export const ComparePage = () => {
  const id = useRecordId()
  const { with: others, ...search }: ListAddress & { with?: string } = useSearch({ strict: false })
  const address = validateRecordSearch(search)
  const ids = [...new Set([id, ...(others ?? '').split(',').filter(Boolean)])].slice(0, maxCompared)
  const responses = useCompared(ids)
  const [first] = responses ?? []
  return (
    <TimeZone zone={first?.survey.timeZone}>
      <Page
        title={t('entities.surveyResponses.compare')}
        back={{
          path: paths.view(id, address),
          label: first?.record.displayId ?? t('entities.surveyResponses.view'),
        }}
        intro={responses && <TimeZoneNote />}
      >
        {responses ? (
          <Comparison responses={responses} address={address} />
        ) : (
          <Skeleton active paragraph={{ rows: 12 }} />
        )}
      </Page>
    </TimeZone>
  )
}
