import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type { Input, Output } from '@baseline/contract/http.ts'
import { can, roles } from '@baseline/contract/permissions.ts'
import { maxAssigned } from '@baseline/contract/survey-responses/assign-reviews.ts'
import type { assignReviews, listReviewers } from '@baseline/contract/survey-responses/assign-reviews.ts'
import { sql } from 'kysely'

import { auditAll } from '#platform/audit.ts'
import type { ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, any, filtersOn } from '#platform/database/list.ts'
import { inScope, teamConditions } from '#platform/database/scoped-tables.ts'
import type { MemberContext } from '#platform/http/context.ts'

import { loadReader } from '../scope.ts'
import type { Reader } from '../scope.ts'
import { resolveQueue } from './find-queue.ts'

const reviewerRoles = roles.filter((role) => can({ roles: [role] }, 'surveyResponsesReview'))
const { oneOf } = filtersOn('review_queue')

/** Lists the users who may review. Counts only assigned responses that the caller may read. */
export const listAll = async ({
  db,
  scope,
}: Pick<Reader, 'db' | 'scope'>): Promise<Output<typeof listReviewers>> => {
  const { rows } = await sql<Output<typeof listReviewers>[number]>`
    select id, coalesce(nullif(full_name, ''), email) as name,
      (select count(*)::int from review_queue
        where reviewer_id = users.id and ${inScope('review_queue', scope) ?? sql`true`}) as assigned
    from users
    where not disabled
      and exists (select from user_roles where user_id = users.id and role = any(${reviewerRoles}::text[]))
    order by folded(coalesce(nullif(full_name, ''), email)), id limit 1000`.execute(db)
  return rows
}

/** Loads an enabled user who may review, with the scope of the user. */
const getReviewer = async (db: Db, scopeOf: ScopeOf, id: string): Promise<Reader> => {
  const user = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst()
  const reviewer = user && (await loadReader(db, scopeOf, { userId: id, email: user.email }))
  if (!reviewer || !can(reviewer.actor, 'surveyResponsesReview'))
    throw fieldError('reviewerId', 'entities.review.errors.reviewerNotFound')
  return reviewer
}

const conditionsOf = async (
  reader: Reader,
  { ids, filter }: Pick<Input<typeof assignReviews>['body'], 'ids' | 'filter'>,
) => {
  if (ids) return all(oneOf('response_id', ids), inScope('review_queue', reader.scope))
  const { conditions, people } = await resolveQueue(reader, filter)
  return people ? all(conditions, any(...teamConditions(sql`any(${people}::uuid[])`, people))) : conditions
}

/** Assigns waiting responses to a reviewer, or to no one. Refuses responses that the reviewer may not read. */
export const assign = async (
  context: MemberContext,
  scopeOf: ScopeOf,
  { reviewerId, ...selection }: Input<typeof assignReviews>['body'],
): Promise<number> => {
  const { db } = context
  const reviewer = reviewerId === null ? undefined : await getReviewer(db, scopeOf, reviewerId)
  const isReadable = (reviewer && inScope('review_queue', reviewer.scope)) ?? sql<boolean>`true`
  const found = await db
    .selectFrom('review_queue')
    .select(['response_id as id', 'reviewer_id as before'])
    .select(isReadable.as('isReadable'))
    .where(await conditionsOf(context, selection))
    .orderBy('response_id')
    .limit(maxAssigned + 1)
    .forUpdate()
    .execute()
  if (found.length > maxAssigned) throw new AppError('entities.review.errors.tooMany', { count: maxAssigned })
  const hidden = found.filter((row) => !row.isReadable).length
  if (hidden > 0) throw new AppError('entities.review.errors.outOfScope', { count: hidden })
  const changed = found.filter(({ before }) => before !== reviewerId)
  if (changed.length === 0) return 0
  await db
    .updateTable('review_queue')
    .set({ reviewer_id: reviewerId })
    .where(
      'response_id',
      'in',
      changed.map(({ id }) => id),
    )
    .execute()
  await auditAll(
    context,
    changed.map(({ id, before }) => ({
      entity: 'surveyResponse',
      id,
      action: 'update',
      before: { reviewerId: before },
      after: { reviewerId },
    })),
  )
  return changed.length
}
