import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from './database/database.ts'
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

/** Returns the hashes whose rows were imported before. */
export const findImportHashes = async (
  db: Db,
  entity: EntityName,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('import_hashes')
    .select('hash')
    .where('entity', '=', entity)
    .where('hash', '=', sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .modifyEnd(prepared)
    .execute()
  return new Set(rows.map(({ hash }) => hash.toString('hex')))
}

const insertHashes = compiledOnce<unknown, { entity: EntityName; hashes: string[]; ids: string[] }>(
  (db, { entity, hashes, ids }) => ({
    compile: () =>
      sql`
        insert into import_hashes (entity, hash, row_id)
        select ${entity}, decode(hash, 'hex'), id
        from unnest(${hashes}::text[], ${ids}::uuid[]) as claim (hash, id)
        order by hash
        on conflict do nothing
        returning hash ${prepared}`.compile(db),
  }),
)

/** Stores the hashes of imported rows. Throws if one of the rows was imported before. */
export const claimImportHashes = async (
  tx: Db,
  entity: EntityName,
  claims: readonly { hash: string; id: string }[],
): Promise<void> => {
  if (claims.length === 0) return
  const hashes = claims.map(({ hash }) => hash)
  const inserted = await insertHashes(tx, { entity, hashes, ids: claims.map(({ id }) => id) })
  if (inserted.length < claims.length) throw new AppError('importer.errors.importHashExistent')
}

/** Allows deleted records to be imported again. */
export const freeImportHashes = async (tx: Db, entity: EntityName, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('import_hashes').where('entity', '=', entity).where('row_id', 'in', ids).execute()
}
