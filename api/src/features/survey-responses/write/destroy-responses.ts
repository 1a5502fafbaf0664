import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'

import { auditAll } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { freeImportHashes } from '#platform/import-once.ts'

import { storedQueriesOn } from '../answer-queries/stored-queries.ts'
import * as responses from '../queries.ts'
import { readOnlyError } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { commentsOn } from '../review/comments.ts'
import { freeDisplayId } from './display-id.ts'
import { releaseFiles } from './files.ts'

const importHashesOf = async (tx: Db, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await tx
    .selectFrom('import_hashes')
    .select(['row_id', 'hash'])
    .where('entity', '=', 'surveyResponse')
    .where('row_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ row_id: id, hash }) => [id, hash.toString('hex')]))
}

/**
 * Deletes all of the responses or none. The audit log keeps each full record with its comments, so that it
 * can be restored. Its Survey Id and its import hash can be used again at once.
 */
export const destroyResponses = async (context: ResponseContext, ids: readonly string[]): Promise<void> => {
  const { db } = context
  const deleted = await responses.getAllLocked(context, ids)
  const readOnlyResponse = deleted.find(({ status }) => isReadOnly(status))
  if (readOnlyResponse) throw readOnlyError(context, readOnlyResponse)
  const hashes = await importHashesOf(db, ids)
  const entries = []
  for (const response of deleted) {
    const { id } = response
    const before = {
      ...response,
      comments: await commentsOn(db, id),
      queries: await storedQueriesOn(db, id),
      importHash: hashes.get(id) ?? null,
    }
    entries.push({ entity: 'surveyResponse' as const, id, action: 'destroy' as const, before })
    await freeDisplayId(db, response)
  }
  await releaseFiles(db, ids)
  await db.deleteFrom('response_comments').where('response_id', 'in', ids).execute()
  await freeImportHashes(db, 'surveyResponse', ids)
  await responses.remove(db, ids)
  await auditAll(context, entries)
}
