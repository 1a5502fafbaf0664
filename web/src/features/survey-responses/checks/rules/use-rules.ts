import { getRuleTrial, listCheckRules } from '@baseline/contract/survey-responses/check-rules.ts'
import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'

import { call } from '#platform/api.ts'
import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'

/** Interval while the worker checks responses. */
const recheckPollMs = 3_000
const trialPollMs = 1_000

export type RuleList = z.output<typeof listCheckRules.response>

export const rulesKey = (surveyId: string | undefined) => ['check-rules', surveyId]

/** A changed draft has another version. */
const trialKey = (surveyId: string, { rule, version }: Pick<CheckRule, 'rule' | 'version'>) => [
  ...rulesKey(surveyId),
  'trial',
  rule,
  version,
]

const rulesQuery = (surveyId: string | undefined) =>
  queryOptions({
    queryKey: rulesKey(surveyId),
    queryFn: ({ signal }) => call(listCheckRules, { params: { id: surveyId ?? '' }, signal }),
    enabled: surveyId !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.rules.some(({ isRechecking, trial }) => isRechecking || trial === 'running')
        ? recheckPollMs
        : false,
    refetchOnWindowFocus: true,
    staleTime: 0,
    meta: { handlesErrors: true },
  })

/** Returns the rules of a survey. Loads them again while the worker checks responses. */
export const useRules = (surveyId: string | undefined) => {
  const { data, error, isFetchedAfterMount, refetch } = useQuery(rulesQuery(surveyId))
  useEffect(() => {
    // The page shows all other errors.
    if (error && ['signOut', 'forbidden'].includes(decide(error).kind)) handleError(error)
  }, [error])
  return { data, error, isFetchedAfterMount, refetch }
}

/** Returns a function that replaces a rule after a change of this user. */
export const useStoreRule = (surveyId: string) => {
  const queries = useQueryClient()
  return (changed: CheckRule): void => {
    queries.setQueryData(
      rulesQuery(surveyId).queryKey,
      (list: RuleList | undefined) =>
        list && {
          ...list,
          rules: list.rules.map((rule) => (rule.rule === changed.rule ? changed : rule)),
        },
    )
    // An activated or discarded draft has no trial: the trial is loaded again only if there is one.
    void queries.invalidateQueries({ queryKey: rulesKey(surveyId), exact: true })
    if (changed.trial) void queries.invalidateQueries({ queryKey: trialKey(surveyId, changed) })
  }
}

/** Returns the trial of a draft. */
export const useTrial = (surveyId: string, { rule, version, trial }: CheckRule) =>
  useQuery({
    queryKey: trialKey(surveyId, { rule, version }),
    queryFn: ({ signal }) => call(getRuleTrial, { params: { id: surveyId, rule }, signal }),
    enabled: trial !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? trialPollMs : false),
    staleTime: 0,
    meta: { handlesErrors: true },
  })
