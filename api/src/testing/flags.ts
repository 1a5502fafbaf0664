import type { RuleId } from '@baseline/contract/checks/rules.ts'

import type { Db } from '../platform/database/database.ts'

/** Adds an open flag, as a check of the worker stores it. */
export const plantFlag = async (
  db: Db,
  {
    responseId,
    surveyId,
    rule = 'T11',
    severity = 'info',
  }: { responseId: string; surveyId: string; rule?: RuleId; severity?: 'info' | 'warn' | 'error' },
): Promise<void> => {
  await db
    .insertInto('response_flags')
    .values({
      response_id: responseId,
      rule,
      survey_id: surveyId,
      investigator: 'ana sitoe',
      condition: 'closed',
      severity,
      evidence: '{}',
      evidence_hash: 'planted',
      rule_version: 0,
    })
    .execute()
}
