import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

const batchRows = 2_000
const removedRows = 20_000

/** Whether all transactions have ended that may not have seen the last change of a question. */
const hasSettled = sql<boolean>`changed_in < pg_snapshot_xmin(pg_current_snapshot())`

/** Deletes some answers of a removed question, then the question. */
const removeBatch = async (tx: Db): Promise<boolean> => {
  const question = await tx
    .selectFrom('searchable_questions')
    .select('id')
    .where('state', '=', 'removed')
    .where(hasSettled)
    .orderBy('id')
    .executeTakeFirst()
  if (!question) return false
  const { numAffectedRows: deleted = 0n } = await sql`
    delete from response_answers where ctid = any(array(
      select ctid from response_answers where question_id = ${question.id} limit ${removedRows}))`.execute(tx)
  if (deleted === 0n) await tx.deleteFrom('searchable_questions').where('id', '=', question.id).execute()
  return true
}

/** Fills the next responses of one survey, for all questions that are at the same position. */
const fillBatch = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ survey_id: string; ids: number[] }>`
    select survey_id, array_agg(id order by id) as ids from searchable_questions
    where state = 'filling' and ${hasSettled}
    group by survey_id, filled_time, filled_id order by min(id) limit 1`.execute(tx)
  const [next] = rows
  if (!next) return false
  await sql`select fill_answers(${next.ids}::int[], ${next.survey_id}, ${batchRows})`.execute(tx)
  return true
}

/** Prepares the answers to new searchable questions, one transaction per batch, until the time is over. */
export const fillAnswers = async (db: Db, seconds: number): Promise<void> => {
  const deadline = Date.now() + seconds * 1000
  const runBatch = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ isFree: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('fill-answers')) as "isFree"`.execute(tx)
      return rows[0]?.isFree === true && ((await removeBatch(tx)) || (await fillBatch(tx)))
    })
  while ((await runBatch()) && Date.now() < deadline);
}

/** Prepares the answers of existing responses to the questions that managers mark as searchable. */
export const fillAnswersJob = job({
  name: 'fill-answers',
  data: z.object({}),
  everyMs: 2_000,
  // Uses `streams`, which has no statement timeout: a batch can exceed it.
  run: (_data, { streams }: { streams: Db }) => fillAnswers(streams, 5),
})
