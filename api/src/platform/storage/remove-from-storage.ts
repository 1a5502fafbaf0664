import type { Db } from '../database/database.ts'

/** Lets a job remove these files from the storage after the commit. */
export const removeFromStorage = async (tx: Db, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await tx
    .insertInto('files_to_remove')
    .values(keys.map((key) => ({ key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
