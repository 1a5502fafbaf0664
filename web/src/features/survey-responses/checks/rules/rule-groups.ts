import { ruleOf } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'

export const ruleGroups = ['time', 'place', 'duplicates', 'answers', 'enumerators'] as const
export type RuleGroup = (typeof ruleGroups)[number]

const groupsByLetter: Partial<Record<string, RuleGroup>> = { T: 'time', G: 'place', D: 'duplicates' }

/** Returns the group of a rule on the screen. The letter of a rule names its subject. */
export const groupOf = (rule: RuleId): RuleGroup =>
  ruleOf(rule).subject === 'investigator' ? 'enumerators' : (groupsByLetter[rule.charAt(0)] ?? 'answers')
