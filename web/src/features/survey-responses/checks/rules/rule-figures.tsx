import { ruleOf } from '@baseline/contract/checks/rules.ts'
import { leastPrecision } from '@baseline/contract/survey-responses/check-rules.ts'
import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Alert } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { paths as responsePaths } from '../../paths.ts'
import { Trend } from './trend.tsx'

interface FiguresProps {
  rule: CheckRule
  surveyId: string
}

const openText = ({ count, isMore }: CheckRule['open']): string => {
  if (isMore) return t('checkRules.open.more', { count: formatNumber(count) })
  return count === 1 ? t('checkRules.open.one') : t('checkRules.open.many', { count: formatNumber(count) })
}

/** The open flags. A rule about responses links to the list of these responses. */
const OpenFlags = ({ rule: { rule, open }, surveyId }: FiguresProps) => {
  const text = openText(open)
  if (open.count === 0 || ruleOf(rule).subject !== 'response') return text
  return (
    <PathLink to={responsePaths.list({ surveyId: [surveyId], flag: [rule], flagState: ['open'] })}>
      {text}
    </PathLink>
  )
}

/** The numbers of a decision text. `precision` is not null after a decision. */
const decisionNumbers = ({ decided, precision }: CheckRule) => ({
  confirmed: formatNumber(decided.confirmed),
  decided: formatNumber(decided.confirmed + decided.waived),
  share: formatNumber(precision ?? 0),
})

/** Says what to do with a rule that is usually wrong, and why. */
export const Proposal = ({ rule }: Pick<FiguresProps, 'rule'>) =>
  rule.proposal && (
    <Alert
      role="note"
      type="warning"
      showIcon
      title={t(`checkRules.proposal.${rule.proposal}`)}
      description={t('checkRules.proposal.reason', {
        ...decisionNumbers(rule),
        limit: formatNumber(leastPrecision),
      })}
    />
  )

/** Open flags, new flags and precision of a rule. */
export const RuleFigures = (props: FiguresProps) => {
  const { rule } = props
  return (
    <ul className="rule-figures">
      <li>
        <OpenFlags {...props} />
      </li>
      <li>
        <Trend days={rule.days} />
      </li>
      <li>
        {rule.precision === null
          ? t('checkRules.precision.none')
          : t('checkRules.precision.share', decisionNumbers(rule))}
      </li>
    </ul>
  )
}
