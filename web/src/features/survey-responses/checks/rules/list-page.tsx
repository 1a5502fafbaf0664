import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Skeleton } from 'antd'
import { useId } from 'react'

import { t } from '#platform/i18n.ts'
import { NothingYet } from '#platform/list/list-states.tsx'
import { useGo } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { PathLink } from '#platform/ui/path-link.tsx'

import { SurveySwitcher } from '../survey-switcher.tsx'
import { LoadFailure } from './load-failure.tsx'
import { paths } from './paths.ts'
import { ReadOnlyHint } from './read-only-hint.tsx'
import { Proposal, RuleFigures } from './rule-figures.tsx'
import { groupOf, ruleGroups } from './rule-groups.ts'
import type { RuleGroup } from './rule-groups.ts'
import { Rechecking, RuleMarks } from './rule-marks.tsx'
import { parameterName, valueText } from './rule-texts.ts'
import type { RuleList } from './use-rules.ts'
import { useSurveyRules } from './use-survey-rules.ts'

import './rules.css'

const Rule = ({ rule, surveyId }: { rule: CheckRule; surveyId: string }) => {
  const name = useId()
  return (
    <li className="rule" aria-labelledby={name}>
      <h3 id={name}>
        <PathLink to={paths.view(rule.rule, { survey: surveyId })}>{t(`checks.rules.${rule.rule}`)}</PathLink>
      </h3>
      <RuleMarks rule={rule} />
      <p>{t(`checkRules.finds.${rule.rule}`)}</p>
      {rule.parameters.length > 0 && (
        <p className="rule-values">
          {rule.parameters
            .map(
              (parameter) =>
                `${parameterName(rule.rule, parameter.name)}: ${valueText(parameter, parameter.value)}`,
            )
            .join(' · ')}
        </p>
      )}
      <Rechecking rule={rule} />
      <RuleFigures rule={rule} surveyId={surveyId} />
      <Proposal rule={rule} />
    </li>
  )
}

const Group = (props: { group: RuleGroup; rules: readonly CheckRule[]; surveyId: string }) => {
  const title = useId()
  return (
    <section className="rule-group" aria-labelledby={title}>
      <h2 id={title}>{t(`checkRules.groups.${props.group}`)}</h2>
      <ul>
        {props.rules.map((rule) => (
          <Rule key={rule.rule} rule={rule} surveyId={props.surveyId} />
        ))}
      </ul>
    </section>
  )
}

const Rules = ({ list, surveyId }: { list: RuleList; surveyId: string }) => {
  const groups = Map.groupBy(list.rules, ({ rule }) => groupOf(rule))
  return (
    <>
      {!list.canChange && <ReadOnlyHint />}
      {ruleGroups.map((group) => (
        <Group key={group} group={group} rules={groups.get(group) ?? []} surveyId={surveyId} />
      ))}
    </>
  )
}

/** The rules of a survey with their flags and their precision. */
export const CheckRulesPage = () => {
  const go = useGo()
  const { surveys, survey, list, error, retry } = useSurveyRules()
  return (
    <Page
      title={t('checkRules.title')}
      intro={t('checkRules.intro')}
      actions={<SurveySwitcher {...{ surveys, survey }} onChoose={(id) => go(paths.list({ survey: id }))} />}
    >
      <div className="rules" aria-busy={survey !== undefined && !list && !error}>
        {error ? (
          <LoadFailure error={error} onRetry={retry} />
        ) : surveys?.length === 0 ? (
          <NothingYet title={t('checkRules.noSurvey.title')} hint={t('checkRules.noSurvey.hint')} />
        ) : survey && list ? (
          <Rules list={list} surveyId={survey.id} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 12 }} />
        )}
      </div>
    </Page>
  )
}
