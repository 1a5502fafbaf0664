import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Tag } from 'antd'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'

import { SeverityMark } from '../flag-marks.tsx'
import { severitiesOf } from './rule-texts.ts'

/** State, severities and draft of a rule. */
export const RuleMarks = ({ rule }: { rule: CheckRule }) => (
  <span className="rule-marks">
    <Status tone={rule.state === 'active' ? 'good' : 'off'}>{t(`checks.states.${rule.state}`)}</Status>
    {severitiesOf(rule).map((severity) => (
      <SeverityMark key={severity} severity={severity} />
    ))}
    {rule.draft && <Tag>{rule.trial === 'done' ? t('checkRules.tried') : t('checkRules.draft')}</Tag>}
  </span>
)

/** Says that the numbers of a rule are not final. */
export const Rechecking = ({ rule }: { rule: CheckRule }) =>
  rule.isRechecking && <p className="rule-rechecking">{t('checkRules.rechecking')}</p>
