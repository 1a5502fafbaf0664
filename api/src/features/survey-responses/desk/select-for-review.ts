import { createHmac } from 'node:crypto'

import type { SelectionReason } from '@baseline/contract/survey-responses/desk.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/**
 * Draws a response at random: reproducible with the seed, and not predictable without it. The first 48 bits of the
 * HMAC are evenly distributed over 10,000.
 */
const isDrawn = (seed: Buffer, id: string, percent: number): boolean =>
  createHmac('sha256', seed).update(id).digest().readUIntBE(0, 6) % 10_000 < percent * 100

interface Candidate {
  id: string
  surveyId: string
  investigator: number
  week: string
  isFlagged: boolean
  isAgain: boolean
  /** Whether the response has been drawn, and the reason if it was selected. */
  isDecided: boolean
  reason: SelectionReason | null
  percent: number
  minimum: number
  seed: Buffer
}

/** Returns the waiting responses of surveys that review a sample, in the order of their receipt. */
const findCandidates = async (tx: Db, ids: readonly string[], timeZone: string): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select q.response_id as id, q.survey_id as "surveyId", hashtext(q.investigator) as investigator,
      to_char(date_trunc('week', q.received_at at time zone ${timeZone}), 'YYYY-MM-DD') as week,
      q.flag_points > 0 as "isFlagged", r.status = 'resubmitted' as "isAgain",
      d.response_id is not null as "isDecided", d.reason,
      s.sample_percent as percent, s.sample_minimum as minimum, s.seed
    from review_queue q
    join review_settings s on s.survey_id = q.survey_id and s.sample_percent is not null
    join survey_responses r on r.id = q.response_id
    left join review_draws d on d.response_id = q.response_id
    where q.response_id = any(${ids}::uuid[])
    order by q.received_at, q.response_id`.execute(tx)
  return rows
}

const keyOf = ({ surveyId, investigator, week }: Pick<Candidate, 'surveyId' | 'investigator' | 'week'>) =>
  `${surveyId} ${String(investigator)} ${week}`

/** Counts the selected responses of the enumerators and weeks of these responses. */
const countSelected = async (tx: Db, candidates: readonly Candidate[]): Promise<Map<string, number>> => {
  const groups = JSON.stringify(
    candidates.map(({ surveyId, investigator, week }) => ({
      survey_id: surveyId,
      investigator_hash: investigator,
      week,
    })),
  )
  const { rows } = await sql<Pick<Candidate, 'surveyId' | 'investigator' | 'week'> & { count: number }>`
    select d.survey_id as "surveyId", d.investigator_hash as investigator, to_char(d.week, 'YYYY-MM-DD') as week,
      count(*)::int as count
    from (
      select distinct survey_id, investigator_hash, week
      from json_to_recordset(${groups}::json) as groups (survey_id uuid, investigator_hash int, week date)
    ) groups
    join review_draws d using (survey_id, investigator_hash, week)
    where d.reason is not null
    group by d.survey_id, d.investigator_hash, d.week`.execute(tx)
  return new Map(rows.map((row) => [keyOf(row), row.count]))
}

/** A selected response stays selected. Another one is selected once it gets a flag or comes back after a return. */
const reasonOf = (candidate: Candidate, selectedInWeek: number): SelectionReason | null => {
  if (candidate.reason) return candidate.reason
  if (candidate.isAgain) return 'again'
  if (candidate.isFlagged) return 'flagged'
  if (candidate.isDecided) return null
  if (isDrawn(candidate.seed, candidate.id, candidate.percent)) return 'random'
  return selectedInWeek < candidate.minimum ? 'minimum' : null
}

const storeDraws = (tx: Db, draws: readonly (Candidate & { reason: SelectionReason | null })[]) =>
  sql`
    insert into review_draws (response_id, survey_id, investigator_hash, week, reason)
    select response_id, survey_id, investigator_hash, week, reason
    from json_to_recordset(${JSON.stringify(
      draws.map(({ id, surveyId, investigator, week, reason }) => ({
        response_id: id,
        survey_id: surveyId,
        investigator_hash: investigator,
        week,
        reason,
      })),
    )}::json) as draws (response_id uuid, survey_id uuid, investigator_hash int, week date, reason text)
    on conflict (response_id) do update set reason = excluded.reason
    where review_draws.reason is distinct from excluded.reason`.execute(tx)

const removeDeleted = (tx: Db, ids: readonly string[]) =>
  sql`
    delete from review_draws where response_id = any(${ids}::uuid[])
      and not exists (select from survey_responses where id = response_id)`.execute(tx)

/**
 * Selects the waiting responses that are reviewed, by the policies of their surveys. One worker runs at a time, so that
 * the count of a week is exact.
 */
export const selectForReview = async (tx: Db, ids: readonly string[], timeZone: string): Promise<void> => {
  await removeDeleted(tx, ids)
  const candidates = await findCandidates(tx, ids, timeZone)
  const counts = await countSelected(tx, candidates)
  const draws = candidates.map((candidate) => {
    const key = keyOf(candidate)
    const count = counts.get(key) ?? 0
    const reason = reasonOf(candidate, count)
    if (reason && !candidate.reason) counts.set(key, count + 1)
    return { ...candidate, reason }
  })
  if (draws.length > 0) await storeDraws(tx, draws)
  const left = draws.filter(({ reason }) => reason === null).map(({ id }) => id)
  await sql`
    update review_queue set is_selected = not is_selected
    where response_id = any(${ids}::uuid[]) and is_selected = (response_id = any(${left}::uuid[]))`.execute(
    tx,
  )
}
