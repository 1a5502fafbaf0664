import { can } from '@baseline/contract/permissions.ts'
import {
  claimMinutes,
  claimReview,
  getReview,
  releaseReview,
} from '@baseline/contract/survey-responses/desk.ts'
import type { ReviewState } from '@baseline/contract/survey-responses/desk.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { call } from '#platform/api.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useSignedInUser } from '#platform/session.ts'

import { responseKey } from '../response-key.ts'
import { queueList } from './list.ts'

const renewMs = (claimMinutes * 60_000) / 3
/** An undo brings a response back to the queue within seconds. */
const waitForQueueMs = 3_000

/** Releases that wait until it is certain that the view has closed: React mounts it twice during development. */
const pendingReleases = new Map<string, ReturnType<typeof setTimeout>>()

const keep = (id: string): void => {
  clearTimeout(pendingReleases.get(id))
  pendingReleases.delete(id)
}

const releaseSoon = (id: string, queries: QueryClient): void => {
  keep(id)
  const release = async () => {
    pendingReleases.delete(id)
    // The claim expires if the server does not respond.
    await call(releaseReview, { params: { id } }).catch(() => undefined)
    await queries.invalidateQueries({ queryKey: listKey(queueList.name) })
  }
  pendingReleases.set(
    id,
    setTimeout(() => void release(), 0),
  )
}

/**
 * Returns who reviews a response. With `claims`, claims the response while its view is open. The claim expires if the
 * user does nothing for a while. `isWaiting` is the state according to the response, of which the queue learns later.
 */
export const useReviewClaim = (
  id: string,
  { claims, isWaiting }: { claims: boolean; isWaiting: boolean },
): ReviewState | undefined => {
  const queries = useQueryClient()
  const isEnabled = can(useSignedInUser(), 'surveyResponsesReview')
  const { data, refetch } = useQuery({
    queryKey: [...responseKey(id), 'review', claims],
    queryFn: ({ signal }) => call(claims ? claimReview : getReview, { params: { id }, signal }),
    enabled: isEnabled,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      claims && isWaiting && state.data?.isWaiting === false ? waitForQueueMs : false,
    // The view works without it.
    meta: { handlesErrors: true },
  })
  useEffect(() => {
    if (!claims || !isEnabled) return
    keep(id)
    let isActive = false
    const onInput = () => (isActive = true)
    const inputs = ['keydown', 'pointerdown', 'wheel'] as const
    for (const input of inputs) document.addEventListener(input, onInput, { passive: true })
    const timer = setInterval(() => {
      if (isActive) void refetch()
      isActive = false
    }, renewMs)
    return () => {
      for (const input of inputs) document.removeEventListener(input, onInput)
      clearInterval(timer)
      releaseSoon(id, queries)
    }
  }, [id, claims, isEnabled, queries, refetch])
  return data
}
