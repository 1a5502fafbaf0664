import { discardRuleDraft, setRuleState, tryRule } from '@baseline/contract/survey-responses/check-rules.ts'
import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { rulesKey } from './use-rules.ts'

export type RuleChange = 'try' | 'activate' | 'discard' | 'retire'

const send = (surveyId: string, { rule, version }: CheckRule, change: RuleChange): Promise<CheckRule> => {
  const params = { id: surveyId, rule }
  if (change === 'try') return call(tryRule, { params })
  if (change === 'discard') return call(discardRuleDraft, { params, ifMatch: version })
  return call(setRuleState, {
    params,
    body: { state: change === 'activate' ? 'active' : 'retired' },
    ifMatch: version,
  })
}

const texts = {
  activate: 'checkRules.state.activated',
  discard: 'checkRules.draftPart.discarded',
  retire: 'checkRules.state.retired',
} as const

interface ChangeOptions {
  surveyId: string
  rule: CheckRule
  onChanged: (rule: CheckRule) => void
}

/** Tries, activates or discards the draft of a rule, or retires the rule. */
export const useChangeRule = ({ surveyId, rule, onChanged }: ChangeOptions) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: RuleChange) => send(surveyId, rule, change),
    onSuccess: (changed, change) => {
      onChanged(changed)
      if (change !== 'try') toast.success(t(texts[change]))
    },
    onError: (error) => {
      toastError(error)
      // Shows the change of another user, which the user must see before trying again.
      if (error instanceof ApiError)
        void queries.invalidateQueries({ queryKey: rulesKey(surveyId), exact: true })
    },
    meta: { handlesErrors: true },
  })
}
