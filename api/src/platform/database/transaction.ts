import { sql } from 'kysely'

import type { Db } from './database.ts'
import { isTransient, OutcomeUnknown } from './retry.ts'

/**
 * Runs the work in one transaction. An error before COMMIT leaves nothing behind; a transient error during
 * COMMIT becomes `OutcomeUnknown`. Kysely's `transaction()` is not used: on a dead connection, the error of
 * its rollback would hide the first error.
 */
export const inTransaction = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  const tx = await db.startTransaction().execute()
  let isCommitting = false
  try {
    const result = await work(tx)
    isCommitting = true
    await tx.commit().execute()
    return result
  } catch (error) {
    // Returns the connection to the pool, even if the rollback fails.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
    throw isCommitting && isTransient(error) ? new OutcomeUnknown(error) : error
  }
}

/** Makes the transactions of one owner, such as a person, take turns with something, across all processes. */
export const takeTurns = async (tx: Db, what: string, owner: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${what}), hashtext(${owner}))`.execute(tx)
}

/** Runs the work with this statement timeout; returns undefined when a statement exceeds it. */
export const withStatementTimeout = async <T>(
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
