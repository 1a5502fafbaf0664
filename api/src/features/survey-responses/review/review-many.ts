import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { skipReasons } from '@baseline/contract/survey-responses/contract.ts'
import type {
  changeManyStatuses,
  Skipped,
  SkipReason,
  StatusJob,
} from '@baseline/contract/survey-responses/contract.ts'
import { maySet, refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { OpenIssue, ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { audit } from '#platform/audit.ts'
import type { Schema } from '#platform/database/schema.ts'
import { limits } from '#platform/limits.ts'

import { resolveFilter } from '../list/filter.ts'
import { seesJobsOfOthers } from '../scope.ts'
import type { ResponseContext } from './change-status.ts'
import { blockingIssues, requireWaiver } from './open-issues.ts'

type ReviewRequest = Input<typeof changeManyStatuses>['body']
export type SkippedCounts = Partial<Record<SkipReason, number>>

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
