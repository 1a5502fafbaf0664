import { sql } from 'kysely'

import { auditAll } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { freeImportHashes } from '#platform/import-once.ts'

import { allNames, eraseTraces, removeExports } from './erase-traces.ts'
import { addToReport, authorOf, hasReport } from './erasures.ts'
import type { ErasureRow } from './erasures.ts'

/** Surveys of the responses, also of deleted ones. */
const surveysOf = async (tx: Db, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select survey_id::text as id from survey_responses where id = any(${ids}::uuid[])
    union
    select "values" #>> '{before,surveyId}' from audit_log
    where entity_name = 'surveyResponse' and action = 'destroy' and entity_id = any(${ids}::text[])
      and "values" #>> '{before,surveyId}' is not null`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes the Survey Ids from the comments that name them as the originals of duplicates, also in the audit log. */
const eraseInDuplicates = async (tx: Db, erasureId: string, ids: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ response: string; displayId: string }>`
    update response_comments c set comment = left(comment, -length(original.display_id)) || '…'
    from survey_responses original
    where original.id = any(${ids}::uuid[]) and c.survey_id = original.survey_id and c.status = 'rejected'
      and right(c.comment, length(original.display_id) + 1) = ' ' || original.display_id
    returning c.response_id::text as response, original.display_id as "displayId"`.execute(tx)
  for (const { response, displayId } of rows)
    await sql`select erase_original_in_audit_log(${erasureId}, ${response}, ${displayId})`.execute(tx)
}

/**
 * Deletes the responses of a household with all their traces. The audit log keeps that it happened, when, by
 * whom and why.
 */
export const eraseHousehold = (db: Db, erasure: ErasureRow): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { id, response_ids: ids, reason } = erasure
    if (await hasReport(tx, id)) return
    const exports = await removeExports(tx, await surveysOf(tx, ids))
    await eraseInDuplicates(tx, id, ids)
    const traces = await eraseTraces(tx, id, ids, allNames)
    await sql`
      delete from display_ids where (survey_id, display_id) in
        (select survey_id, display_id from survey_responses where id = any(${ids}::uuid[]))`.execute(tx)
    await freeImportHashes(tx, 'surveyResponse', ids)
    const deleted = await tx.deleteFrom('survey_responses').where('id', 'in', ids).executeTakeFirst()
    await addToReport(tx, id, { ...traces, exports, responses: Number(deleted.numDeletedRows) })
    await auditAll(
      { db: tx, author: authorOf(erasure) },
      ids.map((response) => ({ entity: 'surveyResponse', id: response, action: 'erase', after: { reason } })),
    )
  })
