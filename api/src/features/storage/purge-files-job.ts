import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

const batchRows = 100

/**
 * Removes files and rows together. The rows are locked until both are gone, and a file that is due can no longer be
 * taken into use, so nobody is left with a row whose file is missing.
 */
const purgeBatch = (db: Db, storage: FileStorage): Promise<number> =>
  inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('files')
      .select(['id', 'key', 'thumbnail_key'])
      // What a response had is kept until it can no longer be brought back.
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
    if (due.length === 0) return 0
    for (const { key, thumbnail_key: small } of due) {
      if (small) await storage.remove(small)
      await storage.remove(key)
    }
    await tx
      .deleteFrom('files')
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due.length
  })

/** Uploads that no form was saved with, and what was replaced. */
export const purgeFilesJob = job({
  name: 'purge-files',
  data: z.object({}),
  schedule: '47 * * * *',
  run: async (_data, { db, storage }: { db: Db; storage: FileStorage }) => {
    while ((await purgeBatch(db, storage)) === batchRows);
  },
})
