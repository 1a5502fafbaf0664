import { ruleOf } from '@baseline/contract/checks/rules.ts'
import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

import { requestEnumeratorChecks } from '../enumerators/due-surveys.ts'

/** Responses received before were reviewed long ago: an activated rule adds no flags to them. */
const recheckedDays = 90
/** Responses per transaction. */
const batchSize = 200
/** Entries of the check queue above which the job waits. New interviews are checked before rechecks. */
const queueRoom = 400

/**
 * Requests that responses are checked again after a change of a rule: those with flags of it, and for an active rule
 * also those received in the last 90 days. For a rule that compares enumerators, requests that they are compared again.
 */
export const requestRecheck = async (
  tx: Db,
  { surveyId, rule }: { surveyId: string; rule: RuleId },
  { isActive }: { isActive: boolean },
): Promise<void> => {
  if (ruleOf(rule).mode === 'group') return requestEnumeratorChecks(tx, surveyId)
  await sql`
    insert into check_rechecks (survey_id, rule, received_from)
    values (${surveyId}, ${rule}, case when ${isActive} then now() - make_interval(days => ${recheckedDays}) end)
    on conflict (survey_id, rule) do update set phase = 'flags', position_at = 'infinity', position_id = null,
      received_from = excluded.received_from, requested_at = now()`.execute(tx)
}

interface Recheck {
  survey_id: string
  rule: string
  phase: 'flags' | 'received'
  hasWindow: boolean
}

const findNext = async (tx: Db): Promise<Recheck | undefined> => {
  const { rows } = await sql<Recheck>`
    select survey_id, rule, phase, received_from is not null as "hasWindow" from check_rechecks
    order by requested_at, survey_id, rule limit 1 for update`.execute(tx)
  return rows[0]
}

/** Adds the next responses with flags that a reviewer can still see, in the order of their ids. */
const addFlagged = ({ survey_id: surveyId, rule }: Recheck) => {
  const withState = (state: string) => sql`(
    select response_id from response_flags
    where survey_id = ${surveyId} and rule = ${rule} and state = ${state} and (recheck.position_id is null or response_id > recheck.position_id)
    order by response_id limit ${batchSize})`
  return sql`
    select distinct flagged.response_id as id, null::timestamptz as at from recheck, lateral (
      ${withState('open')} union all ${withState('confirmed')} union all ${withState('waived')}) flagged
    order by flagged.response_id limit ${batchSize}`
}

/** Adds the next responses by their time of receipt, the latest first. */
const addReceived = ({ survey_id: surveyId }: Recheck) => sql`
  select received.id, received.created_at as at from recheck, lateral (
    select id, created_at from survey_responses
    where survey_id = ${surveyId} and created_at >= recheck.received_from
      and created_at <= recheck.position_at
      and (recheck.position_id is null or (created_at, id) < (recheck.position_at, recheck.position_id))
    order by created_at desc nulls last, id desc limit ${batchSize}) received`

/** Puts the next responses into the check queue. Returns how many. */
const addBatch = async (tx: Db, next: Recheck): Promise<number> => {
  const isFlags = next.phase === 'flags'
  const { rows } = await sql<{ count: number }>`
    with recheck as (
      select * from check_rechecks where survey_id = ${next.survey_id} and rule = ${next.rule}
    ), batch as materialized (${isFlags ? addFlagged(next) : addReceived(next)}
    ), queued as (
      insert into check_queue (response_id, survey_id, is_recheck) select id, ${next.survey_id}, true from batch
    ), moved as (
      update check_rechecks set
        position_at = coalesce((select min(at) from batch), position_at),
        position_id = (select id from batch order by at, ${isFlags ? sql`id desc` : sql`id`} limit 1)
      where survey_id = ${next.survey_id} and rule = ${next.rule} and exists (select from batch)
    )
    select count(*)::int as count from batch`.execute(tx)
  return rows[0]?.count ?? 0
}

const endPhase = async (tx: Db, { survey_id: surveyId, rule, phase, hasWindow }: Recheck): Promise<void> => {
  await (
    phase === 'flags' && hasWindow
      ? sql`
        update check_rechecks set phase = 'received', position_at = 'infinity', position_id = null
        where survey_id = ${surveyId} and rule = ${rule}`
      : sql`delete from check_rechecks where survey_id = ${surveyId} and rule = ${rule}`
  ).execute(tx)
}

/** Adds one batch. Returns false if there is nothing to add, or if the check queue is long. */
const recheckBatch = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ isFree: boolean; waiting: number }>`
    select pg_try_advisory_xact_lock(hashtext('recheck-responses')) as "isFree",
      (select count(*)::int from (select from check_queue limit ${queueRoom}) first) as waiting`.execute(tx)
  const [state] = rows
  if (!state?.isFree || state.waiting >= queueRoom) return false
  const next = await findNext(tx)
  if (!next) return false
  if ((await addBatch(tx, next)) === 0) await endPhase(tx, next)
  return true
}

/** Adds batches until the check queue is long or nothing is left. */
export const addRechecks = async (db: Db): Promise<void> => {
  while (await inTransaction(db, recheckBatch));
}

/** Spreads the checks after changes of rules over time. Checks of new interviews come first. */
export const recheckJob = job({
  name: 'recheck-responses',
  data: z.object({}),
  everyMs: 1_000,
  run: (_data, { streams }: { streams: Db }) => addRechecks(streams),
})
