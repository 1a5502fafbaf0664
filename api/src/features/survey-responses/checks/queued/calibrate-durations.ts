import { durationLimits, UsualDuration } from '@baseline/contract/checks/calibrated.ts'
import type { ActiveRules } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { takeStale, writeCalibration } from './calibrations.ts'
import type { Calibrate } from './calibrations.ts'

interface Bar {
  value: number
  n: number
}

/** Returns the median of a histogram. */
const medianOf = (bars: readonly Bar[]): number => {
  const sorted = bars.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { n }) => sum + n, 0)
  const at = (rank: number): number => {
    let below = 0
    for (const { value, n } of sorted) {
      below += n
      if (below >= rank) return value
    }
    return 0
  }
  return (at(Math.ceil(total / 2)) + at(Math.floor(total / 2) + 1)) / 2
}

/** Returns the median duration and its median absolute deviation. */
const usualDurationOf = (bars: readonly Bar[]): UsualDuration | undefined => {
  const interviews = bars.reduce((sum, { n }) => sum + n, 0)
  if (interviews === 0) return undefined
  const median = medianOf(bars)
  const deviation = medianOf(bars.map(({ value, n }) => ({ value: Math.abs(value - median), n })))
  return { median, deviation, interviews }
}

/** Whether the limits differ so much that the flags must follow. */
const isDifferent = (
  stored: UsualDuration | undefined,
  current: UsualDuration | undefined,
  rules: ActiveRules,
): boolean => {
  if (!stored || !current) return stored !== current
  const fewest = rules.get('T5')?.parameters['interviews'] ?? 0
  if (stored.interviews < fewest !== current.interviews < fewest) return true
  const [old, next] = [durationLimits(stored, rules), durationLimits(current, rules)]
  const tolerance = Math.max(1, 0.05 * stored.median)
  return (
    Math.abs(old.shortest - next.shortest) > tolerance || Math.abs(old.longest - next.longest) > tolerance
  )
}

/** Queues the responses with other durations, and the responses with a flag that names the old median. */
const queueOutliers = (
  tx: Db,
  surveyId: string,
  { shortest, longest }: { shortest: number; longest: number },
) =>
  sql`
    insert into check_queue (response_id, survey_id, is_recheck)
    select response_id, survey_id, true from check_facts
    where survey_id = ${surveyId} and (minutes < ${shortest}::float8 or minutes > ${longest}::float8)
    union
    select response_id, survey_id, true from response_flags
    where survey_id = ${surveyId} and rule = 'T5' and state in ('open', 'confirmed', 'waived')`.execute(tx)

/** Computes the median duration of surveys from the rollup. */
export const calibrateDurations: Calibrate = async (tx, readRulesOf) => {
  const stale = await takeStale(tx, { rule: 'T5', values: UsualDuration }, 50)
  if (stale.length === 0) return false
  const surveyIds = stale.map(({ surveyId }) => surveyId)
  const rulesOf = await readRulesOf(surveyIds)
  const { rows } = await sql<Bar & { surveyId: string }>`
    select survey_id as "surveyId", minutes as value, sum(n)::int as n from response_durations
    where dimension = 'investigator' and survey_id = any(${surveyIds}::uuid[]) and n > 0
    group by 1, 2`.execute(tx)
  const histograms = Map.groupBy(rows, ({ surveyId }) => surveyId)
  for (const { surveyId, key, values: stored } of stale) {
    const current = usualDurationOf(histograms.get(surveyId) ?? [])
    const rules = rulesOf(surveyId)
    const differs = isDifferent(stored, current, rules)
    await writeCalibration(tx, { surveyId, rule: 'T5', key }, differs ? (current ?? null) : undefined)
    const limits = durationLimits(current ?? { median: 0, deviation: 0, interviews: 0 }, rules)
    if (differs)
      await queueOutliers(tx, surveyId, current ? limits : { shortest: 0, longest: Number.MAX_SAFE_INTEGER })
  }
  return true
}
