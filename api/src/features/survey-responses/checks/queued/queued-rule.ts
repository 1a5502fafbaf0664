import type { CheckedFacts, FactCheck } from '@baseline/contract/checks/response-facts.ts'
import type { ActiveRules, RuleId } from '@baseline/contract/checks/rules.ts'

import type { Db } from '#platform/database/database.ts'

/** A response whose facts have changed since its last check. They are undefined if it does not count. */
export interface FactChange {
  id: string
  before: CheckedFacts | undefined
  after: CheckedFacts | undefined
}

/** Returns the rules of a survey. */
export type RulesOf = (surveyId: string) => ActiveRules

/** One or more rules that compare a response with others. The worker applies them to a batch of responses. */
export interface QueuedRule {
  rules: readonly RuleId[]
  /** Notes that figures depend on these changes. The facts are stored already. */
  noteChanges?: (tx: Db, changes: readonly FactChange[]) => Promise<void>
  /** Returns the other responses whose findings these changes can change. The facts are stored already. */
  findAffected?: (tx: Db, changes: readonly FactChange[], rulesOf: RulesOf) => Promise<readonly string[]>
  /** Loads what the responses are compared with, and returns the check. */
  load: (tx: Db, subjects: readonly CheckedFacts[]) => Promise<FactCheck>
}

/** Returns the old and the new facts of changed responses. */
export const positionsOf = (changes: readonly FactChange[]): CheckedFacts[] =>
  changes.flatMap(({ before, after }) => [before, after].filter((facts) => facts !== undefined))
