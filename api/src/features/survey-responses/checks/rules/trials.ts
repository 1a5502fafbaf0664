import { inlineRules } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { CheckRule, RuleTrial, StoredTrial } from '@baseline/contract/survey-responses/check-rules.ts'
import { sql } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { selectResponses } from '#platform/database/scoped-tables.ts'
import type { MemberContext } from '#platform/http/context.ts'

import { comparedRules } from '../queued/check-queued-rules.ts'
import { presentRules } from './present-rules.ts'
import { findRules, lockRule } from './rule-rows.ts'

const triedDays = 30
const dayMs = 86_400_000
/** All attempts of the job are over by then. */
const lostAfterMs = 3 * 3_600_000

/** Rules that a trial can apply with other values. */
const triedRules: ReadonlySet<RuleId> = new Set([...inlineRules, ...comparedRules])

const newTrial = (id: string, rule: RuleId, values: StoredTrial['values']): StoredTrial => {
  const now = Date.now()
  return {
    id,
    state: 'running',
    coverage: triedRules.has(rule) ? 'responses' : 'storedFlags',
    values,
    startedAt: new Date(now).toISOString(),
    finishedAt: null,
    from: new Date(now - triedDays * dayMs).toISOString(),
    responses: 0,
    isLimited: false,
    before: { info: 0, warn: 0, error: 0 },
    after: { info: 0, warn: 0, error: 0 },
    added: 0,
    removed: 0,
    enumerators: [],
    examples: [],
  }
}

/** Whether the worker has given up a trial without a report. */
const isLost = ({ state, startedAt }: StoredTrial): boolean =>
  state === 'running' && Date.now() - Date.parse(startedAt) > lostAfterMs

/** Writes a trial unless its draft was changed in the meantime. Returns whether it was written. */
export const storeTrial = async (
  db: Db,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
  trial: StoredTrial,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('check_rules')
    .set({ trial: JSON.stringify(trial) })
    .where('survey_id', '=', surveyId)
    .where('rule', '=', rule)
    .where(sql<boolean>`trial ->> 'id' = ${trial.id}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Starts a trial of the draft. The call returns its id unless a trial runs or is done: its result would be the same. */
export const startTrial = async (
  context: MemberContext,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
): Promise<{ presented: CheckRule; trialId: string | undefined }> => {
  const { db } = context
  const row = await lockRule(db, { surveyId, rule })
  if (row.draft === null) throw new AppError('checks.errors.noDraft')
  const isNeeded = row.trial === null || row.trial.state === 'failed' || isLost(row.trial)
  const trialId = isNeeded ? crypto.randomUUID() : undefined
  const trial = trialId === undefined ? row.trial : newTrial(trialId, rule, row.draft)
  if (trialId !== undefined) {
    await db
      .updateTable('check_rules')
      .set({ trial: JSON.stringify(trial) })
      .where('id', '=', row.id)
      .execute()
    await audit(context, {
      entity: 'checkRule',
      id: row.id,
      action: 'update',
      before: {},
      after: { trial: row.draft, rule, surveyId },
    })
  }
  const [presented] = await presentRules(context, surveyId, [{ ...row, trial }])
  if (!presented) throw new Error(`rule ${rule} has no figures`)
  return { presented, trialId }
}

/** Returns the trial of a rule, with the Survey Ids of its examples. Deleted responses are left out. */
export const getTrial = async (
  context: MemberContext,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
): Promise<RuleTrial> => {
  const rows = await findRules(context.db, surveyId)
  const trial = rows.find((row) => row.rule === rule)?.trial
  if (!trial) throw new AppError('errors.notFound')
  const { id: _id, examples, ...result } = trial
  const named = await selectResponses(context.db, context.scope)
    .select(['id', 'display_id'])
    .where(sql<boolean>`id = any(${examples.map(({ responseId }) => responseId)}::uuid[])`)
    .execute()
  const displayIds = new Map(named.map((response) => [response.id, response.display_id]))
  return {
    ...result,
    examples: examples.flatMap((example) => {
      const displayId = displayIds.get(example.responseId)
      return displayId === undefined ? [] : [{ ...example, displayId }]
    }),
  }
}
