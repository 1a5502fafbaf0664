import { AppError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from './database.ts'

interface User {
  roles: readonly Role[]
}

/**
 * Condition on table `surveys`: drafts are visible to users who may edit surveys. A draft with responses was
 * open before. It stays visible, because its responses are shown with its questionnaire. The totals and the
 * changes that they do not contain yet are small tables.
 */
export const isVisibleSurvey = (user: User): RawBuilder<boolean> =>
  can(user, 'surveysEdit')
    ? sql<boolean>`true`
    : sql<boolean>`(surveys.status <> 'draft'
        or exists (select from survey_totals where survey_id = surveys.id and last_response_at is not null)
        or exists (select from response_deltas where survey_id = surveys.id))`

/** Throws `errors.notFound` unless the survey exists and the caller may see it. */
export const requireVisibleSurvey = async (
  { db, actor }: { db: Db; actor: User },
  id: string,
): Promise<void> => {
  const survey = await db
    .selectFrom('surveys')
    .select('id')
    .where('id', '=', id)
    .where(isVisibleSurvey(actor))
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.notFound')
}
