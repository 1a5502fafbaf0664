import { answerFolders, phoneFolder } from '@baseline/contract/storage/folders.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

const batchRows = 100

/**
 * Removes files together with their rows. The rows stay locked until both are removed, and a due file can no
 * longer be taken into use, so no used row loses its file.
 */
const purgeBatch = (db: Db, storage: FileStorage): Promise<number> =>
  inTransaction(db, async (tx) => {
    const dueFiles = await tx
      .selectFrom('files')
      .select(['id', 'key', 'thumbnail_key'])
      // Files of a deleted response are kept as long as it can be restored.
      .where(
        'unused_since',
        '<',
        sql<Date>`now() - case when response_id is null then make_interval(hours => ${limits.files.unusedHours})
          else make_interval(days => ${limits.restoreDays}) end`,
      )
      .where('unused_since', '<', sql<Date>`now() - make_interval(hours => ${limits.files.unusedHours})`)
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom('users').select('users.id').whereRef('users.avatar_id', '=', 'files.id')),
        ),
      )
      .limit(batchRows)
      .forUpdate()
      .skipLocked()
      .execute()
    if (dueFiles.length === 0) return 0
    for (const { key, thumbnail_key: thumbnailKey } of dueFiles) {
      if (thumbnailKey) await storage.remove(thumbnailKey)
      await storage.remove(key)
    }
    await tx
      .deleteFrom('files')
      .where(
        'id',
        'in',
        dueFiles.map(({ id }) => id),
      )
      .execute()
    return dueFiles.length
  })

/** Removes files that a killed process had not finished, in the folders of photos and recordings. */
export const sweepFiles = async (storage: FileStorage): Promise<void> => {
  for (const folder of new Set([phoneFolder, ...Object.values(answerFolders)])) await storage.sweep(folder)
}

/** Removes uploads that were never saved with a form, replaced files, and unfinished ones. */
export const purgeFilesJob = job({
  name: 'purge-files',
  data: z.object({}),
  schedule: '47 * * * *',
  run: async (_data, { db, storage }: { db: Db; storage: FileStorage }) => {
    while ((await purgeBatch(db, storage)) === batchRows);
    await sweepFiles(storage)
  },
})
