import type { CheckedFacts, FactCheck } from '@baseline/contract/checks/response-facts.ts'
import type { ActiveRules, Finding, RuleId } from '@baseline/contract/checks/rules.ts'

import type { Db } from '#platform/database/database.ts'

import { calibratedRules } from './calibrated-rules.ts'
import { chainRules } from './chain-rules.ts'
import { findFacts, writeFacts } from './fact-rows.ts'
import { photos } from './photos.ts'
import type { FactChange, QueuedRule } from './queued-rule.ts'
import { similarAnswers } from './similar-answers.ts'

const queuedRules: readonly QueuedRule[] = [...chainRules, ...calibratedRules, similarAnswers, photos]

/** The rules that the worker checks here. */
export const comparedRules: readonly RuleId[] = queuedRules.flatMap(({ rules }) => rules)

const isSame = (a: CheckedFacts | undefined, b: CheckedFacts | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/**
 * Stores what the checks compare about the responses of a batch. Returns the responses whose facts have
 * changed since the last check.
 */
export const storeFacts = async (
  tx: Db,
  ids: readonly string[],
  current: readonly CheckedFacts[],
): Promise<FactChange[]> => {
  const stored = await findFacts(tx, ids)
  const after = new Map(current.map((facts) => [facts.id, facts]))
  const changes = ids
    .map((id) => ({ id, before: stored.get(id), after: after.get(id) }))
    .filter((change) => !isSame(change.before, change.after))
  if (changes.length > 0)
    await writeFacts(
      tx,
      changes.map(({ id }) => id),
      changes.flatMap((change) => change.after ?? []),
    )
  for (const { noteChanges } of queuedRules) await noteChanges?.(tx, changes)
  return changes
}

/** Returns the responses outside the batch that compare with the old or the new facts of changed ones. */
export const findAffected = async (
  tx: Db,
  changes: readonly FactChange[],
  rulesOf: (surveyId: string) => ActiveRules,
): Promise<CheckedFacts[]> => {
  const changed = new Set(changes.map(({ id }) => id))
  const ids = new Set<string>()
  for (const { findAffected: find } of queuedRules)
    for (const id of (await find?.(tx, changes, rulesOf)) ?? []) if (!changed.has(id)) ids.add(id)
  return [...(await findFacts(tx, [...ids])).values()]
}

/** Reads what responses are compared with. Returns the queued rules as one function. */
export const loadChecks = async (db: Db, subjects: readonly CheckedFacts[]): Promise<FactCheck> => {
  const checks: FactCheck[] = []
  for (const { load } of queuedRules) checks.push(await load(db, subjects))
  return (facts, rules) => checks.flatMap((check) => check(facts, rules))
}

/** Applies the queued rules to responses. */
export const checkQueuedRules = async (
  tx: Db,
  subjects: readonly CheckedFacts[],
  rulesOf: (surveyId: string) => ActiveRules,
): Promise<ReadonlyMap<string, readonly Finding[]>> => {
  const check = await loadChecks(tx, subjects)
  return new Map(subjects.map((facts) => [facts.id, check(facts, rulesOf(facts.surveyId))]))
}
