import type { Db } from '#platform/database/database.ts'

/** Lets the job of the erasure remove these files from the storage after the commit. */
export const removeFromStorage = async (tx: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await tx
    .insertInto('files_to_remove')
    .values(keys.map((key) => ({ key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
