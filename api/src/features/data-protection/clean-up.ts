import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { subjectFolder } from './subject-file.ts'

const batchNames = 500

interface Name {
  kind: string
  folded: string
}

const nextNames = async (db: Db): Promise<(Name & { used: boolean })[]> => {
  const { rows } = await sql<Name & { used: boolean }>`
    select kind, folded, find_response_named(kind, folded) is not null as used
    from (select * from erased_names order by kind, folded limit ${batchNames}) batch`.execute(db)
  return rows
}

const unnestNames = (names: readonly Name[]) =>
  sql`unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ folded }) => folded)}::text[]) name (kind, folded)`

/** Deletes names from the dictionary, and returns the id of the transaction. */
const deleteNames = async (db: Db, names: readonly Name[]): Promise<string> => {
  const { rows } = await sql<{ transaction: string }>`
    with deleted as (
      delete from response_names known using ${unnestNames(names)}
      where (known.kind, known.folded) = (name.kind, name.folded))
    select pg_current_xact_id()::text as transaction`.execute(db)
  return rows[0]?.transaction ?? ''
}

/** Waits until all writing transactions have ended that were running at the end of this one. */
const waitForWriters = async (db: Db, transaction: string): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::xid8 as ended`.execute(db)
    if (rows[0]?.ended) return
    await sleep(50)
  }
}

/**
 * Removes the next remembered names from the dictionary, unless a response has them. A response that was being
 * written at the same time relies on the names that it has seen in the dictionary, so its names are added again. Returns
 * the removed names; undefined if none was left.
 */
const removeNames = async (db: Db): Promise<string[] | undefined> => {
  const batch = await nextNames(db)
  if (batch.length === 0) return undefined
  const unused = batch.filter(({ used }) => !used)
  if (unused.length > 0) {
    await waitForWriters(db, await deleteNames(db, unused))
    await sql`
      select record_names_of(response) from ${unnestNames(unused)}, find_response_named(name.kind, name.folded) response
      where response is not null`.execute(db)
  }
  await sql`delete from erased_names using ${unnestNames(batch)}
    where (erased_names.kind, erased_names.folded) = (name.kind, name.folded)`.execute(db)
  return unused.map(({ folded }) => folded)
}

/** Removes erased names from the filters of exports, and from the filters that the logs recorded. */
const removeFromFilters = async (db: Db, erasureId: string, names: readonly string[]): Promise<void> => {
  // A shorter text would occur in unrelated filters.
  const longNames = names.filter((name) => name.length >= 3)
  if (longNames.length === 0) return
  await sql`
    update survey_exports set filter = without_names(filter, ${longNames}), failure = without_names(failure, ${longNames})
    where without_names(filter, ${longNames}) <> filter or without_names(failure, ${longNames}) <> failure`.execute(
    db,
  )
  await sql`select erase_recorded_filters(${erasureId}, ${longNames})`.execute(db)
}

/** Folds the changes of the erasure into the rollups, and removes the rows of values that no response has. */
const removeEmptyRollups = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('response_counts'))`.execute(tx)
    await sql`select fold_response_deltas()`.execute(tx)
    await sql`select remove_empty_rollups()`.execute(tx)
  })

/**
 * Removes the due files from the storage. A file that is taken into use has no row any more; the lock on the row makes
 * the removal and the use exclude each other.
 */
export const removeDueFiles = async ({ db, storage }: { db: Db; storage: FileStorage }): Promise<void> => {
  const files = await db
    .selectFrom('files_to_remove')
    .select('key')
    .where('due_at', '<=', sql<Date>`now()`)
    .execute()
  for (const { key } of files)
    await inTransaction(db, async (tx) => {
      const row = await tx.deleteFrom('files_to_remove').where('key', '=', key).executeTakeFirst()
      if (row.numDeletedRows > 0n) await storage.remove(key)
    })
}

/** Removes what is left after the records of an erasure were erased: names, counts of them, and files. */
export const cleanUp = async (
  services: { db: Db; streams: Db; storage: FileStorage },
  erasureId: string,
): Promise<void> => {
  const { streams } = services
  for (;;) {
    const names = await removeNames(streams)
    if (!names) break
    await removeFromFilters(streams, erasureId, names)
  }
  await removeEmptyRollups(streams)
  // Files that were created to hand data over may have the erased data.
  await streams
    .updateTable('files_to_remove')
    .set({ due_at: sql<Date>`now()` })
    .where('key', 'like', `${subjectFolder}/%`)
    .execute()
  await removeDueFiles(services)
}
