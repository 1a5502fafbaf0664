import { inlineRules } from '@baseline/contract/checks/rules.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

import { findToCheck } from '../queries.ts'
import { withVersions } from './check-new-responses.ts'
import { checkRecord } from './check-record.ts'
import { replaceFlags } from './flag-rows.ts'
import { readRules } from './read-rules.ts'
import { updateQueue } from './review-queue.ts'

const batchSize = 200

/** Takes the oldest entries of the queue. One worker runs at a time, so that figures have one writer. */
const takeBatch = async (tx: Db): Promise<{ entries: string[]; ids: string[] }> => {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('check-responses')) as "isFree"`.execute(tx)
  if (!rows[0]?.isFree) return { entries: [], ids: [] }
  const taken = await tx
    .selectFrom('check_queue')
    .select(['id', 'response_id'])
    .orderBy('id')
    .limit(batchSize)
    .execute()
  return {
    entries: taken.map(({ id }) => String(id)),
    ids: [...new Set(taken.map(({ response_id: id }) => id))],
  }
}

/** Returns what phones reported about the answers of responses. */
const findProblems = async (
  tx: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SubmissionProblem>> => {
  const { rows } = await sql<{ id: string; problem: SubmissionProblem }>`
    select distinct on (response_id) response_id as id, problem from field_submissions
    where response_id = any(${ids}::uuid[]) and state = 'stored'
    order by response_id, id desc`.execute(tx)
  return new Map(rows.flatMap(({ id, problem }) => (problem ? [[id, problem]] : [])))
}

/** Checks the next responses of the queue. Returns false if there are none, or if another worker checks. */
const checkBatch = async (tx: Db, timeZone: string): Promise<boolean> => {
  const { entries, ids } = await takeBatch(tx)
  if (entries.length === 0) return false
  const records = await findToCheck(tx, ids)
  const problems = await findProblems(tx, ids)
  const findSurvey = await readRules(
    tx,
    records.map(({ surveyId }) => surveyId),
    timeZone,
  )
  const checked = []
  for (const record of records) {
    const survey = await findSurvey(record.surveyId, record.surveyVersion)
    if (!survey) continue
    const findings = checkRecord({ ...record, problem: problems.get(record.id) ?? null }, survey)
    checked.push({
      responseId: record.id,
      surveyId: record.surveyId,
      investigator: record.investigator,
      findings: withVersions(survey.rules, findings),
      evaluated: inlineRules,
      isActive: (rule: Parameters<typeof survey.rules.has>[0]) => survey.rules.has(rule),
    })
  }
  await replaceFlags(tx, checked)
  await updateQueue(tx, ids, timeZone)
  await sql`delete from check_queue where id = any(${entries}::bigint[])`.execute(tx)
  return true
}

/** Checks the responses of the queue, one transaction per batch, until the time is over or the queue is empty. */
export const checkQueued = async (db: Db, timeZone: string, seconds: number): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  while ((await inTransaction(db, (tx) => checkBatch(tx, timeZone))) && Date.now() < deadline);
}

/** Checks new and changed responses within seconds. */
export const checkJob = job({
  name: 'check-responses',
  data: z.object({}),
  everyMs: 1_000,
  run: (_data, { streams, timeZone }: { streams: Db; timeZone: string }) =>
    checkQueued(streams, timeZone, 20),
})
