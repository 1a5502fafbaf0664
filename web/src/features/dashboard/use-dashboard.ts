import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { call } from '#platform/api.ts'
import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'

import { requestOf } from './view.ts'
import type { DashboardView } from './view.ts'

const refreshMs = 5000
/** A server in trouble is asked less often; whoever cannot wait has a button. */
const calmMs = 30_000

/** Everything the dashboard has fetched, for whoever has changed a target. */
export const dashboardKey = ['dashboard']

/**
 * Asked for anew every few seconds while somebody looks. What is there stays until the next answer comes, also where
 * another survey or other dates were chosen; a failure counts only where there is nothing of what was asked for.
 */
export const useDashboard = (view: DashboardView) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [...dashboardKey, requestOf(view)],
    queryFn: ({ signal }) => call(getDashboard, { ...requestOf(view), signal }),
    refetchInterval: ({ state }) => (state.data === undefined ? calmMs : refreshMs),
    refetchOnWindowFocus: true,
    staleTime: 0,
    meta: { handlesErrors: true },
  })
  const [kept, setKept] = useState(data)
  if (data !== undefined && data !== kept) setKept(data)

  const outcome = error ? decide(error).kind : 'ignore'
  // Who may no longer see figures is told what everybody is told; all else is for the page. spec §8
  const leaves = outcome === 'signOut' || outcome === 'forbidden'
  useEffect(() => {
    if (leaves) handleError(error)
  }, [leaves, error])

  return {
    figures: data ?? kept,
    /** What is shown is of an earlier choice. */
    isWaiting: data === undefined && !error,
    failure: data === undefined && outcome !== 'ignore' && !leaves ? error : undefined,
    isFetching,
    retry: () => void refetch(),
  }
}
