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
import { maySet, refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { OpenIssue, ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import { audit, auditAll } from '#platform/audit.ts'
import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translatorFor } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'

import { resolveFilter } from '../list/filter.ts'
import * as responses from '../queries.ts'
import { loadReader, seesJobsOfOthers } from '../scope.ts'
import { findMissingAnswers, statusEntry } from './change-status.ts'
import type { ResponseContext } from './change-status.ts'
import { commentOnAll } from './comments.ts'
import { blockingIssues, findBlocking, requireWaiver, waiveFlags } from './open-issues.ts'

type ReviewRequest = Input<typeof changeManyStatuses>['body']
type SkippedCounts = Partial<Record<SkipReason, number>>

interface Services {
  db: Db
  scopeOf: ScopeOf
  timeZone: string
}

const toSkippedList = (counts: SkippedCounts): Skipped =>
  skipReasons.flatMap((reason) => (counts[reason] ? [{ reason, count: counts[reason] }] : []))

const presentJob = (row: Selectable<Schema['response_status_jobs']>): StatusJob => {
  const skipped = toSkippedList(row.skipped)
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

/** Also refuses a status that the user may not set, before any response is read. */
const selectMatches = async (context: ResponseContext, { ids, filter, status }: ReviewRequest) => {
  if (!maySet(context.actor.roles, status)) throw new AppError('entities.surveyResponses.errors.role')
  const matches = (await resolveFilter(context, filter)).from(context.db)
  return ids ? matches.where('id', 'in', ids) : matches
}

type StatusGroup = { status: ResponseStatus; hasEndTime: boolean; count: number }
type Matches = Awaited<ReturnType<typeof selectMatches>>

const hasEndTime = sql<boolean>`end_time is not null`

const countByStatus = (matches: Matches): Promise<StatusGroup[]> =>
  matches
    .select(['status', hasEndTime.as('hasEndTime')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['status', hasEndTime])
    .execute()

/**
 * Counts the matches that an open flag or query blocks, by the first reason. Starts with the flags and queries, because
 * few responses have some.
 */
const countBlocked = async (matches: Matches, issues: ReturnType<typeof blockingIssues>) => {
  const blocked: (StatusGroup & { openIssue: OpenIssue })[] = []
  let rest = matches
  for (const { issue, responses: found } of issues) {
    const groups = await countByStatus(rest.where(sql<boolean>`id in (${found})`))
    blocked.push(...groups.map((group) => ({ ...group, openIssue: issue })))
    rest = rest.where(sql<boolean>`id not in (${found})`)
  }
  return blocked
}

/** Counts what a review would change now. Missing answers are only checked during the review. */
export const previewReview = async (context: ResponseContext, request: ReviewRequest) => {
  const { status: to, comment, ids, waiver } = request
  requireWaiver(context, waiver)
  const matches = await selectMatches(context, request)
  const groups = await countByStatus(matches)
  const blocked = await countBlocked(matches, blockingIssues(to, waiver))
  const foundCount = groups.reduce((sum, { count }) => sum + count, 0)
  const requestedCount = ids ? new Set(ids).size : foundCount
  const counts: SkippedCounts = requestedCount > foundCount ? { gone: requestedCount - foundCount } : {}
  let changes = 0
  const { roles } = context.actor
  for (const { status: from, count, ...group } of groups) {
    const refusal = refuseStatus({ from, to, comment, roles, ...group })
    if (refusal) counts[refusal] = (counts[refusal] ?? 0) + count
    else changes += count
  }
  for (const { status: from, count, openIssue, ...group } of blocked) {
    // Other groups are counted with their own refusal.
    if (refuseStatus({ from, to, comment, roles, ...group, openIssue }) !== openIssue) continue
    counts[openIssue] = (counts[openIssue] ?? 0) + count
    changes -= count
  }
  return { dryRun: true as const, count: requestedCount, changes, skipped: toSkippedList(counts) }
}

/**
 * Stores the ids of the matching responses as a job for the worker. Responses that are received later are not
 * changed. Each response is checked in its state at the time of its change.
 */
export const startReview = async (context: ResponseContext, request: ReviewRequest): Promise<StatusJob> => {
  const { db, author, actor } = context
  const { responses: max } = limits.review
  requireWaiver(context, request.waiver)
  const created = await db
    .insertInto('response_status_jobs')
    .values({
      target: request.status,
      comment: request.comment ?? null,
      waiver: request.waiver ? JSON.stringify(request.waiver) : null,
      count: 0,
      created_by_id: actor.userId,
      created_by_email: author.email,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const requested = db
    .selectFrom(sql<{ id: string }>`unnest(${request.ids ?? []}::uuid[])`.as<'named'>(sql`named(id)`))
    .select([sql<string>`${created.id}::uuid`.as('job_id'), 'named.id as response_id'])
    .distinct()
  const matches = (await selectMatches(context, request))
    .select([sql<string>`${created.id}::uuid`.as('job_id'), 'id as response_id'])
    .limit(max + 1)
  const { numInsertedOrUpdatedRows: itemCount = 0n } = await db
    .insertInto('response_status_items')
    .columns(['job_id', 'response_id'])
    .expression(request.ids ? requested : matches)
    .executeTakeFirst()
  if (itemCount > max) throw new AppError('entities.surveyResponses.errors.tooMany', { max })
  const row = await db
    .updateTable('response_status_jobs')
    .set({ count: Number(itemCount) })
    .where('id', '=', created.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { status, comment, waiver, filter } = request
  const after = { status, comment, waiver, filter, responseCount: row.count }
  await audit(context, { entity: 'bulkReview', id: row.id, action: 'create', after })
  return presentJob(row)
}

/** Returns a job to the user who started it, and to managers. */
export const getJob = async (context: ResponseContext, id: string): Promise<StatusJob> => {
  const row = await context.db
    .selectFrom('response_status_jobs')
    .selectAll()
    .where('id', '=', id)
    .$if(!seesJobsOfOthers(context, 'statusJobsReadAll'), (query) =>
      query.where('created_by_id', '=', context.actor.userId),
    )
    .executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  return presentJob(row)
}

/** Reads the current roles of the reviewer, so that a revoked role ends the review. */
const loadReviewer = async (
  tx: Db,
  row: Selectable<Schema['response_status_jobs']>,
  { scopeOf, timeZone }: Services,
): Promise<ResponseContext | undefined> => {
  const { created_by_id: userId, created_by_email: email } = row
  const reader = await loadReader(tx, scopeOf, { userId, email })
  if (!can(reader.actor, 'surveyResponsesEdit')) return undefined
  const author = { id: userId, email }
  const language = 'en' // issues are counted, not shown
  return { ...reader, author, t: translatorFor(language), language, timeZone }
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
  const items = await tx
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
  return items.map((item) => item.response_id)
}

const storeForUndo = async (tx: Db, jobId: string, changed: readonly SurveyResponse[]): Promise<void> => {
  if (changed.length === 0) return
  await tx
    .insertInto('response_status_changes')
    .values(
      changed.map(({ id, displayId, status, version }) => ({
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
  context: ResponseContext,
  { id: jobId, target: to, comment, waiver }: Selectable<Schema['response_status_jobs']>,
  ids: readonly string[],
) => {
  const { db, actor } = context
  const locked = await responses.lockAll(context, ids)
  const counts: SkippedCounts = {}
  const skip = (reason: SkipReason, count = 1) => {
    if (count > 0) counts[reason] = (counts[reason] ?? 0) + count
  }
  skip('gone', ids.length - locked.length)
  const blocked = await findBlocking(context, { ids: locked.map(({ id }) => id), to, waiver })
  const toChange = []
  for (const response of locked) {
    const refusal = refuseStatus({
      from: response.status,
      to,
      comment,
      hasEndTime: response.endTime !== null,
      openIssue: blocked.get(response.id),
      roles: actor.roles,
    })
    if (refusal) skip(refusal)
    else if ((await findMissingAnswers(context, response, to)).length > 0) skip('incomplete')
    else toChange.push(response)
  }
  const changedIds = toChange.map(({ id }) => id)
  if (waiver && to === 'approved') await waiveFlags(context, changedIds, waiver)
  await responses.setStatus(db, changedIds, to)
  await auditAll(
    context,
    toChange.map((response) => statusEntry(response, to, comment)),
  )
  if (comment) await commentOnAll(context, toChange, comment, to)
  await storeForUndo(db, jobId, toChange)
  return { changed: toChange.length, counts }
}

/**
 * Reviews one chunk in one transaction: the changes, their audit entries, and the progress of the job. If the
 * worker is killed, all of it is rolled back. The lock on the row of the job makes two workers take turns.
 */
const reviewChunk = (services: Services, jobId: string): Promise<boolean> =>
  inTransaction(services.db, async (tx) => {
    const row = await tx
      .selectFrom('response_status_jobs')
      .selectAll()
      .where('id', '=', jobId)
      .forUpdate()
      .executeTakeFirst()
    if (row?.state !== 'START') return false
    const context = await loadReviewer(tx, row, services)
    const ids = context ? await takeItems(tx, jobId) : []
    if (!context || ids.length === 0) {
      await finish(tx, jobId, context ? 'SUCCESS' : 'FAILED')
      return false
    }
    const { changed, counts } = await reviewItems(context, row, ids)
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
  perPerson: true,
  data: z.strictObject({ jobId: z.uuid() }),
  run: async ({ jobId }, services: Services) => {
    try {
      while (await reviewChunk(services, jobId));
    } catch (error) {
      // A transient error is retried by the queue; any other error would occur again.
      if (!isTransient(error)) await inTransaction(services.db, (tx) => finish(tx, jobId, 'FAILED'))
      throw error
    }
  },
})
