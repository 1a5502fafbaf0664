import { metresBetween, round } from './numbers.ts'
import { naming } from './response-facts.ts'
import type { Neighbours, ResponseFacts } from './response-facts.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Evidence, Finding } from './rules.ts'

/** The responses with an equal key: the earlier ones first, because a later one repeats an earlier one. */
const inOrder = ({ before, after }: Neighbours): readonly ResponseFacts[] => [...before, ...after]

/** D2: another response has the same household or the same phone number of the respondent. */
export const checkHousehold = (
  facts: ResponseFacts,
  { households, phones }: { households: Neighbours; phones: Neighbours },
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('D2')
  if (!rule) return []
  const found = (condition: string, other: ResponseFacts, evidence: Evidence = {}) => [
    toFinding(rules, { rule: 'D2', condition, evidence: { ...naming(other), ...evidence } }),
  ]
  const same = inOrder(households)
  const withPhone = facts.phone === null ? undefined : same.find(({ phone }) => phone === facts.phone)
  if (withPhone) return found('householdAndPhone', withPhone)
  const { distance: limit = 0 } = rule.parameters
  for (const other of same) {
    const metres = metresBetween(facts, other)
    if (metres !== undefined && metres <= limit)
      return found('householdAndPlace', other, { metres: round(metres), limit })
  }
  const [phone] = inOrder(phones)
  if (phone) return found('phone', phone)
  const [household] = same
  return household ? found('household', household) : []
}

/** D3: another response has the same answers. */
export const checkEqualAnswers = (
  facts: ResponseFacts,
  neighbours: Neighbours,
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('D3')
  const [other] = inOrder(neighbours)
  if (!rule || !other || facts.answerCount < (rule.parameters['answers'] ?? 0)) return []
  const evidence = { answers: facts.answerCount, ...naming(other) }
  return [toFinding(rules, { rule: 'D3', condition: 'equal', evidence })]
}
