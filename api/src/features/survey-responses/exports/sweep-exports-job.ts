import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { exportFolder, keysOf } from './export-job.ts'

const kept = sql<Date>`now() - make_interval(hours => ${limits.exports.keptHours})`

/** Files go after a day, with whatever attempts that were killed left behind; the rows stay and say what was made. */
export const sweepExportsJob = job({
  name: 'sweep-exports',
  data: z.object({}),
  schedule: '*/15 * * * *',
  run: async (_data, { db, storage }: { db: Db; storage: FileStorage }) => {
    // A job that was lost for good; nobody should wait for it.
    await db
      .updateTable('survey_exports')
      .set({
        status: 'FAILED',
        finished_at: new Date(),
        failure: JSON.stringify({ key: 'error', params: {} }),
      })
      .where('status', '=', 'START')
      .where('created_at', '<', kept)
      .execute()
    const due = await db
      .selectFrom('survey_exports')
      .select(['id', 'attempt'])
      .where('swept', '=', false)
      .where('finished_at', '<', kept)
      .execute()
    for (const row of due) {
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
