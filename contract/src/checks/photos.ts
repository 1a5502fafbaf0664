import { metresBetween, round } from './numbers.ts'
import { naming } from './response-facts.ts'
import type { Neighbours, PhotoFacts, ResponseFacts } from './response-facts.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Finding } from './rules.ts'

type Found = Omit<Finding, 'severity' | 'rule' | 'question'> & { rank: number }

const minuteMs = 60_000

/** Returns how many minutes before the start or after the end of the interview a photo was taken. */
const minutesOutside = ({ startedAt, endedAt }: ResponseFacts, { takenAt }: PhotoFacts): number => {
  if (takenAt === null || startedAt === null) return 0
  return Math.max(0, startedAt - takenAt, takenAt - Math.max(startedAt, endedAt ?? startedAt)) / minuteMs
}

/** Returns the problems of one photo, the most important one first. */
const problemsOf = (
  photo: PhotoFacts,
  facts: ResponseFacts,
  copies: Neighbours | undefined,
  rules: ActiveRules,
): Found[] => {
  const { minutes: longest = 0, distance = 0 } = rules.get('P1')?.parameters ?? {}
  // The earlier ones first, because a later one repeats an earlier one.
  const [copy] = copies ? [...copies.before, ...copies.after] : []
  const minutes = minutesOutside(facts, photo)
  const metres = metresBetween(facts, photo) ?? 0
  const found: Found[] = []
  if (copy) found.push({ condition: 'copy', evidence: naming(copy), rank: 0 })
  if (minutes > longest)
    found.push({ condition: 'time', evidence: { minutes: round(minutes), limit: longest }, rank: 1 })
  if (metres > distance)
    found.push({ condition: 'place', evidence: { metres: round(metres), limit: distance }, rank: 2 })
  return found
}

/**
 * P1: a photo is also in another response, or was taken at another time or place. One finding per question: that of the
 * first photo with the most important problem.
 */
export const checkPhotos = (
  facts: ResponseFacts,
  photos: readonly PhotoFacts[],
  copiesOf: (photo: PhotoFacts) => Neighbours | undefined,
  rules: ActiveRules,
): Finding[] => {
  if (!rules.has('P1')) return []
  const findings: Finding[] = []
  for (const [question, ofQuestion] of Map.groupBy(photos, (photo) => photo.question)) {
    const [worst] = ofQuestion
      .flatMap((photo) => problemsOf(photo, facts, copiesOf(photo), rules))
      .toSorted((a, b) => a.rank - b.rank)
    if (!worst) continue
    const { condition, evidence } = worst
    findings.push(toFinding(rules, { rule: 'P1', question, condition, evidence }))
  }
  return findings
}
