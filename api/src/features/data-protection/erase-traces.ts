import type { DataReport } from '@baseline/contract/data-protection/contract.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { removeFromStorage } from '#platform/storage/remove-from-storage.ts'

import { eraseSubmissionsOf } from './erase-submissions.ts'

const removeFilesOf = async (tx: Db, responseIds: readonly string[]): Promise<number> => {
  const files = await tx
    .deleteFrom('files')
    .where('response_id', 'in', responseIds)
    .returning(['key', 'thumbnail_key'])
    .execute()
  await removeFromStorage(
    tx,
    files.flatMap(({ key, thumbnail_key: thumbnailKey }) => (thumbnailKey ? [key, thumbnailKey] : [key])),
  )
  return files.length
}

/**
 * Removes the files of finished exports and stops running ones: they contain the erased data. Also removes the trials
 * of rules. Without `surveyIds`, it does so for all surveys.
 */
export const removeExports = async (tx: Db, surveyIds: readonly string[] | undefined): Promise<number> => {
  const inSurveys = surveyIds ? sql<boolean>`survey_id = any(${surveyIds})` : sql<boolean>`true`
  // Trials of rules have examples and names of enumerators. A manager can repeat them.
  await tx
    .updateTable('check_rules')
    .set({ trial: null })
    .where('trial', 'is not', null)
    .where(inSurveys)
    .execute()
  const finished = await tx
    .selectFrom('survey_exports')
    .select(['id', 'key'])
    .where('key', 'is not', null)
    .where(inSurveys)
    .forUpdate()
    .execute()
  await removeFromStorage(
    tx,
    finished.flatMap(({ key }) => key ?? []),
  )
  if (finished.length > 0)
    await tx
      .updateTable('survey_exports')
      .set({ key: null, expires_at: sql<Date>`now()` })
      .where(
        'id',
        'in',
        finished.map(({ id }) => id),
      )
      .execute()
  const running = await tx
    .updateTable('survey_exports')
    .set({
      status: 'FAILED',
      finished_at: sql<Date>`now()`,
      failure: JSON.stringify({ key: 'erased', params: {} }),
    })
    .where('status', '=', 'START')
    .where(inSurveys)
    .executeTakeFirst()
  return finished.length + Number(running.numUpdatedRows)
}

/** Returns the ids and the texts of all comments on the responses, including comments deleted with them. */
const commentsOf = async (tx: Db, responseIds: readonly string[]) => {
  const { rows } = await sql<{ id: string; comment: string }>`
    select id::text, comment from response_comments where response_id = any(${responseIds}::uuid[])
    union
    select comment ->> 'id', comment ->> 'comment'
    from audit_log, jsonb_array_elements("values" #> '{before,comments}') comment
    where entity_name = 'surveyResponse' and action = 'destroy' and entity_id = any(${responseIds}::text[])`.execute(
    tx,
  )
  return rows
}

/** Removes the comment of bulk reviews that no other response has. */
const removeReviewComments = async (
  tx: Db,
  erasureId: string,
  comments: readonly string[],
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update response_status_jobs review set comment = null
    where comment = any(${comments}) and finished_at is not null
      and not exists (select from response_comments other where other.comment = review.comment)
    returning id::text`.execute(tx)
  if (rows.length > 0)
    await eraseAuditValues(
      tx,
      erasureId,
      'bulkReview',
      rows.map(({ id }) => id),
    )
}

/** Removes the comments of decisions about flags, and of the bulk approvals that waived them. */
const removeDecisionComments = async (tx: Db, responseIds: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ comment: string }>`
    select distinct comment from response_flags where response_id = any(${responseIds}::uuid[]) and comment is not null`.execute(
    tx,
  )
  await sql`
    update response_flags set comment = null
    where response_id = any(${responseIds}::uuid[]) and comment is not null`.execute(tx)
  if (rows.length > 0)
    await sql`
      update response_status_jobs set waiver = jsonb_set(waiver, '{comment}', 'null')
      where waiver ->> 'comment' = any(${rows.map(({ comment }) => comment)}) and finished_at is not null
        and not exists (select from response_flags other where other.comment = waiver ->> 'comment')`.execute(
      tx,
    )
}

/** Removes the content of the audit entries about these records, and returns how many had any. */
export const eraseAuditValues = async (
  tx: Db,
  erasureId: string,
  entity: string,
  ids: readonly string[],
): Promise<number> => {
  const { rows } = await sql<{ changed: number }>`
    select erase_audit_values(${erasureId}, ${entity}, ${ids}) as changed`.execute(tx)
  return rows[0]?.changed ?? 0
}

/** Kinds of names that do not identify a household. They stay at the end of a retention period. */
const placeKinds = ['displayIdWord', 'district', 'villageType', 'villageCategory']
export const personalNames = [
  'household',
  'householdWord',
  'village',
  'investigator',
  'supervisor',
  'mobileNumber',
]
export const allNames = [...personalNames, ...placeKinds]

/**
 * Removes what other tables and the storage have about responses: photos, comments, the content of audit
 * entries, stored answers to calls, undo data, and what phones sent. Remembers their names for removal from the dictionary.
 */
export const eraseTraces = async (
  tx: Db,
  erasureId: string,
  ids: readonly string[],
  nameKinds: readonly string[],
): Promise<Omit<DataReport, 'responses' | 'exports'>> => {
  await sql`select remember_names(${ids}::uuid[], ${nameKinds}::text[])`.execute(tx)
  const comments = await commentsOf(tx, ids)
  const commentIds = comments.map(({ id }) => id)
  const auditEntries =
    (await eraseAuditValues(tx, erasureId, 'surveyResponse', ids)) +
    (await eraseAuditValues(tx, erasureId, 'flag', ids)) +
    (await eraseAuditValues(tx, erasureId, 'answerQuery', ids)) +
    (await eraseAuditValues(tx, erasureId, 'comment', commentIds))
  await tx.deleteFrom('response_comments').where('response_id', 'in', ids).execute()
  const queries = await tx
    .deleteFrom('answer_queries')
    .where('response_id', 'in', ids)
    .returning('id')
    .execute()
  await removeReviewComments(
    tx,
    erasureId,
    comments.map(({ comment }) => comment),
  )
  await removeDecisionComments(tx, ids)
  await tx
    .deleteFrom('idempotency_keys')
    .where(
      sql<boolean>`coalesce(response ->> 'createdRecordId', response ->> 'id') = any(${[...ids, ...commentIds, ...queries.map(({ id }) => id)]})`,
    )
    .execute()
  for (const table of ['response_status_items', 'response_status_changes', 'response_undo_skips'] as const)
    await tx.deleteFrom(table).where('response_id', 'in', ids).execute()
  // Before the files: the job that converts the files of phones holds a lock on what is deleted here.
  await eraseSubmissionsOf(tx, ids)
  return { files: await removeFilesOf(tx, ids), comments: comments.length, auditEntries }
}
