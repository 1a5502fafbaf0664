import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import { skipReasons } from '@baseline/contract/survey-responses/contract.ts'
import type {
  changeManyStatuses,
  Skipped,
  SkipReason,
  StatusJob,
} from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import { auditAll } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translateTo } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'

import { missingAnswers, statusEntry } from './change-status.ts'
import type { Reviewing } from './change-status.ts'
import { commentOnAll } from './comments.ts'
import { matching } from './filter.ts'
import * as responses from './queries.ts'
import { rolesHeldNow } from './scope.ts'

type Asked = Input<typeof changeManyStatuses>['body']
type SkippedCounts = Partial<Record<SkipReason, number>>

const asList = (counts: SkippedCounts): Skipped =>
  skipReasons.flatMap((reason) => (counts[reason] ? [{ reason, count: counts[reason] }] : []))

const presentJob = (row: Selectable<Schema['response_status_jobs']>): StatusJob => {
  const skipped = asList(row.skipped)
  const done = row.changed + skipped.reduce((sum, { count }) => sum + count, 0)
  return {
    id: row.id,
    status: row.state,
    target: row.target,
    count: row.count,
    done,
    changed: row.changed,
    skipped,
    progress: row.count === 0 ? 100 : Math.floor((done / row.count) * 100),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

const meant = async (reviewing: Reviewing, { ids, filter }: Asked) => {
  const found = (await matching(reviewing, filter)).from(reviewing.db)
  return ids ? found.where('id', 'in', ids) : found
}

/** Counts what a review would change now. Missing answers are only checked during the review. */
export const tryReview = async (reviewing: Reviewing, asked: Asked) => {
  const groups = await (
    await meant(reviewing, asked)
  )
    .select(['status', sql<boolean>`end_time is not null`.as('hasEndTime')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['status', sql`end_time is not null`])
    .execute()
  const { status: to, comment, ids } = asked
  const found = groups.reduce((sum, { count }) => sum + count, 0)
  const named = ids ? new Set(ids).size : found
  const counts: SkippedCounts = named > found ? { gone: named - found } : {}
  let changes = 0
  for (const { status: from, hasEndTime, count } of groups) {
    const refusal = refuseStatus({ from, to, comment, hasEndTime, roles: reviewing.actor.roles })
    if (refusal) counts[refusal] = (counts[refusal] ?? 0) + count
    else changes += count
  }
  return { dryRun: true as const, count: named, changes, skipped: asList(counts) }
}

/**
 * Stores the ids of the matching responses as a job for the worker. Responses that are received later are not
 * changed. Each response is checked in its state at the time of its change.
 */
export const beginReview = async (reviewing: Reviewing, asked: Asked): Promise<StatusJob> => {
  const { db, author, actor } = reviewing
  const { responses: max } = limits.review
  const begun = await db
    .insertInto('response_status_jobs')
    .values({
      target: asked.status,
      comment: asked.comment ?? null,
      count: 0,
      created_by_id: actor.userId,
      created_by_email: author.email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const named = db
    .selectFrom(sql<{ id: string }>`unnest(${asked.ids ?? []}::uuid[])`.as<'named'>(sql`named(id)`))
    .select([sql<string>`${begun.id}::uuid`.as('job_id'), 'named.id as response_id'])
    .distinct()
  const found = (await meant(reviewing, asked))
    .select([sql<string>`${begun.id}::uuid`.as('job_id'), 'id as response_id'])
    .limit(max + 1)
  const { numInsertedOrUpdatedRows: many = 0n } = await db
    .insertInto('response_status_items')
    .columns(['job_id', 'response_id'])
    .expression(asked.ids ? named : found)
    .executeTakeFirst()
  if (many > max) throw new AppError('entities.surveyResponses.errors.tooMany', { max })
  const row = await db
    .updateTable('response_status_jobs')
    .set({ count: Number(many) })
    .where('id', '=', begun.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return presentJob(row)
}

/** Returns a job to the user who started it, and to managers. */
export const getJob = async ({ db, actor }: Reviewing, id: string): Promise<StatusJob> => {
  const row = await db
    .selectFrom('response_status_jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(!actor.roles.includes('manager'), (query) => query.where('created_by_id', '=', actor.userId))
    .executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  return presentJob(row)
}

/** Reads the current roles of the reviewer, so that a revoked role ends the review. */
const reviewerOf = async (
  tx: Db,
  row: Selectable<Schema['response_status_jobs']>,
  timeZone: string,
): Promise<Reviewing | undefined> => {
  const { created_by_id: userId, created_by_email: email } = row
  const roles = await rolesHeldNow(tx, userId)
  if (!can({ roles }, 'surveyResponsesEdit')) return undefined
  const author = { id: userId, email }
  const language = 'en' // problems are counted, not shown
  return { db: tx, actor: { userId, roles }, author, t: translateTo(language), language, timeZone }
}

const finish = async (tx: Db, id: string, state: 'SUCCESS' | 'FAILED'): Promise<void> => {
  await tx.deleteFrom('response_status_items').where('job_id', '=', id).execute()
  await tx
    .updateTable('response_status_jobs')
    .set({ state, finished_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'START')
    .execute()
}

/** Removes the next responses from the list; a rollback puts them back. */
const takeItems = async (tx: Db, jobId: string): Promise<string[]> => {
  const taken = await tx
    .deleteFrom('response_status_items')
    .where('job_id', '=', jobId)
    .where('response_id', 'in', (eb) =>
      eb
        .selectFrom('response_status_items')
        .select('response_id')
        .where('job_id', '=', jobId)
        .orderBy('response_id')
        .limit(limits.review.chunk),
    )
    .returning('response_id')
    .execute()
  return taken.map((one) => one.response_id)
}

const keepForUndo = async (tx: Db, jobId: string, changing: readonly SurveyResponse[]): Promise<void> => {
  if (changing.length === 0) return
  await tx
    .insertInto('response_status_changes')
    .values(
      changing.map(({ id, displayId, status, version }) => ({
        job_id: jobId,
        response_id: id,
        display_id: displayId,
        previous_status: status,
        version: version + 1,
      })),
    )
    .execute()
}

const reviewItems = async (
  reviewing: Reviewing,
  { id: jobId, target: to, comment }: Selectable<Schema['response_status_jobs']>,
  ids: readonly string[],
) => {
  const { db, actor } = reviewing
  const found = await responses.lockAll(reviewing, ids)
  const counts: SkippedCounts = {}
  const skip = (reason: SkipReason, count = 1) => {
    if (count > 0) counts[reason] = (counts[reason] ?? 0) + count
  }
  skip('gone', ids.length - found.length)
  const changing = []
  for (const one of found) {
    const hasEndTime = one.endTime !== null
    const refusal = refuseStatus({ from: one.status, to, comment, hasEndTime, roles: actor.roles })
    if (refusal) skip(refusal)
    else if ((await missingAnswers(reviewing, one, to)).length > 0) skip('incomplete')
    else changing.push(one)
  }
  await responses.setStatus(
    db,
    changing.map(({ id }) => id),
    to,
  )
  await auditAll(
    reviewing,
    changing.map((one) => statusEntry(one, to, comment)),
  )
  if (comment) await commentOnAll(reviewing, changing, comment, to)
  await keepForUndo(db, jobId, changing)
  return { changed: changing.length, counts }
}

/**
 * Reviews one chunk in one transaction: the changes, their audit entries, and the progress of the job. If the
 * worker is killed, all of it is rolled back. The lock on the row of the job makes two workers take turns.
 */
const reviewChunk = (db: Db, timeZone: string, jobId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('response_status_jobs')
      .selectAll()
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.state !== 'START') return false
    const reviewing = await reviewerOf(tx, row, timeZone)
    const ids = reviewing ? await takeItems(tx, jobId) : []
    if (!reviewing || ids.length === 0) {
      await finish(tx, jobId, reviewing ? 'SUCCESS' : 'FAILED')
      return false
    }
    const { changed, counts } = await reviewItems(reviewing, row, ids)
    const skipped = Object.fromEntries(
      skipReasons.map((reason) => [reason, (row.skipped[reason] ?? 0) + (counts[reason] ?? 0)]),
    )
    await tx
      .updateTable('response_status_jobs')
      .set((eb) => ({ changed: eb('changed', '+', changed), skipped: JSON.stringify(skipped) }))
      .where('id', '=', jobId)
      .execute()
    return true
  })

export const reviewJob = job({
  name: 'review-responses',
  data: z.strictObject({ jobId: z.uuid() }),
  run: async ({ jobId }, { db, timeZone }: { db: Db; timeZone: string }) => {
    try {
      while (await reviewChunk(db, timeZone, jobId));
    } catch (error) {
      // A transient error is retried by the queue; any other error would occur again.
      if (!isTransient(error)) await inTransaction(db, (tx) => finish(tx, jobId, 'FAILED'))
      throw error
    }
  },
})
