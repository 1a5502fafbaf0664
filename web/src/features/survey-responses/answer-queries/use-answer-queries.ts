import {
  acceptProposal,
  addQueryMessage,
  closeQuery,
  isWaiting,
  listResponseQueries,
  openAnswerQuery,
  reopenQuery,
  withdrawQuery,
} from '@baseline/contract/answer-queries/contract.ts'
import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import type { CallInput } from '@baseline/contract/http.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { responseKey } from '../response-key.ts'
import { queriesListName } from './paths.ts'

export const answerQueriesQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'queries'],
    queryFn: ({ signal }) => call(listResponseQueries, { params: { id }, signal }),
  })

/** Returns the queries on the answers of a response; undefined until they are loaded. */
export const useAnswerQueries = (id: string): AnswerQuery[] | undefined =>
  useQuery(answerQueriesQuery(id)).data

export const waits = ({ state }: AnswerQuery): boolean => isWaiting(state)

/** A change of the version of a query that is on screen. */
export type QueryChange =
  | { action: 'open'; question: string; text: string }
  | ({ query: AnswerQuery } & (
      | { action: 'message'; text: string; proposal?: Proposal }
      | { action: 'accept'; messageId: string }
      | { action: 'close' | 'withdraw' }
      | { action: 'reopen'; text: string }
    ))

/** A null value proposes to remove the answer. */
export interface Proposal {
  value: CallInput<typeof addQueryMessage>['body']['proposedValue']
}

const send = (responseId: string, change: QueryChange): Promise<AnswerQuery> => {
  if (change.action === 'open') {
    const { question, text } = change
    return call(openAnswerQuery, { params: { id: responseId }, body: { question, text } })
  }
  const target = { params: { id: change.query.id }, ifMatch: change.query.version }
  switch (change.action) {
    case 'message': {
      const { text, proposal } = change
      return call(addQueryMessage, {
        ...target,
        body: { text, ...(proposal && { proposedValue: proposal.value }) },
      })
    }
    case 'accept':
      return call(acceptProposal, { ...target, body: { messageId: change.messageId } })
    case 'close':
      return call(closeQuery, { ...target, body: {} })
    case 'withdraw':
      return call(withdrawQuery, { ...target, body: {} })
    case 'reopen':
      return call(reopenQuery, { ...target, body: { text: change.text } })
  }
}

/** Stores changes of the queries on a response. */
export const useChangeQuery = (responseId: string) => {
  const queries = useQueryClient()
  const reload = () =>
    queries.invalidateQueries({
      queryKey: responseKey(responseId),
      predicate: ({ queryKey }) => queryKey[2] !== 'neighbours',
    })
  return useMutation({
    mutationFn: (change: QueryChange) => send(responseId, change),
    onSuccess: (changed, { action }) => {
      queries.setQueryData(answerQueriesQuery(responseId).queryKey, (known = []) => [
        ...known.map((query) => (query.id === changed.id ? changed : query)),
        ...(known.some(({ id }) => id === changed.id) ? [] : [changed]),
      ])
      void queries.invalidateQueries({ queryKey: listKey(queriesListName) })
      if (action === 'accept') void reload()
      toast.success(t(`entities.answerQueries.done.${action}`))
    },
    onError: (error) => {
      toastError(error)
      // Loads the newer version, which the user must see before the next change.
      if (error instanceof ApiError) void reload()
    },
    meta: { handlesErrors: true },
  })
}
