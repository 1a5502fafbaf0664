import { randomBytes } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { defaultPolicy } from '@baseline/contract/survey-responses/desk-settings.ts'
import type { ReviewPolicy, ReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import { sql } from 'kysely'

import { audit, hasChanges } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { requireVersion } from '#platform/http/if-match.ts'

export const getSettings = async (db: Db, surveyId: string): Promise<ReviewSettings> => {
  const row = await db
    .selectFrom('surveys')
    .leftJoin('review_settings', 'review_settings.survey_id', 'surveys.id')
    .select([
      'due_hours as dueHours',
      'sample_percent as samplePercent',
      'sample_minimum as sampleMinimum',
      'review_settings.version',
    ])
    .where('surveys.id', '=', surveyId)
    .executeTakeFirst()
  if (!row) throw new AppError('errors.notFound')
  const { dueHours, samplePercent, sampleMinimum, version } = row
  return dueHours === null || sampleMinimum === null || version === null
    ? { ...defaultPolicy, version: 0 }
    : { dueHours, samplePercent, sampleMinimum, version }
}

/** Draws the waiting responses again with the new policy. The worker does it, as for new responses. */
const drawAgain = async (db: Db, surveyId: string): Promise<void> => {
  await sql`
    delete from review_draws using review_queue queued
    where queued.survey_id = ${surveyId} and review_draws.response_id = queued.response_id`.execute(db)
  await sql`
    insert into check_queue (response_id, survey_id, is_recheck)
    select response_id, survey_id, true from review_queue where survey_id = ${surveyId}`.execute(db)
}

/** Changes how the responses of a survey are reviewed. The seed of the draws stays the same. */
export const changeSettings = async (
  context: MemberContext,
  surveyId: string,
  policy: ReviewPolicy,
): Promise<ReviewSettings> => {
  const { db } = context
  await db.selectFrom('surveys').select('id').where('id', '=', surveyId).forUpdate().execute()
  const current = await getSettings(db, surveyId)
  await requireVersion(context, current, { entity: 'survey', id: surveyId })
  const { version, ...before } = current
  if (!hasChanges(before, policy)) return current
  const columns = {
    due_hours: policy.dueHours,
    sample_percent: policy.samplePercent,
    sample_minimum: policy.sampleMinimum,
    version: version + 1,
  }
  await db
    .insertInto('review_settings')
    .values({ survey_id: surveyId, ...columns, seed: randomBytes(32) })
    .onConflict((conflict) => conflict.column('survey_id').doUpdateSet(columns))
    .execute()
  await drawAgain(db, surveyId)
  await audit(context, { entity: 'survey', id: surveyId, action: 'update', before, after: policy })
  return { ...policy, version: version + 1 }
}
