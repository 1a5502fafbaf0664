import { claimNext, releaseReview } from '@baseline/contract/survey-responses/desk.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { call } from '#platform/api.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useGo } from '#platform/navigation.ts'
import { installationTimeZone } from '#platform/time.ts'

import type { ListAddress } from '../paths.ts'
import { queueList } from './list.ts'
import { deskPaths } from './paths.ts'

/** Shortcut for the next response, in the queue and in the view of a response. */
export const nextKey = 'g'

/**
 * Claims the next response of a queue and opens it. `skip` is a claimed response to release first. `onNone` runs if no
 * response waits for the user.
 */
export const useNext = (queue: ListAddress, onNone: () => void) => {
  const go = useGo()
  const queries = useQueryClient()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const { mutate, isPending } = useMutation({
    mutationFn: (skip: string | undefined) => {
      const { filter } = queueList.criteria(queueList.read(queue), installationTimeZone())
      return call(claimNext, { body: { filter, ...(skip !== undefined && { skip }) } })
    },
    onSuccess: ({ id }) => {
      void queries.invalidateQueries({ queryKey: listKey(queueList.name) })
      if (!isOpen.current) {
        // The user has moved on. The claim expires if the server does not respond.
        if (id !== null) void call(releaseReview, { params: { id } }).catch(() => undefined)
        return
      }
      if (id === null) onNone()
      else go(deskPaths.response(id, queue))
    },
  })
  return {
    goNext: (skip?: string) => {
      if (!isPending) mutate(skip)
    },
    isPending,
  }
}
