import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'

const tables = ['response_status_changes', 'response_undo_skips'] as const

/** Deletes one batch of rows whose review is too old to be undone, and returns how many there were. */
const sweepBatch = async (db: Db, table: (typeof tables)[number]): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (job_id, response_id) in (
      select job_id, response_id from ${sql.table(table)}
      where job_id < uuid7_floor(now() - make_interval(hours => ${limits.review.undoRetentionHours}))
      order by job_id, response_id limit ${limits.review.sweepBatch})`.execute(db)
  return Number(numAffectedRows)
}

/** Deletes the rows of reviews that are too old to be undone. */
export const sweepUndoJob = job({
  name: 'sweep-undo',
  data: z.object({}),
  schedule: '37 * * * *',
  run: async (_data, { db }: { db: Db }) => {
    for (const table of tables) while ((await sweepBatch(db, table)) > 0);
  },
})
