import type { RuleId } from '@baseline/contract/checks/rules.ts'
import type { CallInput } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import type { Flag, WaiveReason } from '@baseline/contract/survey-responses/flags.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useSignedInUser } from '#platform/session.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from '../list.ts'
import { responseKey } from '../response-key.ts'

export const flagsQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'flags'],
    queryFn: ({ signal }) => call(listFlags, { params: { id }, signal }),
  })

/** Returns the flags of a response; undefined until they are loaded, and for users who may not see them. */
export const useFlags = (id: string): Flag[] | undefined => {
  const mayRead = can(useSignedInUser(), 'checksRead')
  return useQuery({ ...flagsQuery(id), enabled: mayRead }).data
}

/** A decision about the evidence that is on screen. */
export type FlagDecision = { flag: Flag; comment?: string } & (
  | { state: 'open' | 'confirmed' }
  | { state: 'waived'; reason: WaiveReason }
)

const inputOf = (id: string, { flag, ...decision }: FlagDecision): CallInput<typeof decideFlag> => ({
  params: { id, rule: flag.rule },
  body: { question: flag.question, evidenceHash: flag.evidenceHash, ...decision },
})

const texts = {
  open: 'checks.flags.reopened',
  confirmed: 'checks.flags.confirmed',
  waived: 'checks.flags.waived',
} as const

/** Stores decisions about the flags of a response. */
export const useDecideFlag = (id: string) => {
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (decision: FlagDecision) => call(decideFlag, inputOf(id, decision)),
    onSuccess: (flags, { state, flag }) => {
      queries.setQueryData(flagsQuery(id).queryKey, flags)
      void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
      toast.success(
        t(texts[state], { flag: t(`checks.rules.${flag.rule}`) }),
        state === 'open'
          ? undefined
          : {
              label: t('entities.surveyResponses.review.undo.action'),
              onAct: () => mutation.mutate({ flag, state: 'open' }),
            },
      )
    },
    onError: (error) => {
      toastError(error)
      // Loads the newer evidence, which the user must see before deciding.
      if (error instanceof ApiError) void queries.invalidateQueries({ queryKey: flagsQuery(id).queryKey })
    },
    meta: { handlesErrors: true },
  })
  return mutation
}

export const keyOfFlag = ({ rule, question }: { rule: RuleId; question: string }): string =>
  `${rule} ${question}`

export const isOpen = ({ state }: Flag): boolean => state === 'open'
