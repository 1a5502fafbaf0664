import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { call } from '#platform/api.ts'
import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'

import { requestOf } from './view.ts'
import type { DashboardView } from './view.ts'

const refreshMs = 5000
/** Interval while there is no data: longer, to spare a failing server. A button retries immediately. */
const failureRefreshMs = 30_000

/** Prefix of all dashboard queries, to invalidate them when a target changes. */
export const dashboardKey = ['dashboard']

/**
 * Refetches every few seconds while the page is visible. Keeps the current figures until the next response
 * arrives, even after a change of survey or dates. Reports a failure only if there is no data for the current
 * request.
 */
export const useDashboard = (view: DashboardView) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...dashboardKey, requestOf(view)],
    queryFn: ({ signal }) => call(getDashboard, { ...requestOf(view), signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? failureRefreshMs : refreshMs),
    refetchOnWindowFocus: true,
    staleTime: 0,
    meta: { handlesErrors: true },
  })
  const [previousData, setPreviousData] = useState(data)
  if (data !== undefined && data !== previousData) setPreviousData(data)

  const outcome = error ? decide(error).kind : 'ignore'
  // Lost access is handled globally; the page shows all other errors. spec §8
  const hasLostAccess = outcome === 'signOut' || outcome === 'forbidden'
  useEffect(() => {
    if (hasLostAccess) handleError(error)
  }, [hasLostAccess, error])

  return {
    figures: data ?? previousData,
    /** Whether the figures of the current selection are still loading. */
    isWaiting: data === undefined && !error,
    failure: data === undefined && outcome !== 'ignore' && !hasLostAccess ? error : undefined,
    isFetching,
    retry: () => void refetch(),
  }
}
