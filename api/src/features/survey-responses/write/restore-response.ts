import { AppError } from '@baseline/contract/errors.ts'
import { recordOf } from '@baseline/contract/facts.ts'
import { attributes } from '@baseline/contract/survey-responses/columns.ts'
import { Comment } from '@baseline/contract/survey-responses/contract.ts'
import { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'

import { restoreQueries, StoredQueries } from '../answer-queries/stored-queries.ts'
import * as responses from '../queries.ts'
import { getSurvey, filesInAnswers } from '../survey.ts'
import { claimDisplayId } from './display-id.ts'

/** The record as destroyResponses() writes it to the audit log. */
const DestroyedResponse = z.strictObject({
  ...SurveyResponse.shape,
  // The entry lacks the attributes that were added to the product after the deletion.
  ...recordOf(attributes, (name) => SurveyResponse.shape[name].default(null)),
  comments: z.array(Comment),
  // The entry lacks them if it was written before they were added to the product.
  queries: StoredQueries.default([]),
  importHash: z.string().nullable(),
})

const findDestroyed = async (tx: Db, id: string): Promise<z.infer<typeof DestroyedResponse>> => {
  const entry = await tx
    .selectFrom('audit_log')
    .select('values')
    .where('entity_name', '=', 'surveyResponse')
    .where('entity_id', '=', id)
    .where('action', '=', 'destroy')
    .where('timestamp', '>', sql<Date>`now() - make_interval(days => ${limits.restoreDays})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const existing = await tx
    .selectFrom('survey_responses')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry || existing) throw new AppError('entities.surveyResponses.errors.notRestorable')
  return DestroyedResponse.parse(entry.values.before)
}

const reuseFiles = async (tx: Db, response: SurveyResponse): Promise<void> => {
  const { definition } = await getSurvey(tx, response.surveyId, response.surveyVersion)
  const ids = [
    ...response.photos.flatMap((photo) => ('id' in photo ? [photo.id] : [])),
    ...filesInAnswers(definition, response.values).map((photo) => photo.id),
  ]
  if (ids.length > 0)
    await tx
      .updateTable('files')
      .set({ unused_since: null })
      .where('id', 'in', ids)
      .where('response_id', '=', response.id)
      .execute()
}

/**
 * Restores a deleted response with its photos and comments. Throws, and changes nothing, if its Survey Id or
 * its import hash is in use again.
 */
export const restoreResponse = async (tx: Db, author: Author, id: string): Promise<void> => {
  const {
    comments,
    queries,
    importHash,
    createdAt,
    updatedAt: _,
    version,
    ...response
  } = await findDestroyed(tx, id)
  await claimDisplayId(tx, response.surveyId, id, response.displayId)
  if (importHash) {
    const inserted = await tx
      .insertInto('import_hashes')
      .values({ entity: 'surveyResponse', hash: Buffer.from(importHash, 'hex'), row_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows === 0n) throw new AppError('importer.errors.importHashExistent')
  }
  const restored = await responses.insertRestored(tx, response, {
    created_at: createdAt,
    version: version + 1,
  })
  await reuseFiles(tx, restored)
  if (comments.length > 0)
    await tx
      .insertInto('response_comments')
      .values(
        comments.map((comment) => ({
          id: comment.id,
          survey_id: response.surveyId,
          response_id: id,
          comment: comment.comment,
          status: comment.status,
          created_by_id: null,
          created_by_email: comment.createdByEmail,
          created_at: comment.createdAt,
        })),
      )
      .execute()
  await restoreQueries(tx, queries)
  await audit({ db: tx, author }, { entity: 'surveyResponse', id, action: 'create', after: restored })
}
