import { listReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import type { ReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { ListFailure, NothingYet } from '#platform/list/list-states.tsx'
import { lastAddress } from '#platform/navigation.ts'
import { formatNumber } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'

import { deskPaths } from './paths.ts'

import './desk.css'

const tenths = (value: number): string => formatNumber(Math.round(value * 10) / 10)
const percent = (share: number): string => `${formatNumber(Math.round(share * 100))}%`

const figures = [
  ['decided', formatNumber],
  ['medianHours', tenths],
  ['inTime', percent],
  ['returned', percent],
  ['overturned', percent],
  ['perHour', tenths],
] as const satisfies readonly [keyof ReviewerFigures, (value: number) => string][]

const FiguresTable = ({ rows }: { rows: readonly ReviewerFigures[] }) => (
  // A wide table scrolls, also by keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="desk-figures" role="region" aria-label={t('entities.review.figures.title')} tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('entities.review.fields.reviewer')}</th>
          {figures.map(([name]) => (
            <th key={name} scope="col">
              {t(`entities.review.figures.names.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.name}</th>
            {figures.map(([name, format]) => {
              const value = row[name]
              return <td key={name}>{value === null ? <Blank /> : format(value)}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Shows the work of the reviewers in the last 30 days, with the definition of each figure. */
export const FiguresPage = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['review-figures'],
    queryFn: ({ signal }) => call(listReviewerFigures, { signal }),
    meta: { handlesErrors: true },
  })
  return (
    <Page
      title={t('entities.review.figures.title')}
      back={{ path: lastAddress(deskPaths.queue()), label: t('entities.review.title') }}
      intro={t('entities.review.figures.intro')}
    >
      {error && <ListFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 6 }} title={false} />}
      {data?.length === 0 && (
        <NothingYet
          title={t('entities.review.figures.empty.title')}
          hint={t('entities.review.figures.empty.hint')}
        />
      )}
      {data && data.length > 0 && <FiguresTable rows={data} />}
      <dl className="desk-definitions">
        {figures.map(([name]) => (
          <div key={name}>
            <dt>{t(`entities.review.figures.names.${name}`)}</dt>
            <dd>{t(`entities.review.figures.definitions.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Page>
  )
}
