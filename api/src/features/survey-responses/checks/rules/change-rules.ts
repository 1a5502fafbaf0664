import { isDeepStrictEqual } from 'node:util'

import { parametersOf, ruleOf } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { CheckRule, RuleValues } from '@baseline/contract/survey-responses/check-rules.ts'
import { fieldIssue } from '@baseline/contract/validation.ts'
import type { Updateable } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import { presentRules, stateOf } from './present-rules.ts'
import { requestRecheck } from './recheck-job.ts'
import { lockRule } from './rule-rows.ts'
import type { RuleRow } from './rule-rows.ts'

interface RuleKey {
  surveyId: string
  rule: RuleId
}
type LockedRule = RuleRow & { id: string }

/** Refuses unknown parameters, and values outside of their limits. Adds the defaults of missing ones. */
const completeValues = (rule: RuleId, { severity, parameters }: RuleValues): RuleValues => {
  const known = ruleOf(rule).parameters
  const issues = Object.entries(parameters).flatMap(([name, value]) => {
    const path = `data.parameters.${name}`
    const limits = known[name]
    if (!limits) return [fieldIssue(path, 'validation.object.noUnknown', { keys: name })]
    const { min, max, unit } = limits
    if (value < min) return [fieldIssue(path, 'validation.number.min', { min })]
    if (value > max) return [fieldIssue(path, 'validation.number.max', { max })]
    const isWhole = unit === 'count' || unit === 'hour'
    return isWhole && !Number.isInteger(value) ? [fieldIssue(path, 'validation.number.integer')] : []
  })
  if (issues.length > 0) throw new AppError('errors.invalid', { issues })
  return { severity, parameters: parametersOf(rule, parameters) }
}

/** Locks a rule in the version that the caller expects. */
const lockExpected = async (context: MemberContext, key: RuleKey): Promise<LockedRule> => {
  const row = await lockRule(context.db, key)
  if (context.ifMatch !== undefined && context.ifMatch !== row.edit_version) {
    const [current] = await presentRules(context, key.surveyId, [row])
    if (current) await requireVersion(context, current, { entity: 'checkRule', id: row.id })
  }
  return row
}

/** Stores a change with the next version, and its audit entry. */
const store = async (
  context: MemberContext,
  { surveyId, rule }: RuleKey,
  {
    row,
    set,
    before,
    after,
  }: {
    row: LockedRule
    set: Updateable<Schema['check_rules']>
    before: object
    after: object
  },
): Promise<CheckRule> => {
  const stored = await context.db
    .updateTable('check_rules')
    .set({ ...set, edit_version: row.edit_version + 1, updated_at: new Date() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(context, {
    entity: 'checkRule',
    id: row.id,
    action: 'update',
    before: { ...before },
    after: { ...after, rule, surveyId },
  })
  return presentOne(context, surveyId, { ...stored, rule })
}

const presentOne = async (context: MemberContext, surveyId: string, row: RuleRow): Promise<CheckRule> => {
  const [presented] = await presentRules(context, surveyId, [row])
  if (!presented) throw new Error(`rule ${row.rule} has no figures`)
  return presented
}

const valuesOf = ({ rule, severity, parameters }: RuleRow): RuleValues => ({
  severity,
  parameters: parametersOf(rule, parameters),
})

/** Saves the draft of a rule. A draft that changes nothing of an active rule is removed. */
export const saveDraft = async (
  context: MemberContext,
  key: RuleKey,
  data: RuleValues,
): Promise<CheckRule> => {
  const row = await lockExpected(context, key)
  const values = completeValues(key.rule, data)
  const isSame = row.is_active && isDeepStrictEqual(values, valuesOf(row))
  const draft = isSame ? null : values
  if (isDeepStrictEqual(draft, row.draft)) return presentOne(context, key.surveyId, row)
  return store(context, key, {
    row,
    set: { draft: draft && JSON.stringify(draft), trial: null },
    before: { draft: row.draft },
    after: { draft },
  })
}

export const discardDraft = async (context: MemberContext, key: RuleKey): Promise<CheckRule> => {
  const row = await lockExpected(context, key)
  if (row.draft === null) return presentOne(context, key.surveyId, row)
  return store(context, key, {
    row,
    set: { draft: null, trial: null },
    before: { draft: row.draft },
    after: { draft: null },
  })
}

/**
 * Makes a rule apply: with its draft after a trial of exactly its values, or with its former values if it was retired.
 * Its responses are checked again.
 */
export const activate = async (context: MemberContext, key: RuleKey): Promise<CheckRule> => {
  const row = await lockExpected(context, key)
  const state = stateOf(row)
  if (row.draft === null && state === 'active') return presentOne(context, key.surveyId, row)
  const isTried = row.trial?.state === 'done' && isDeepStrictEqual(row.trial.values, row.draft)
  if (row.draft === null ? state === 'off' : !isTried) throw new AppError('checks.errors.untried')
  const { severity, parameters } = row.draft ?? valuesOf(row)
  await requestRecheck(context.db, key, { isActive: true })
  return store(context, key, {
    row,
    set: {
      is_active: true,
      severity,
      parameters: JSON.stringify(parameters),
      version: row.version + 1,
      active_since: new Date(),
      draft: null,
      trial: null,
    },
    before: { state, ...valuesOf(row) },
    after: { state: 'active', severity, parameters },
  })
}

/** Ends a rule. Its flags are withdrawn. */
export const retire = async (context: MemberContext, key: RuleKey): Promise<CheckRule> => {
  const row = await lockExpected(context, key)
  const state = stateOf(row)
  if (state !== 'active') return presentOne(context, key.surveyId, row)
  await requestRecheck(context.db, key, { isActive: false })
  return store(context, key, {
    row,
    set: { is_active: false, version: row.version + 1 },
    before: { state },
    after: { state: 'retired' },
  })
}
