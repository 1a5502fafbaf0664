import { ruleIds, ruleOf } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'
import type { Selectable } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

type StoredRow = Selectable<Schema['check_rules']>

/** A rule of a survey. Without a stored row, it has the defaults. */
export type RuleRow = Omit<StoredRow, 'survey_id' | 'rule' | 'updated_at' | 'id'> & { rule: RuleId }

const defaultRow = (rule: RuleId): RuleRow => ({
  rule,
  is_active: !ruleOf(rule).optional,
  severity: null,
  parameters: {},
  version: 0,
  edit_version: 0,
  active_since: null,
  draft: null,
  trial: null,
})

/** Returns all rules of a survey in the order of the product. */
export const findRules = async (db: Db, surveyId: string): Promise<RuleRow[]> => {
  const rows = await db
    .selectFrom('check_rules')
    .select([
      'rule',
      'is_active',
      'severity',
      'parameters',
      'version',
      'edit_version',
      'active_since',
      'draft',
      'trial',
    ])
    .where('survey_id', '=', surveyId)
    .execute()
  return ruleIds.map((rule) => {
    const stored = rows.find((row) => row.rule === rule)
    return stored ? { ...stored, rule } : defaultRow(rule)
  })
}

/** Locks a rule of a survey until the end of the transaction. Stores it first if it has the defaults. */
export const lockRule = async (
  tx: Db,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
): Promise<RuleRow & { id: string }> => {
  const { is_active: isActive, version } = defaultRow(rule)
  await tx
    .insertInto('check_rules')
    .values({ survey_id: surveyId, rule, is_active: isActive, version })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('check_rules')
    .selectAll()
    .where('survey_id', '=', surveyId)
    .where('rule', '=', rule)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, rule }
}
