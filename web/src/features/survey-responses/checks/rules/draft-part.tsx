import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Alert, Button } from 'antd'

import { t } from '#platform/i18n.ts'

import { TrialResult } from './trial-result.tsx'
import type { RuleChange } from './use-change-rule.ts'
import { useTrial } from './use-rules.ts'

interface DraftPartProps {
  surveyId: string
  rule: CheckRule
  /** The change that is being sent. */
  pending: RuleChange | undefined
  onChange: (change: RuleChange) => void
}

/** The draft of a rule: its trial, and the decision about it. */
export const DraftPart = ({ surveyId, rule, pending, onChange }: DraftPartProps) => {
  const { data: trial } = useTrial(surveyId, rule)
  const isTried = trial?.state === 'done'
  const isRunning = trial?.state === 'running' || rule.trial === 'running'
  const button = (change: RuleChange) => ({
    loading: pending === change,
    disabled: pending !== undefined,
    onClick: () => onChange(change),
  })
  return (
    <section className="rule-part" aria-labelledby="rule-draft">
      <h2 id="rule-draft">{t('checkRules.draftPart.title')}</h2>
      <Alert
        role="note"
        type="info"
        showIcon
        title={isTried ? t('checkRules.draftPart.tried') : t('checkRules.draftPart.hint')}
      />
      <div className="rule-actions">
        {isTried ? (
          <Button type="primary" {...button('activate')}>
            {t('checkRules.draftPart.activate')}
          </Button>
        ) : (
          <Button type="primary" {...button('try')} disabled={pending !== undefined || isRunning}>
            {trial?.state === 'failed' ? t('checkRules.draftPart.tryAgain') : t('checkRules.draftPart.try')}
          </Button>
        )}
        <Button {...button('discard')}>{t('checkRules.draftPart.discard')}</Button>
      </div>
      <div role="status" className="trial-status">
        {trial && trial.state !== 'done' && <TrialResult rule={rule.rule} trial={trial} />}
      </div>
      {isTried && <TrialResult rule={rule.rule} trial={trial} />}
    </section>
  )
}
