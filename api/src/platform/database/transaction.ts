import { sql } from 'kysely'

import type { Db } from './database.ts'
import { isTransient, OutcomeUnknown } from './retry.ts'

/**
 * One transaction around the work. A failure before COMMIT was sent surely left nothing behind; one while
 * committing may have left everything, and says so. Kysely's own `transaction()` would hide the first error
 * behind the one of its rollback on a dead connection.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  const tx = await db.startTransaction().execute()
  let committing = false
  try {
    const result = await work(tx)
    committing = true
    await tx.commit().execute()
    return result
  } catch (error) {
    // Gives the connection back in any case.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw committing && isTransient(error) ? new OutcomeUnknown(error) : error
  }
}

/** Work that may take so long and no longer; nothing, when its time is up. */
export const withinTime = async <T>(
  db: Db,
  ms: number,
  work: (tx: Db) => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await inTransaction(db, async (tx) => {
      await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
      return work(tx)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '57014') return undefined
    throw error
  }
}
