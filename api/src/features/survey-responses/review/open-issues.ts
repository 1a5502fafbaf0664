import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { Waiver } from '@baseline/contract/survey-responses/flags.ts'
import type { OpenIssue, ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { auditAll } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'

import type { WriteContext } from '../write/to-record.ts'

type ReviewerContext = Pick<WriteContext, 'db' | 'actor'>

interface IssueSource {
  issue: OpenIssue
  responses: RawBuilder<unknown>
}

const openFlags: IssueSource = {
  issue: 'openFlags',
  responses: sql`select response_id from response_flags where state = 'open' and severity = 'error'`,
}
const openQueries: IssueSource = {
  issue: 'openQueries',
  responses: sql`select response_id from answer_queries where state in ('open', 'answered')`,
}

/**
 * Selects the responses with each issue that blocks this status, in the order in which issues are reported. A waiver
 * covers flags. A query waits for a person, who must see that it is closed or withdrawn.
 */
export const blockingIssues = (
  to: ResponseStatus,
  waiver: Waiver | null | undefined,
): readonly IssueSource[] => (to !== 'approved' ? [] : waiver ? [openQueries] : [openFlags, openQueries])

/** Returns which of the responses cannot get this status, with the first reason. */
export const findBlocking = async (
  { db, actor }: ReviewerContext,
  { ids, to, waiver }: { ids: readonly string[]; to: ResponseStatus; waiver: Waiver | null | undefined },
): Promise<ReadonlyMap<string, OpenIssue>> => {
  requireWaiver({ actor }, waiver)
  const found = new Map<string, OpenIssue>()
  for (const { issue, responses } of blockingIssues(to, waiver)) {
    const { rows } = await sql<{ id: string }>`
      select distinct response_id as id from (${responses}) issues
      where response_id = any(${ids}::uuid[])`.execute(db)
    for (const { id } of rows) if (!found.has(id)) found.set(id, issue)
  }
  return found
}

/** Only users who may decide flags may waive them. */
export const requireWaiver = (
  { actor }: Pick<ReviewerContext, 'actor'>,
  waiver: Waiver | null | undefined,
): void => {
  if (waiver && !can(actor, 'flagsDecide')) throw new AppError('entities.surveyResponses.errors.role')
}

/** Waives the flags that block an approval, each with its entry in the audit log. */
export const waiveFlags = async (
  { db, author }: Pick<ReviewerContext, 'db'> & { author: Author },
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
