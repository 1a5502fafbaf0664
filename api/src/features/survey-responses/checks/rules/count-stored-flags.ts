import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { createTrialCounter } from './count-trial.ts'

interface FlagRow {
  responseId: string
  investigatorName: string
  question: string
  condition: string
  severity: 'info' | 'warn' | 'error'
  evidence: Record<string, string | number>
}

const maxFlags = 20_000

/**
 * Counts the stored flags of a rule that compares responses with each other. The
 * effect of its draft is unknown until the rule applies.
 */
export const countStoredFlags = async (
  db: Db,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
  from: string,
) => {
  const { rows } = await sql<FlagRow>`
    select f.response_id as "responseId", r.investigator_name as "investigatorName", f.question, f.condition, f.severity,
      f.evidence
    from response_flags f join survey_responses r on r.id = f.response_id
    where f.survey_id = ${surveyId} and f.rule = ${rule} and f.detected_at >= ${from}::timestamptz
      and f.state in ('open', 'confirmed', 'waived')
    order by f.detected_at desc, f.response_id limit ${maxFlags}`.execute(db)
  const counter = createTrialCounter()
  for (const { responseId: id, investigatorName, ...found } of rows) {
    const findings = [{ rule, ...found }]
    counter.count({ id, investigatorName, before: findings, after: findings })
  }
  return { ...counter.result(), isLimited: rows.length === maxFlags }
}
