import { can } from '@baseline/contract/permissions.ts'
import { skipReasons } from '@baseline/contract/survey-responses/contract.ts'
import type { SkipReason } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { refuseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import { auditAll } from '#platform/audit.ts'
import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { translatorFor } from '#platform/http/language.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'

import * as responses from '../queries.ts'
import { loadReader } from '../scope.ts'
import { findMissingAnswers, statusEntry } from './change-status.ts'
import type { ResponseContext } from './change-status.ts'
import { commentOnAll } from './comments.ts'
import { findBlocking, waiveFlags } from './open-issues.ts'
import type { SkippedCounts } from './review-many.ts'

interface Services {
  db: Db
  scopeOf: ScopeOf
  timeZone: string
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

/** Changes the responses that startReview() has stored, chunk by chunk. */
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
