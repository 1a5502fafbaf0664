import { fieldError } from '@baseline/contract/errors.ts'
import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import { sql } from 'kysely'

import type { Db } from '../database/database.ts'
import { limits } from '../limits.ts'
import type { FileStorage } from './storage.ts'

export interface FileRow {
  id: string
  name: string
  key: string
}

/** Adds signed download URLs; clients never see a storage key. */
export const presentFiles = (
  storage: FileStorage,
  files: readonly FileRow[],
): Promise<Pick<StoredFile, 'id' | 'name' | 'publicUrl'>[]> =>
  Promise.all(
    files.map(async ({ id, name, key }) => ({ id, name, publicUrl: await storage.downloadUrl(key, name) })),
  )

/** Returns the fields of files for the audit log. */
export const filesForAudit = (files: readonly FileRow[]): { id: string; name: string }[] =>
  files.map(({ id, name }) => ({ id, name }))

/**
 * Marks a file as used. The caller must have uploaded it to `folder`, and it must be unused and not yet due
 * for purging.
 */
export const claimFile = async (
  tx: Db,
  fileId: string,
  { folder, uploadedBy, field }: { folder: string; uploadedBy: string; field: string },
): Promise<void> => {
  const file = await tx
    .updateTable('files')
    .set({ unused_since: null })
    .where('id', '=', fileId)
    .where('folder', '=', folder)
    .where('created_by', '=', uploadedBy)
    .where('unused_since', '>', sql<Date>`now() - make_interval(hours => ${limits.files.unusedHours})`)
    .returning('id')
    .executeTakeFirst()
  if (file) return
  throw fieldError(field, 'validation.mixed.default')
}

/** Marks a file as unused. The purge job removes it later. */
export const releaseFile = async (tx: Db, fileId: string): Promise<void> => {
  await tx
    .updateTable('files')
    .set({ unused_since: sql<Date>`now()` })
    .where('id', '=', fileId)
    .execute()
}
