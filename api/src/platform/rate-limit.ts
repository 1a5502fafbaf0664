import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

import type { Db } from './database/database.ts'

/**
 * Counts tries in the database, so that the limit holds over all processes. Give the pool, not a
 * transaction: a refused try must be counted although its transaction is rolled back.
 */
export const countTry = async (
  pool: Db,
  subject: string,
  { max, minutes }: { max: number; minutes: number },
): Promise<void> => {
  const { hits } = await pool
    .insertInto('rate_limits')
    .values({
      subject,
      window_start: sql<Date>`to_timestamp(floor(extract(epoch from now()) / ${minutes * 60}) * ${minutes * 60})`,
      hits: 1,
    })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'window_start']).doUpdateSet({ hits: sql<number>`rate_limits.hits + 1` }),
    )
    .returning('hits')
    .executeTakeFirstOrThrow()
  if (hits > max) throw new AppError('errors.tooManyRequests')
}
