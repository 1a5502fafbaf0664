import { metresBetween, round } from './numbers.ts'
import { naming } from './response-facts.ts'
import type { Neighbours, ResponseFacts } from './response-facts.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Finding } from './rules.ts'

const minuteMs = 60_000

/** Returns how long two interviews overlap; negative if there is a gap between them. */
const overlapOf = (a: ResponseFacts, b: ResponseFacts): number => {
  if (a.startedAt === null || a.endedAt === null || b.startedAt === null || b.endedAt === null)
    return Number.NEGATIVE_INFINITY
  return (Math.min(a.endedAt, b.endedAt) - Math.max(a.startedAt, b.startedAt)) / minuteMs
}

/** How many times as long an interview is, at least, if it was interrupted for another one. */
const interrupted = 2

/** Whether one interview lies within the other one, which was saved and continued later. */
const isWithin = (a: ResponseFacts, b: ResponseFacts): boolean => {
  if (a.startedAt === null || a.endedAt === null || b.startedAt === null || b.endedAt === null) return false
  const [own, other] = [a.endedAt - a.startedAt, b.endedAt - b.startedAt]
  const shared = Math.min(a.endedAt, b.endedAt) - Math.max(a.startedAt, b.startedAt)
  return shared === Math.min(own, other) && Math.max(own, other) >= interrupted * Math.min(own, other)
}

/** T9: the interview overlaps with the previous or the next one of the enumerator, or follows the previous at once. */
export const checkTimes = (
  facts: ResponseFacts,
  { before: [previous], after: [next] }: Neighbours,
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('T9')
  if (!rule) return []
  const { overlap: longest = 0, gap: shortest = 0 } = rule.parameters
  const [worst] = [previous, next]
    .flatMap((other) => (other ? [{ other, minutes: overlapOf(facts, other) }] : []))
    .toSorted((a, b) => b.minutes - a.minutes)
  if (worst && worst.minutes > longest) {
    const evidence = { minutes: round(worst.minutes, 1), ...naming(worst.other), limit: longest }
    const condition = isWithin(facts, worst.other) ? 'within' : 'overlap'
    return [toFinding(rules, { rule: 'T9', condition, evidence })]
  }
  const gap = previous ? Math.max(0, -overlapOf(facts, previous)) : undefined
  if (!previous || gap === undefined || gap >= shortest) return []
  const evidence = { minutes: round(gap, 1), ...naming(previous), limit: shortest }
  return [toFinding(rules, { rule: 'T9', condition: 'gap', evidence })]
}

/** G4: the previous interview of the enumerator is too far away for the time between them. */
export const checkTravel = (
  facts: ResponseFacts,
  { before: [previous] }: Pick<Neighbours, 'before'>,
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('G4')
  const metres = previous && metresBetween(previous, facts)
  if (!rule || !previous || metres === undefined) return []
  const { distance = 0, speed: limit = 0 } = rule.parameters
  const minutes = Math.max(0, -overlapOf(facts, previous))
  // At least one minute: the interviews of a person at two places can also overlap.
  const speed = metres / 1_000 / (Math.max(1, minutes) / 60)
  if (metres <= distance || speed <= limit) return []
  const evidence = {
    metres: round(metres),
    minutes: round(minutes, 1),
    ...naming(previous),
    speed: round(speed),
    limit,
  }
  return [toFinding(rules, { rule: 'G4', condition: 'speed', evidence })]
}

/** The most accurate positions of phones. Others can be at one spot by chance. */
const spotAccuracyMetres = 10

/** An accuracy of 0 was not measured: the place was chosen on a map, or an app supplied it. */
export const isExact = ({ accuracy }: Pick<ResponseFacts, 'accuracy'>): boolean =>
  accuracy !== null && accuracy > 0 && accuracy <= spotAccuracyMetres

/** G5: several households of a day are at the spot of this interview. */
export const checkSpot = (
  facts: ResponseFacts,
  { before, after }: Neighbours,
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('G5')
  if (!rule || !isExact(facts)) return []
  const { interviews = 0, distance = 0 } = rule.parameters
  const neighbours = [...before, ...after].filter((other) => {
    const metres = other.day === facts.day && isExact(other) ? metresBetween(facts, other) : undefined
    return metres !== undefined && metres <= distance
  })
  const households = new Set([facts, ...neighbours].map(({ id, household }) => household ?? id))
  if (households.size < interviews) return []
  const evidence = { count: households.size, metres: distance, limit: interviews }
  return [toFinding(rules, { rule: 'G5', condition: 'spot', evidence })]
}
