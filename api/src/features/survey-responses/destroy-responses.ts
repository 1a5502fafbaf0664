import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'

import { auditAll } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { freeImportHashes } from '#platform/import-once.ts'

import { readOnly } from './change-status.ts'
import type { Reviewing } from './change-status.ts'
import { commentsOn } from './comments.ts'
import { freeDisplayId } from './display-id.ts'
import { releasePhotos } from './photos.ts'
import * as responses from './queries.ts'

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
export const destroyResponses = async (reviewing: Reviewing, ids: readonly string[]): Promise<void> => {
  const { db } = reviewing
  const gone = await responses.getAllLocked(reviewing, ids)
  const decided = gone.find(({ status }) => isReadOnly(status))
  if (decided) throw readOnly(reviewing, decided)
  const hashes = await importHashesOf(db, ids)
  const entries = []
  for (const response of gone) {
    const { id } = response
    const before = { ...response, comments: await commentsOn(db, id), importHash: hashes.get(id) ?? null }
    entries.push({ entity: 'surveyResponse' as const, id, action: 'destroy' as const, before })
    await freeDisplayId(db, response)
  }
  await releasePhotos(db, ids)
  await db.deleteFrom('response_comments').where('response_id', 'in', ids).execute()
  await freeImportHashes(db, 'surveyResponse', ids)
  await responses.remove(db, ids)
  await auditAll(reviewing, entries)
}
