import { changeResponseStatus } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

import { call } from '#platform/api.ts'
import { ApiError, isUncertain } from '#platform/errors.ts'
import { listKey } from '#platform/list/use-list.ts'
import { toastError } from '#platform/toast-error.ts'

import type { Decision } from '../decisions.ts'
import { surveyResponsesList } from '../list.ts'
import { responseKey } from '../response-key.ts'

export interface DecisionRequest {
  decision: Decision
  comment: string
  /** The version that was on screen when the decision was taken. */
  version: number
}

/**
 * Sends a decision. Retries of the same decision share an idempotency key, so that a retry after a lost
 * response does not decide twice. `uncertain` is the decision that got no response.
 */
export const useDecide = (record: SurveyResponse, untilReady: () => Promise<unknown>, onDone: () => void) => {
  const queries = useQueryClient()
  const keys = useRef(new Map<string, string>())
  const keyOf = ({ decision, comment, version }: DecisionRequest): string => {
    const requestText = JSON.stringify([decision.to, comment, version])
    const key = keys.current.get(requestText) ?? crypto.randomUUID()
    keys.current.set(requestText, key)
    return key
  }
  const mutation = useMutation({
    mutationFn: async (request: DecisionRequest) => {
      const idempotencyKey = keyOf(request)
      await untilReady()
      const { decision, comment, version } = request
      return call(changeResponseStatus, {
        params: { id: record.id },
        body: { status: decision.to, ...(comment && { comment }) },
        ifMatch: version,
        idempotencyKey,
      })
    },
    onSuccess: () => {
      onDone()
      void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
      void queries.invalidateQueries({
        queryKey: responseKey(record.id),
        predicate: ({ queryKey }) => queryKey[2] !== 'neighbours',
      })
    },
    onError: (error) => {
      if (isUncertain(error)) return
      toastError(error)
      // Loads the newer version, which the user must see before deciding.
      if (error instanceof ApiError && error.status === 409)
        void queries.invalidateQueries({ queryKey: responseKey(record.id) })
    },
    meta: { handlesErrors: true },
  })
  return { ...mutation, uncertain: isUncertain(mutation.error) ? mutation.variables : undefined }
}
