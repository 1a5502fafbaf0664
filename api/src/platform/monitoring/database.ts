import { sql } from 'kysely'

import type { Db } from '../database/database.ts'
import { reading } from './reading.ts'

/** Tokens tolerate a difference of five seconds. */
export const maxClockDifferenceMs = 5_000

/** Returns by how much the clock of the database is ahead of this machine. */
export const readClockDifference = async (db: Db): Promise<number> => {
  const startedAt = Date.now()
  const { rows } = await sql<{ now: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 now`.execute(db)
  return (rows[0]?.now ?? 0) - (startedAt + Date.now()) / 2
}

export const databaseReading = reading({
  name: 'database',
  metrics: {
    baseline_database_up: { help: 'Whether the database answers a query of this process' },
    baseline_clock_difference_seconds: {
      help: 'Clock of the database minus the clock of this machine; absent while the database does not answer',
    },
  },
  read: async ({ db }: { db: Db }) => {
    const ms = await readClockDifference(db).catch(() => undefined)
    return {
      samples: {
        baseline_database_up: [{ value: ms === undefined ? 0 : 1 }],
        baseline_clock_difference_seconds: ms === undefined ? [] : [{ value: ms / 1000 }],
      },
      findings:
        ms !== undefined && Math.abs(ms) > maxClockDifferenceMs
          ? [{ key: 'clock' as const, params: { seconds: Math.round(Math.abs(ms) / 1000) } }]
          : [],
    }
  },
})
