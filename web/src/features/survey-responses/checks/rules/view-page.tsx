import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Alert, Button, Skeleton } from 'antd'
import { useEffect, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { Page } from '#platform/ui/page.tsx'
import { TimeZone } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { DraftPart } from './draft-part.tsx'
import { LoadFailure } from './load-failure.tsx'
import { paths } from './paths.ts'
import { ReadOnlyHint } from './read-only-hint.tsx'
import { Proposal, RuleFigures } from './rule-figures.tsx'
import { RuleForm, RuleValuesList } from './rule-form.tsx'
import { Rechecking, RuleMarks } from './rule-marks.tsx'
import { useChangeRule } from './use-change-rule.ts'
import type { RuleChange } from './use-change-rule.ts'
import { useStoreRule } from './use-rules.ts'
import { useSurveyRules } from './use-survey-rules.ts'

import './rules.css'

interface StatePartProps {
  rule: CheckRule
  pending: RuleChange | undefined
  onChange: (change: RuleChange) => void
}

/** Retires a rule, or activates a retired one with its former values. */
const StatePart = ({ rule, pending, onChange }: StatePartProps) => {
  const [confirm, holder] = useConfirm()
  const names = [t(`checks.rules.${rule.rule}`)]
  const retire = async () => {
    const isConfirmed = await confirm({
      title: t('checkRules.state.retireTitle'),
      text: t('checkRules.state.retireText'),
      names,
      action: t('checkRules.state.retireAction'),
      danger: true,
    })
    if (isConfirmed) onChange('retire')
  }
  const activate = async () => {
    const isConfirmed = await confirm({
      title: t('checkRules.state.activateTitle'),
      text: t('checkRules.state.activateText'),
      names,
      action: t('checkRules.draftPart.activate'),
    })
    if (isConfirmed) onChange('activate')
  }
  return (
    <section className="rule-part" aria-labelledby="rule-state">
      {holder}
      <h2 id="rule-state">{t('checkRules.state.title')}</h2>
      {rule.state === 'off' && <p>{t('checkRules.state.offHint')}</p>}
      {rule.state === 'active' && (
        <Button danger loading={pending === 'retire'} onClick={() => void retire()}>
          {t('checkRules.state.retire')}
        </Button>
      )}
      {rule.state === 'retired' && !rule.draft && (
        <Button loading={pending === 'activate'} onClick={() => void activate()}>
          {t('checkRules.state.activateAgain')}
        </Button>
      )}
    </section>
  )
}

interface EditorProps {
  surveyId: string
  rule: CheckRule
}

/**
 * Changes a rule. The form keeps the version that it was loaded from, so that a change of another user does not replace
 * what this user is typing.
 */
const RuleEditor = ({ surveyId, rule }: EditorProps) => {
  const [base, setBase] = useState(rule)
  const store = useStoreRule(surveyId)
  const onChanged = (changed: CheckRule) => {
    store(changed)
    setBase(changed)
  }
  const change = useChangeRule({ surveyId, rule, onChanged })
  const pending = change.isPending ? change.variables : undefined
  const parts = { rule, pending, onChange: (one: RuleChange) => change.mutate(one) }
  return (
    <>
      {rule.version > base.version && (
        <Alert
          type="warning"
          showIcon
          title={t('checkRules.newer.title')}
          action={<Button onClick={() => setBase(rule)}>{t('checkRules.newer.show')}</Button>}
        />
      )}
      {rule.draft && <DraftPart surveyId={surveyId} {...parts} />}
      <section className="rule-part" aria-labelledby="rule-values">
        <h2 id="rule-values">{t('checkRules.values')}</h2>
        <RuleForm key={base.version} surveyId={surveyId} rule={base} onSaved={onChanged} />
      </section>
      <StatePart {...parts} />
    </>
  )
}

const Content = ({ surveyId, rule, canChange }: EditorProps & { canChange: boolean }) => (
  <div className="rule-page">
    <RuleMarks rule={rule} />
    <Rechecking rule={rule} />
    <section aria-label={t('checkRules.figures')}>
      <RuleFigures rule={rule} surveyId={surveyId} />
    </section>
    <Proposal rule={rule} />
    {canChange ? (
      <RuleEditor key={`${surveyId} ${rule.rule}`} surveyId={surveyId} rule={rule} />
    ) : (
      <>
        <ReadOnlyHint />
        <section className="rule-part" aria-labelledby="rule-values">
          <h2 id="rule-values">{t('checkRules.values')}</h2>
          <RuleValuesList rule={rule} />
        </section>
      </>
    )}
  </div>
)

/** Leaves the page of a rule that does not exist, such as one of a wrong address. */
const useLeaveUnknown = (isUnknown: boolean): void => {
  const go = useGo()
  useEffect(() => {
    if (!isUnknown) return
    toast.error(t('errors.notFound'))
    go(paths.list(), { replace: true })
  }, [isUnknown, go])
}

/** One rule of a survey: its figures, its values, its draft and the trial of the draft. */
export const CheckRulePage = () => {
  const id = useRecordId()
  const { surveys, survey, list, isFresh, error, retry } = useSurveyRules()
  const rule = list?.rules.find((one) => one.rule === id)
  useLeaveUnknown(surveys?.length === 0 || (list !== undefined && !rule))
  return (
    <TimeZone zone={survey?.timeZone}>
      <Page
        title={rule ? t(`checks.rules.${rule.rule}`) : t('checkRules.title')}
        back={{ path: paths.list({ survey: survey?.id }), label: t('checkRules.title') }}
        {...(rule && survey && { intro: `${survey.label}. ${t(`checkRules.finds.${rule.rule}`)}` })}
      >
        {error ? (
          <LoadFailure error={error} onRetry={retry} />
        ) : survey && list && rule && isFresh ? (
          <Content surveyId={survey.id} rule={rule} canChange={list.canChange} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        )}
      </Page>
    </TimeZone>
  )
}
