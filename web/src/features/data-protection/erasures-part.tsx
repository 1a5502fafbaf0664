import { listErasures } from '@baseline/contract/data-protection/contract.ts'
import type { Erasure } from '@baseline/contract/data-protection/contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { label, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPages } from '#platform/list/list-pages.tsx'
import { ListFailure, ListSkeleton, NothingYet } from '#platform/list/list-states.tsx'
import { narrowWindow, useMediaQuery } from '#platform/media-query.ts'
import { formatInstant } from '#platform/time.ts'
import { Status } from '#platform/ui/status.tsx'
import { Instant, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { dataProtectionKey } from './query-keys.ts'
import { reportText } from './report.tsx'
import { Rows } from './rows.tsx'
import { useShownError } from './use-shown-error.ts'

/** Like the list of exports. */
const pollMs = 5_000

const useErasures = (page: number, pageSize: number) => {
  const query = useQuery({
    queryKey: [...dataProtectionKey, 'erasures', page, pageSize],
    queryFn: ({ signal }) =>
      call(listErasures, { query: { limit: pageSize, offset: (page - 1) * pageSize }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'START') ? pollMs : false,
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { handlesErrors: true },
  })
  return { ...query, error: useShownError(query.error) }
}

const kind = (erasure: Erasure): string =>
  [label(`dataProtection.erasures.kinds.${erasure.kind}`), erasure.surveyLabel].filter(Boolean).join(': ')

const tones = { START: 'off', SUCCESS: 'good', FAILED: 'bad' } as const
const status = (erasure: Erasure) => (
  <Status tone={tones[erasure.status]}>{label(`dataProtection.erasures.statuses.${erasure.status}`)}</Status>
)

/** An erasure that has just started has counted nothing yet. */
const report = (erasure: Erasure) => reportText(erasure.report) || <Blank />

const columns: Column<Erasure>[] = [
  { key: 'createdAt', label: 'dataProtection.erasures.fields.createdAt', kind: 'time' },
  { key: 'status', label: 'dataProtection.erasures.fields.status', render: status },
  { key: 'kind', label: 'dataProtection.erasures.fields.kind', render: kind },
  { key: 'reason', label: 'dataProtection.erasures.fields.reason' },
  { key: 'createdByEmail', label: 'dataProtection.erasures.fields.createdByEmail' },
  { key: 'report', label: 'dataProtection.erasures.fields.report', render: report },
]

const card = (erasure: Erasure): Card => ({
  title: kind(erasure),
  status: status(erasure),
  detail: (
    <>
      <div>{erasure.reason}</div>
      <div>{reportText(erasure.report)}</div>
      <Instant at={erasure.createdAt} /> · {erasure.createdByEmail}
    </>
  ),
})

/** Lists the erasures and their results, newest first. Refreshes while one is running. */
export const ErasuresPart = () => {
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: 10 })
  const narrow = useMediaQuery(narrowWindow)
  const { data: erasures, error, isFetching, refetch } = useErasures(page, pageSize)
  return (
    <>
      <p className="list-count">
        {t('dataProtection.erasures.intro')} <TimeZoneNote />
      </p>
      {Boolean(error) && <ListFailure error={error} onRetry={() => void refetch()} />}
      <div className="list-body" aria-busy={isFetching}>
        {!erasures && !error && <ListSkeleton columns={narrow ? 1 : columns.length} rows={3} />}
        {erasures?.count === 0 && (
          <NothingYet
            title={t('dataProtection.erasures.empty')}
            hint={t('dataProtection.erasures.emptyHint')}
          />
        )}
        {erasures && erasures.count > 0 && (
          <Rows
            rows={erasures.rows}
            columns={columns}
            card={card}
            rowName={(erasure) => `${kind(erasure)} ${formatInstant(erasure.createdAt)}`}
          />
        )}
      </div>
      <ListPages
        page={page}
        pageSize={pageSize}
        view={undefined}
        count={erasures?.count ?? 0}
        narrow={narrow}
        onPageChange={(nextPage, nextSize) => setPage({ page: nextPage, pageSize: nextSize })}
      />
    </>
  )
}
