import { z } from 'zod'

import { compareFingerprints } from './fingerprint.ts'
import type { Fingerprint } from './fingerprint.ts'
import { round } from './numbers.ts'
import { naming } from './response-facts.ts'
import type { ResponseFacts } from './response-facts.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Finding } from './rules.ts'

/** How much the answers of a survey match by chance. */
export const UsualMatch = z.object({
  /** Share of equal answers in percent that 99.5 % of the interviews do not reach with a different enumerator and village. */
  percent: z.number(),
  interviews: z.number(),
  /** Questions that nearly all respondents answer in the same way. They are not compared. */
  uniform: z.array(z.number()),
})
export type UsualMatch = z.infer<typeof UsualMatch>

/** A response to compare with. */
export interface Comparable extends Pick<ResponseFacts, 'id' | 'displayId'> {
  fingerprint: Fingerprint
}

/** Returns the share of equal answers in percent from which interviews are flagged. */
export const matchLimit = ({ percent }: UsualMatch, rules: ActiveRules): number =>
  Math.max(rules.get('D6')?.parameters['match'] ?? 100, percent)

/** Returns the share of equal answers in percent, and how many were compared; undefined if there are too few. */
export const matchOf = (
  a: Fingerprint,
  b: Fingerprint,
  rules: ActiveRules,
): { percent: number; questions: number } | undefined => {
  const { common, equal } = compareFingerprints(a, b)
  const fewest = rules.get('D6')?.parameters['questions'] ?? 1
  return common < fewest ? undefined : { percent: (100 * equal) / common, questions: common }
}

/**
 * D6: nearly the same answers as an earlier interview of the enumerator or of the village. `earlier` has the latest
 * first. Only the later one of two interviews is flagged, because it repeats the other.
 */
export const checkMatch = (
  fingerprint: Fingerprint,
  earlier: readonly Comparable[],
  { usual, rules }: { usual: UsualMatch; rules: ActiveRules },
): Finding[] => {
  if (!rules.has('D6')) return []
  let [found, highest] = [undefined as Comparable | undefined, { percent: -1, questions: 0 }]
  for (const other of earlier) {
    const match = matchOf(fingerprint, other.fingerprint, rules)
    if (match && match.percent > highest.percent) [found, highest] = [other, match]
  }
  const limit = matchLimit(usual, rules)
  if (!found || highest.percent < limit) return []
  const evidence = {
    share: round(highest.percent, 1),
    questions: highest.questions,
    ...naming(found),
    limit: round(limit, 1),
  }
  return [toFinding(rules, { rule: 'D6', condition: 'match', evidence })]
}
