import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { exportFolder, keysOf } from './export-job.ts'

const retentionStart = sql<Date>`now() - make_interval(hours => ${limits.exports.retentionHours})`

/**
 * Deletes files after a day, or once their owner removed them, and the files of killed attempts. The rows
 * stay.
 */
export const sweepExportsJob = job({
  name: 'sweep-exports',
  data: z.object({}),
  schedule: '*/15 * * * *',
  run: async (_data, { db, storage }: { db: Db; storage: FileStorage }) => {
    // Fails exports whose job was lost, so that no user waits for them.
    await db
      .updateTable('survey_exports')
      .set({
        status: 'FAILED',
        finished_at: new Date(),
        failure: JSON.stringify({ key: 'error', params: {} }),
      })
      .where('status', '=', 'START')
      .where('created_at', '<', retentionStart)
      .execute()
    const dueExports = await db
      .selectFrom('survey_exports')
      .select(['id', 'attempt'])
      .where('swept', '=', false)
      .where((eb) =>
        eb.or([eb('finished_at', '<', retentionStart), eb('expires_at', '<=', sql<Date>`now()`)]),
      )
      .execute()
    for (const row of dueExports) {
      for (const key of keysOf(row)) await storage.remove(key)
      await db
        .updateTable('survey_exports')
        .set({ key: null, swept: true })
        .where('id', '=', row.id)
        .execute()
    }
    await storage.sweep(exportFolder)
  },
})
