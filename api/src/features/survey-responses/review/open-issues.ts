import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { Waiver } from '@baseline/contract/survey-responses/flags.ts'
import type { OpenIssue, ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { auditAll } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import type { ResponseContext } from './change-status.ts'

/** Selects the responses with each issue, in the order in which issues are reported. */
export const openIssueSources: readonly { issue: OpenIssue; responses: RawBuilder<unknown> }[] = [
  {
    issue: 'openFlags',
    responses: sql`select response_id from response_flags where state = 'open' and severity = 'error'`,
  },
]

/** Returns which of the responses cannot be approved, with the first reason. */
export const findOpenIssues = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OpenIssue>> => {
  const found = new Map<string, OpenIssue>()
  for (const { issue, responses } of openIssueSources) {
    const { rows } = await sql<{ id: string }>`
      select distinct response_id as id from (${responses}) issues
      where response_id = any(${ids}::uuid[])`.execute(db)
    for (const { id } of rows) if (!found.has(id)) found.set(id, issue)
  }
  return found
}

/** Returns the issues that block this status. A waiver removes those that it covers. */
export const findBlocking = async (
  { db, actor }: Pick<ResponseContext, 'db' | 'actor'>,
  { ids, to, waiver }: { ids: readonly string[]; to: ResponseStatus; waiver: Waiver | null | undefined },
): Promise<ReadonlyMap<string, OpenIssue>> => {
  requireWaiver({ actor }, waiver)
  return to === 'approved' && !waiver ? findOpenIssues(db, ids) : new Map()
}

/** Only users who may decide flags may waive them. */
export const requireWaiver = (
  { actor }: Pick<ResponseContext, 'actor'>,
  waiver: Waiver | null | undefined,
): void => {
  if (waiver && !can(actor, 'flagsDecide')) throw new AppError('entities.surveyResponses.errors.role')
}

/** Waives the flags that block an approval, each with its entry in the audit log. */
export const waiveFlags = async (
  { db, author }: Pick<ResponseContext, 'db' | 'author'>,
  ids: readonly string[],
  { reason, comment = null }: Waiver,
): Promise<void> => {
  // In the order of the worker, to avoid deadlocks.
  const flags = await db
    .selectFrom('response_flags')
    .select(['response_id', 'rule', 'question', 'survey_id'])
    .where(sql<boolean>`response_id = any(${ids}::uuid[])`)
    .where('state', '=', 'open')
    .where('severity', '=', 'error')
    .orderBy('response_id')
    .orderBy('rule')
    .orderBy('question')
    .forUpdate()
    .execute()
  if (flags.length === 0) return
  const waived = { state: 'waived' as const, reason, comment: comment || null }
  await db
    .updateTable('response_flags')
    .set({ ...waived, decided_by: author.id ?? null, decided_at: new Date() })
    .where(sql<boolean>`response_id = any(${ids}::uuid[])`)
    .where('state', '=', 'open')
    .where('severity', '=', 'error')
    .execute()
  await auditAll(
    { db, author },
    flags.map(({ response_id: id, rule, question, survey_id: surveyId }) => ({
      entity: 'flag',
      id,
      action: 'update',
      before: { rule, question, state: 'open', reason: null, comment: null },
      after: { rule, question, ...waived, surveyId },
    })),
  )
}
