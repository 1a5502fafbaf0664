import { sql } from 'kysely'
import { z } from 'zod'

import { job } from '../jobs.ts'
import type { Db } from './database.ts'
import { inTransaction } from './transaction.ts'

/** Runs batches of the pending backfills, one transaction each, until none is left or the time is over. */
export const runBackfills = async (db: Db, seconds: number): Promise<void> => {
  const deadline = Date.now() + seconds * 1000
  const runBatch = () =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ name: string | null }>`select run_backfill_batch() as name`.execute(tx)
      return rows[0]?.name
    })
  while ((await runBatch()) && Date.now() < deadline);
}

/** Continues the backfills of a new release. */
export const backfillJob = job({
  name: 'backfill',
  data: z.object({}),
  everyMs: 2_000,
  // Uses `streams`, which has no statement timeout: a batch can exceed it. A worker that stops waits for this run.
  run: (_data, { streams }: { streams: Db }) => runBackfills(streams, 5),
})
