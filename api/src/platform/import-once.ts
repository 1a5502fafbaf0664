import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'

import { prepared } from './database/database.ts'
import type { Db } from './database/database.ts'

/**
 * Imports a row of a file unless the same row was imported before. The insert of the hash comes first: of two
 * concurrent imports, one waits and is then refused. The record gets the id stored with the hash. spec §5
 */
export const importOnce = async <T>(
  tx: Db,
  entity: EntityName,
  importHash: string,
  add: (id: string) => Promise<T>,
): Promise<T> => {
  const claim = await tx
    .insertInto('import_hashes')
    .values({ entity, hash: Buffer.from(importHash, 'hex') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('row_id')
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!claim) throw new AppError('importer.errors.importHashExistent')
  return add(claim.row_id)
}

/** Allows deleted records to be imported again. */
export const freeImportHashes = async (tx: Db, entity: EntityName, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('import_hashes').where('entity', '=', entity).where('row_id', 'in', ids).execute()
}
