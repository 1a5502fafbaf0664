import { parametersOf, ruleOf } from '@baseline/contract/checks/rules.ts'
import { judgedDecisions, leastPrecision } from '@baseline/contract/survey-responses/check-rules.ts'
import type { CheckRule, RuleState } from '@baseline/contract/survey-responses/check-rules.ts'

import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'

import { findFigures } from './rule-figures.ts'
import type { RuleFigures } from './rule-figures.ts'
import type { RuleRow } from './rule-rows.ts'

export const stateOf = ({ is_active: isActive, version }: RuleRow): RuleState => {
  if (isActive) return 'active'
  return version === 0 ? 'off' : 'retired'
}

/** Returns the confirmed share of the decisions in percent. */
const precisionOf = ({ confirmed, waived }: RuleFigures['decided']): number | null =>
  confirmed + waived === 0 ? null : Math.round((1_000 * confirmed) / (confirmed + waived)) / 10

/** Proposes to loosen a rule that reviewers nearly always waive, or to retire it if it has no limit to loosen. */
const proposalFor = (row: RuleRow, { decided }: RuleFigures): CheckRule['proposal'] => {
  const precision = precisionOf(decided)
  if (!row.is_active || precision === null || decided.confirmed + decided.waived < judgedDecisions)
    return null
  if (precision >= leastPrecision) return null
  return Object.keys(ruleOf(row.rule).parameters).length > 0 ? 'loosen' : 'retire'
}

const noFigures: RuleFigures = {
  open: { count: 0, isMore: false },
  days: [],
  decided: { confirmed: 0, waived: 0 },
  isRechecking: false,
}

const present = (row: RuleRow, figures: RuleFigures): CheckRule => {
  const { conditions, parameters } = ruleOf(row.rule)
  const values = parametersOf(row.rule, row.parameters)
  return {
    rule: row.rule,
    state: stateOf(row),
    version: row.edit_version,
    severity: row.severity,
    conditions,
    parameters: Object.entries(parameters).map(([name, limits]) => ({
      name,
      value: values[name] ?? limits.default,
      ...limits,
    })),
    draft: row.draft,
    trial: row.trial?.state ?? null,
    ...figures,
    precision: precisionOf(figures.decided),
    proposal: proposalFor(row, figures),
  }
}

/** Adds the figures of the flags that the reader may see. */
export const presentRules = async (
  reader: { db: Db; scope: Scope },
  surveyId: string,
  rows: readonly RuleRow[],
): Promise<CheckRule[]> => {
  const figures = await findFigures(reader, surveyId, rows)
  return rows.map((row) => present(row, figures.get(row.rule) ?? noFigures))
}
