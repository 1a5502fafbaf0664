import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from './database/database.ts'

/**
 * Counts this attempt and returns whether the subject is within its limit. The counter is in the database, so
 * the limit applies across all processes. The subject may be an email address, so only its hash is stored.
 * Pass the pool, not a transaction: a refused attempt must count although its transaction is rolled back.
 */
export const withinLimit = async (
  pool: Db,
  subject: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<boolean> => {
  const { hits } = await pool
    .insertInto('rate_limits')
    .values({
      subject: createHash('sha256').update(subject).digest('base64url'),
      window_start: sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${minutes * 60}) * ${minutes * 60})`,
      hits: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'window_start']).doUpdateSet({ hits: sql<number>`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  return hits <= max
}
