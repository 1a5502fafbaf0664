import { setTimeout as sleep } from 'node:timers/promises'

import type { CheckedFacts } from '@baseline/contract/checks/response-facts.ts'
import { inlineRules } from '@baseline/contract/checks/rules.ts'
import type { Finding, RuleId } from '@baseline/contract/checks/rules.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

import { findToCheck } from '../queries.ts'
import { withVersions } from './check-new-responses.ts'
import { checkRecord } from './check-record.ts'
import { enumeratorFactsOf } from './enumerators/enumerator-facts.ts'
import type { EnumeratorFacts } from './enumerators/enumerator-facts.ts'
import { storeEnumerators } from './enumerators/store-enumerators.ts'
import { removeFlags, replaceFlags } from './flag-rows.ts'
import { checkQueuedRules, comparedRules, findAffected, storeFacts } from './queued/check-queued-rules.ts'
import { factsOf } from './queued/facts-of.ts'
import { findPhotos } from './queued/photo-facts.ts'
import { readRules } from './read-rules.ts'
import { updateQueue } from './review-queue.ts'

/** A change can affect hundreds of other responses: the size of the batches follows their duration. */
const batchSizes = { first: 50, most: 200 }
const batchMs = 1_000

/** Code of PostgreSQL for a lock timeout. */
const lockNotAvailable = '55P03'

type Surveys = Awaited<ReturnType<typeof readRules>>

interface Batch {
  entries: string[]
  ids: string[]
  surveyIds: string[]
}

/**
 * Makes the workers and the calibrations take turns, so that figures have one writer. PostgreSQL grants the lock in the
 * order of the requests: checks begin after one batch of a calibration, although many of them follow each other.
 */
const takeTurn = async (tx: Db): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtext('check-responses')) from set_config('lock_timeout', '1000', true)`.execute(
    tx,
  )
  await sql`set local lock_timeout to default`.execute(tx)
}

/** Takes the oldest entries of the queue. Rechecks wait behind new responses. */
const takeBatch = async (tx: Db, size: number): Promise<Batch | undefined> => {
  const taken = await tx
    .selectFrom('check_queue')
    .select(['id', 'response_id', 'survey_id'])
    .orderBy('is_recheck')
    .orderBy('id')
    .limit(size)
    .execute()
  if (taken.length === 0) return undefined
  return {
    entries: taken.map(({ id }) => String(id)),
    ids: [...new Set(taken.map(({ response_id: id }) => id))],
    surveyIds: taken.map(({ survey_id: surveyId }) => surveyId),
  }
}

/** Returns what phones reported about the answers of responses. */
export const findProblems = async (
  tx: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SubmissionProblem>> => {
  const { rows } = await sql<{ id: string; problem: SubmissionProblem }>`
    select distinct on (response_id) response_id as id, problem from field_submissions
    where response_id = any(${ids}::uuid[]) and state = 'stored'
    order by response_id, id desc`.execute(tx)
  return new Map(rows.flatMap(({ id, problem }) => (problem ? [[id, problem]] : [])))
}

/** Applies the inline rules to responses, and reads what the queued rules compare. */
const readBatch = async (tx: Db, ids: readonly string[], { findSurvey }: Surveys) => {
  const problems = await findProblems(tx, ids)
  const inline = new Map<string, Finding[]>()
  const facts: CheckedFacts[] = []
  const enumerators: EnumeratorFacts[] = []
  const records = await findToCheck(tx, ids)
  const photos = await findPhotos(tx, ids)
  for (const record of records) {
    const survey = await findSurvey(record.surveyId, record.surveyVersion)
    if (!survey) continue
    inline.set(record.id, checkRecord({ ...record, problem: problems.get(record.id) ?? null }, survey))
    const compared = factsOf(record, survey, photos.get(record.id) ?? [])
    if (compared) facts.push(compared)
    const counted = enumeratorFactsOf(record, survey)
    if (counted) enumerators.push(counted)
  }
  return {
    records: records.filter(({ id }) => inline.has(id)),
    exists: new Set(records.map(({ id }) => id)),
    inline,
    facts,
    enumerators,
  }
}

/** Checks the next responses of the queue. Returns the number of entries that it took. */
const checkBatch = async (tx: Db, timeZone: string, size: number): Promise<number> => {
  await takeTurn(tx)
  const batch = await takeBatch(tx, size)
  if (!batch) return 0
  const { entries, ids } = batch
  const surveys = await readRules(tx, batch.surveyIds, timeZone)
  const { rulesOf } = surveys
  const { records, inline, facts, enumerators, exists } = await readBatch(tx, ids, surveys)
  const changes = await storeFacts(tx, ids, facts)
  await storeEnumerators(tx, ids, enumerators)
  const checked = new Set(records.map(({ id }) => id))
  const affected = (await findAffected(tx, changes, rulesOf)).filter(({ id }) => !checked.has(id))
  const compared = await checkQueuedRules(tx, [...facts, ...affected], rulesOf)
  const coverageOf = (surveyId: string, evaluated: readonly RuleId[]) => ({
    evaluated,
    isActive: (rule: RuleId) => rulesOf(surveyId).has(rule),
  })
  await replaceFlags(tx, [
    ...records.map((record) => ({
      ...coverageOf(record.surveyId, [...inlineRules, ...comparedRules]),
      responseId: record.id,
      surveyId: record.surveyId,
      investigator: record.investigator,
      findings: withVersions(rulesOf(record.surveyId), [
        ...(inline.get(record.id) ?? []),
        ...(compared.get(record.id) ?? []),
      ]),
    })),
    ...affected.map(({ id, surveyId, investigator }) => ({
      ...coverageOf(surveyId, comparedRules),
      responseId: id,
      surveyId,
      investigator,
      findings: withVersions(rulesOf(surveyId), compared.get(id) ?? []),
    })),
  ])
  await removeFlags(
    tx,
    ids.filter((id) => !exists.has(id)),
  )
  await updateQueue(tx, [...ids, ...affected.map(({ id }) => id)], timeZone)
  await sql`delete from check_queue where id = any(${entries}::bigint[])`.execute(tx)
  return entries.length
}

/** Returns the number of entries that it took: 0 if the queue is empty or another worker checks. */
const checkNext = async (db: Db, timeZone: string, size: number): Promise<number> => {
  try {
    return await inTransaction(db, (tx) => checkBatch(tx, timeZone, size))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) return 0
    throw error
  }
}

/**
 * Checks the responses of the queue, one transaction per batch, until the time is over or a batch has taken the last
 * ones. Responses that arrive during a run wait for the next one: a batch has a constant cost.
 */
export const checkQueued = async (db: Db, timeZone: string, seconds: number): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  let size = batchSizes.first
  for (;;) {
    const startedAt = performance.now()
    if ((await checkNext(db, timeZone, size)) < size || Date.now() >= deadline) return
    const fitting = Math.floor((size * batchMs) / (performance.now() - startedAt))
    size = Math.max(1, Math.min(batchSizes.most, 2 * size, fitting))
  }
}

/**
 * Checks the responses that have changed until now. Waits for another worker that checks at the same time. An erasure
 * calls this, so that no fact, figure or flag of the erased data is left when it ends.
 */
export const checkChanged = async (db: Db, timeZone: string): Promise<void> => {
  const { rows } = await sql<{ last: string | null }>`select max(id)::text as last from check_queue`.execute(
    db,
  )
  const last = rows[0]?.last ?? '0'
  const waits = () =>
    db
      .selectFrom('check_queue')
      .select('id')
      .where('is_recheck', '=', false)
      .where(sql<boolean>`id <= ${last}::bigint`)
      .limit(1)
      .executeTakeFirst()
  while (await waits()) if ((await checkNext(db, timeZone, batchSizes.first)) === 0) await sleep(100)
}

/** Checks new and changed responses within seconds. */
export const checkJob = job({
  name: 'check-responses',
  data: z.object({}),
  everyMs: 1_000,
  run: (_data, { streams, timeZone }: { streams: Db; timeZone: string }) =>
    checkQueued(streams, timeZone, 20),
})
