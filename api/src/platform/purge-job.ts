import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from './database/database.ts'
import { job } from './jobs.ts'
import { limits } from './limits.ts'

/** Deletes expired idempotency keys and old rate limit counters. */
export const purgeJob = job({
  name: 'purge',
  data: z.object({}),
  schedule: '17 * * * *',
  run: async (_data, { db }: { db: Db }) => {
    const hours = limits.idempotencyKey.hours
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${hours})`)
      .execute()
    await db
      .deleteFrom('rate_limits')
      .where('window_start', '<', sql<Date>`now() - interval '1 day'`)
      .execute()
  },
})
