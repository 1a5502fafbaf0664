import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import { isAllowedTo } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { undoHours, undoSkipReasons } from '@baseline/contract/survey-responses/undo.ts'
import type { UndoJob, UndoSkipReason } from '@baseline/contract/survey-responses/undo.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import { auditAll } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import type { Schema } from '#platform/database/schema.ts'
import { selectResponses } from '#platform/database/scoped-tables.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'

import * as responses from '../queries.ts'
import { loadReader, seesJobsOfOthers } from '../scope.ts'
import type { Reader } from '../scope.ts'
import { undoEntry, withinUndoHours } from './undo-status.ts'

type Change = Selectable<Schema['response_status_changes']>
type Skip = { change: Change; reason: UndoSkipReason }

interface Services {
  db: Db
  scopeOf: ScopeOf
}

const present = async (
  { db, scope }: Reader,
  row: Selectable<Schema['response_undo_jobs']>,
): Promise<UndoJob> => {
  const skips = await db
    .selectFrom('response_undo_skips')
    .select(['response_id as id', 'display_id as displayId', 'reason'])
    .where('job_id', '=', row.job_id)
    .$if(scope !== 'all', (query) =>
      query.where('response_id', 'in', selectResponses(db, scope).select('survey_responses.id')),
    )
    .orderBy('response_id')
    .limit(limits.review.listedSkips)
    .execute()
  const skipped = undoSkipReasons.flatMap((reason) =>
    row.skipped[reason] ? [{ reason, count: row.skipped[reason] }] : [],
  )
  const done = row.reverted + skipped.reduce((sum, { count }) => sum + count, 0)
  return {
    id: row.job_id,
    status: row.state,
    count: row.count,
    done,
    reverted: row.reverted,
    skipped,
    skippedResponses: skips,
    progress: row.count === 0 ? 100 : Math.floor((done / row.count) * 100),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

const findUndo = (db: Db, jobId: string) =>
  db.selectFrom('response_undo_jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst()

/** Starts the undo of the caller's own bulk review. A second call returns the undo that was started first. */
export const startUndo = async (
  reader: Reader,
  jobId: string,
): Promise<{ undo: UndoJob; isNew: boolean }> => {
  const { db, actor, scope } = reader
  const review = await db
    .selectFrom('response_status_jobs')
    .select(['state', 'changed', 'created_by_id', sql<boolean>`created_at ${withinUndoHours}`.as('isOpen')])
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
  const isOwn = review?.created_by_id === actor.userId
  // A review of another user may cover responses outside of a limited scope.
  if (!review || (!isOwn && scope !== 'all')) throw new AppError('errors.recordNotFound')
  if (!isOwn) throw new AppError('entities.surveyResponses.errors.undoOther')
  const existing = await findUndo(db, jobId)
  if (existing) return { undo: await present(reader, existing), isNew: false }
  if (review.state === 'START') throw new AppError('entities.surveyResponses.errors.undoRunning')
  if (!review.isOpen) throw new AppError('entities.surveyResponses.errors.undoTooLate', { hours: undoHours })
  const row = await db
    .insertInto('response_undo_jobs')
    .values({ job_id: jobId, count: review.changed })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { undo: await present(reader, row), isNew: true }
}

export const getUndo = async (reader: Reader, jobId: string): Promise<UndoJob> => {
  const row = await reader.db
    .selectFrom('response_undo_jobs')
    .innerJoin('response_status_jobs', 'response_status_jobs.id', 'response_undo_jobs.job_id')
    .selectAll('response_undo_jobs')
    .where('job_id', '=', jobId)
    .$if(!seesJobsOfOthers(reader, 'statusJobsReadAll'), (query) =>
      query.where('created_by_id', '=', reader.actor.userId),
    )
    .executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  return present(reader, row)
}

const finish = async (tx: Db, jobId: string, state: 'SUCCESS' | 'FAILED'): Promise<void> => {
  await tx
    .updateTable('response_undo_jobs')
    .set({ state, finished_at: new Date() })
    .where('job_id', '=', jobId)
    .where('state', '=', 'START')
    .execute()
}

/** Removes the next changes from the list; a rollback puts them back. */
const takeChanges = (tx: Db, jobId: string): Promise<Change[]> =>
  tx
    .deleteFrom('response_status_changes')
    .where('job_id', '=', jobId)
    .where('response_id', 'in', (eb) =>
      eb
        .selectFrom('response_status_changes')
        .select('response_id')
        .where('job_id', '=', jobId)
        .orderBy('response_id')
        .limit(limits.review.chunk),
    )
    .returningAll()
    .execute()

const revert = async (
  { author, ...reader }: Reader & { author: Author },
  changes: readonly Change[],
  target: ResponseStatus,
): Promise<{ reverted: number; skips: Skip[] }> => {
  const { db, actor } = reader
  const locked = await responses.lockAll(
    reader,
    changes.map((change) => change.response_id),
  )
  const versions = new Map(locked.map(({ id, version }) => [id, version]))
  const findSkipReason = (change: Change): UndoSkipReason | undefined => {
    const version = versions.get(change.response_id)
    if (version === undefined) return 'gone'
    if (version !== change.version) return 'changed'
    return isAllowedTo(actor.roles, change.previous_status, target) ? undefined : 'role'
  }
  const skips = changes.flatMap((change): Skip[] => {
    const reason = findSkipReason(change)
    return reason ? [{ change, reason }] : []
  })
  const skippedIds = new Set(skips.map(({ change }) => change.response_id))
  const toRevert = changes.filter((change) => !skippedIds.has(change.response_id))
  for (const [status, group] of Map.groupBy(toRevert, (change) => change.previous_status))
    await responses.setStatus(
      db,
      group.map((change) => change.response_id),
      status,
    )
  await auditAll(
    { db, author },
    toRevert.map((change) => undoEntry(target, { id: change.response_id, to: change.previous_status })),
  )
  return { reverted: toRevert.length, skips }
}

const storeSkips = async (tx: Db, skips: readonly Skip[]): Promise<void> => {
  if (skips.length === 0) return
  await tx
    .insertInto('response_undo_skips')
    .values(
      skips.map(({ change: { job_id, response_id, display_id }, reason }) => ({
        job_id,
        response_id,
        display_id,
        reason,
      })),
    )
    .execute()
}

/**
 * Reverts one chunk in one transaction, with its audit entries and the progress of the job. If the worker is
 * killed, all of it is rolled back. The lock on the row of the job makes two workers take turns. Roles are
 * read again for each chunk.
 */
const undoChunk = ({ db, scopeOf }: Services, jobId: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const undo = await tx
      .selectFrom('response_undo_jobs')
      .selectAll()
      .where('job_id', '=', jobId)
      .forUpdate()
      .executeTakeFirst()
    if (undo?.state !== 'START') return false
    const review = await tx
      .selectFrom('response_status_jobs')
      .select(['target', 'created_by_id', 'created_by_email'])
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    const author = { id: review.created_by_id, email: review.created_by_email }
    const reader = await loadReader(tx, scopeOf, { userId: author.id, email: author.email })
    const isAllowed = can(reader.actor, 'surveyResponsesEdit')
    const changes = isAllowed ? await takeChanges(tx, jobId) : []
    if (changes.length === 0) {
      await finish(tx, jobId, isAllowed ? 'SUCCESS' : 'FAILED')
      return false
    }
    const { reverted, skips } = await revert({ ...reader, author }, changes, review.target)
    await storeSkips(tx, skips)
    const skipped = Object.fromEntries(
      undoSkipReasons.map((reason) => [
        reason,
        (undo.skipped[reason] ?? 0) + skips.filter((skip) => skip.reason === reason).length,
      ]),
    )
    await tx
      .updateTable('response_undo_jobs')
      .set((eb) => ({ reverted: eb('reverted', '+', reverted), skipped: JSON.stringify(skipped) }))
      .where('job_id', '=', jobId)
      .execute()
    return true
  })

export const undoReviewJob = job({
  name: 'undo-review',
  perPerson: true,
  data: z.strictObject({ jobId: z.uuid() }),
  run: async ({ jobId }, services: Services) => {
    try {
      while (await undoChunk(services, jobId));
    } catch (error) {
      // A transient error is retried by the queue; any other error would occur again.
      if (!isTransient(error)) await inTransaction(services.db, (tx) => finish(tx, jobId, 'FAILED'))
      throw error
    }
  },
})
