import { distanceLimit, VillageCentre } from '@baseline/contract/checks/calibrated.ts'
import { metresBetween } from '@baseline/contract/checks/numbers.ts'
import type { ActiveRules } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { removeCalibration, takeStale, writeCalibration } from './calibrations.ts'
import type { Calibrate } from './calibrations.ts'

/** A centre needs so many positions, by so many enumerators: one person alone can invent a village. */
const fewestInterviews = 5
const fewestEnumerators = 2

/** Considers the latest positions of a village. More of them hardly move a median. */
const maxInterviews = 1_000

interface Village {
  surveyId: string
  key: string
}
type CentreRow = Village & VillageCentre & { enumerators: number }

const findCentres = async (tx: Db, villages: readonly Village[]): Promise<CentreRow[]> => {
  const { rows } = await sql<CentreRow>`
    with located as materialized (
      select village.*, latitude, longitude, investigator
      from json_to_recordset(${JSON.stringify(villages)}::json) as village ("surveyId" uuid, key text)
      cross join lateral (
        select latitude, longitude, investigator from check_facts f
        where f.survey_id = village."surveyId" and f.village = village.key and f.latitude is not null
        order by response_id desc limit ${maxInterviews}) f
    ), centres as (
      select "surveyId", key, percentile_cont(0.5) within group (order by latitude) as centre_latitude,
        percentile_cont(0.5) within group (order by longitude) as centre_longitude, count(*)::int as interviews,
        count(distinct investigator)::int as enumerators
      from located group by 1, 2
    )
    select "surveyId", key, centre_latitude as latitude, centre_longitude as longitude, interviews, enumerators,
      percentile_cont(0.5) within group (order by
        metres_between(centre_latitude, centre_longitude, located.latitude, located.longitude)) as metres
    from centres join located using ("surveyId", key)
    group by 1, 2, 3, 4, 5, 6`.execute(tx)
  return rows
}

const toCentre = (row: CentreRow | undefined): VillageCentre | undefined =>
  row && row.interviews >= fewestInterviews && row.enumerators >= fewestEnumerators
    ? { latitude: row.latitude, longitude: row.longitude, metres: row.metres, interviews: row.interviews }
    : undefined

/** Whether the centre or the limit differ so much that the flags must follow. */
const isDifferent = (
  stored: VillageCentre | undefined,
  current: VillageCentre | undefined,
  rules: ActiveRules,
): boolean => {
  if (!stored || !current) return stored !== current
  const limit = distanceLimit(stored, rules)
  const moved = metresBetween(stored, current) ?? 0
  return Math.max(moved, Math.abs(distanceLimit(current, rules) - limit)) > 0.05 * limit
}

/** Queues the interviews that are far from the new centre, and the interviews with a flag that names the old one. */
const queueFar = (tx: Db, { surveyId, key }: Village, centre: VillageCentre | undefined, limit: number) =>
  sql`
    insert into check_queue (response_id, survey_id, is_recheck)
    select response_id, survey_id, true from check_facts f
    where survey_id = ${surveyId} and village = ${key} and latitude is not null and (
      -- The check computes the distance in another way: includes those that are exactly at the limit.
      metres_between(latitude, longitude, ${centre?.latitude ?? null}, ${centre?.longitude ?? null}) > ${limit * 0.999}
      or exists (select from response_flags flag where flag.response_id = f.response_id and flag.rule = 'G2'
        and flag.state in ('open', 'confirmed', 'waived')))`.execute(tx)

/** Computes the centres of villages. */
export const calibrateVillages: Calibrate = async (tx, readRulesOf) => {
  const stale = await takeStale(tx, { rule: 'G2', values: VillageCentre }, 50)
  if (stale.length === 0) return false
  const rulesOf = await readRulesOf(stale.map(({ surveyId }) => surveyId))
  const nameOf = ({ surveyId, key }: Village): string => `${surveyId} ${key}`
  const rows = new Map((await findCentres(tx, stale)).map((row) => [nameOf(row), row]))
  for (const { values: stored, ...village } of stale) {
    const row = rows.get(nameOf(village))
    const current = toCentre(row)
    const rules = rulesOf(village.surveyId)
    const differs = isDifferent(stored, current, rules)
    if (row) await writeCalibration(tx, { ...village, rule: 'G2' }, differs ? (current ?? null) : undefined)
    else await removeCalibration(tx, { ...village, rule: 'G2' })
    if (differs) await queueFar(tx, village, current, current ? distanceLimit(current, rules) : 0)
  }
  return true
}
