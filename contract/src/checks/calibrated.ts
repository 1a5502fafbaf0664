import { z } from 'zod'

import { metresBetween, round } from './numbers.ts'
import type { ResponseFacts } from './response-facts.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Finding } from './rules.ts'

/** Centre of a village, and the median distance of its interviews. */
export const VillageCentre = z.object({
  latitude: z.number(),
  longitude: z.number(),
  metres: z.number(),
  interviews: z.number(),
})
export type VillageCentre = z.infer<typeof VillageCentre>

/** Median duration of a survey in minutes, and the median absolute deviation from it. */
export const UsualDuration = z.object({ median: z.number(), deviation: z.number(), interviews: z.number() })
export type UsualDuration = z.infer<typeof UsualDuration>

/** Returns the distance from the centre of a village above which an interview is flagged. */
export const distanceLimit = ({ metres }: VillageCentre, rules: ActiveRules): number => {
  const { distance = 0, factor = 0 } = rules.get('G2')?.parameters ?? {}
  return Math.max(distance, factor * metres)
}

/** G2: the interview is far from its village. */
export const checkVillage = (
  facts: ResponseFacts,
  centre: VillageCentre | undefined,
  rules: ActiveRules,
): Finding[] => {
  const metres = centre && metresBetween(facts, centre)
  if (!centre || metres === undefined || !rules.has('G2')) return []
  const limit = distanceLimit(centre, rules)
  if (metres <= limit) return []
  const evidence = { metres: round(metres), median: round(centre.metres), limit: round(limit) }
  return [toFinding(rules, { rule: 'G2', condition: 'far', evidence })]
}

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const normalScale = 0.6745

/** Returns the durations in minutes below and above which an interview is flagged. */
export const durationLimits = ({ median, deviation }: UsualDuration, rules: ActiveRules) => {
  const limit = rules.get('T5')?.parameters['z'] ?? 0
  // If all durations are equal, each different one would be an outlier.
  const spread = (limit * Math.max(deviation, 1, 0.05 * median)) / normalScale
  return { shortest: median - spread, longest: median + spread }
}

/** T5: the modified z-score of the duration, 0.6745 · (minutes − median) / deviation, is beyond the limit. */
export const checkDuration = (
  { minutes }: Pick<ResponseFacts, 'minutes'>,
  usual: UsualDuration | undefined,
  rules: ActiveRules,
): Finding[] => {
  const rule = rules.get('T5')
  if (!rule || !usual || minutes === null || usual.interviews < (rule.parameters['interviews'] ?? 0))
    return []
  const { shortest, longest } = durationLimits(usual, rules)
  const { median } = usual
  if (minutes < shortest)
    return [
      toFinding(rules, {
        rule: 'T5',
        condition: 'short',
        evidence: { minutes, median, limit: round(shortest, 1) },
      }),
    ]
  if (minutes <= longest) return []
  const evidence = { minutes, median, limit: round(longest, 1) }
  return [toFinding(rules, { rule: 'T5', condition: 'long', evidence })]
}
