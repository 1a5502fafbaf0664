/**
 * Migrates one schema: its tables by migrations, its functions, triggers and views from files that are applied
 * again after each change, and its rows by backfills in batches. api/database/README.md describes the files.
 */
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration, MigrationProvider } from 'kysely/migration'
import pg from 'pg'

import { checksumOf, readSqlFolder, readStoredCode } from '../api/src/platform/database/schema-version.ts'
import type { SqlFile, StoredCode } from '../api/src/platform/database/schema-version.ts'

type Db = Kysely<unknown>

export interface SchemaSource {
  schema: string
  /** Folder of the migrations. */
  migrations: string
  /** Folder of the functions, triggers, views and backfills; a schema without them has none. */
  code?: string
  /** The role whose process compares the applied migrations with its own. */
  reader?: string
}

const apply = async (db: Db, { name, text }: SqlFile): Promise<void> => {
  try {
    await sql.raw(text).execute(db)
  } catch (cause) {
    throw new Error(`${name}.sql: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

const applyAll = async (db: Db, files: readonly SqlFile[]): Promise<void> => {
  for (const file of files) await apply(db, file)
}

class SqlMigrations implements MigrationProvider {
  readonly directory: string
  /** The migrator replaces the first error by that of its next statement in the failed transaction. */
  failure: unknown
  constructor(directory: string) {
    this.directory = directory
  }
  async getMigrations(): Promise<Record<string, Migration>> {
    const files = await readSqlFolder(this.directory)
    return Object.fromEntries(
      files.map((file) => [
        file.name,
        {
          up: async (db) => {
            await apply(db, file).catch((error: unknown) => {
              this.failure = error
              throw error
            })
          },
        },
      ]),
    )
  }
}

/**
 * Creates the tables in which this module records the versions of the code, of which the latest is applied, and the
 * unfinished backfills.
 */
const createRecords = (db: Db) =>
  sql`
    drop table if exists applied_code;
    create table if not exists code_versions (
      checksum text primary key,
      applied_at timestamptz not null
    );
    create table if not exists pending_backfills (name text primary key, position text)`.execute(db)

const isApplied = async (db: Db, checksum: string): Promise<boolean> => {
  const { rows } = await sql<{ checksum: string }>`
    select checksum from code_versions order by applied_at desc limit 1`.execute(db)
  return rows[0]?.checksum === checksum
}

const recordCode = (db: Db, checksum: string) =>
  sql`
    insert into code_versions (checksum, applied_at) values (${checksum}, clock_timestamp())
    on conflict (checksum) do update set applied_at = excluded.applied_at`.execute(db)

/** Whether a later release has migrated the schema. */
const isNewer = async (db: Db, { schema, migrations }: SchemaSource): Promise<boolean> => {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass(${`${schema}.kysely_migration`})::text "table"`.execute(db)
  if (!rows[0]?.table) return false
  const own = (await readSqlFolder(migrations)).map(({ name }) => name)
  const newer = await sql`
    select from kysely_migration where name <> all(${own}) and name > ${own.at(-1) ?? ''}`.execute(db)
  return newer.rows.length > 0
}

/**
 * Applies the pending migrations and the code in one transaction. Skips the code if nothing changed: dropping
 * a trigger locks its table. Returns the names of what it applied.
 */
const migrateTables = async (
  db: Db,
  { schema, migrations }: SchemaSource,
  code: StoredCode | undefined,
  lastMigration: string | undefined,
): Promise<string[]> => {
  const provider = new SqlMigrations(migrations)
  const migrator = new Migrator({ db, provider, migrationTableSchema: schema })
  const isPending = (await migrator.getMigrations()).some(({ executedAt }) => !executedAt)
  if (code) await createRecords(db)
  const checksum = code && checksumOf(code)
  const appliesCode = checksum !== undefined && (isPending || !(await isApplied(db, checksum)))
  if (code && appliesCode) await applyAll(db, [code.drop, ...code.functions])
  const { error, results = [] } = await (lastMigration
    ? migrator.migrateTo(lastMigration)
    : migrator.migrateToLatest())
  if (error) throw provider.failure ?? error
  if (code && appliesCode && !lastMigration) {
    await applyAll(db, code.viewsAndTriggers)
    await recordCode(db, checksum)
  }
  return [
    ...results.map(({ migrationName }) => migrationName),
    ...(appliesCode ? ['functions, triggers, views'] : []),
  ]
}

const grantRecords = async (db: Db, { code, reader }: SchemaSource): Promise<void> => {
  const tables = ['kysely_migration', ...(code ? ['code_versions'] : [])]
  if (reader) await sql.raw(`grant select on ${tables.join(', ')} to ${reader}`).execute(db)
}

/** Runs the batches of a backfill. Each stores its position in its transaction, so that a crash repeats none. */
const runBackfill = async (db: Db, { name, text }: SqlFile, start: string | null): Promise<void> => {
  let position = start
  do
    position = await db.transaction().execute(async (tx) => {
      const { rows } = await tx.executeQuery<{ position: string | null }>(CompiledQuery.raw(text, [position]))
      const next = rows[0]?.position ?? null
      await (
        next === null
          ? sql`delete from pending_backfills where name = ${name}`
          : sql`update pending_backfills set position = ${next} where name = ${name}`
      ).execute(tx)
      return next
    })
  while (position !== null)
}

const runBackfills = async (db: Db, { backfills }: StoredCode): Promise<string[]> => {
  const { rows } = await sql<{ name: string; position: string | null }>`
    select name, position from pending_backfills order by name`.execute(db)
  for (const { name, position } of rows) {
    const backfill = backfills.find((file) => file.name === name)
    if (!backfill) throw new Error(`a migration requests the backfill ${name}, but it has no file`)
    await runBackfill(db, backfill, position)
  }
  return rows.map(({ name }) => name)
}

/** Migrates a schema and returns the names of what it applied. `lastMigration` stops at an older release. */
export const migrateSchema = async (
  ownerUrl: string,
  source: SchemaSource,
  lastMigration?: string,
): Promise<string[]> => {
  const { schema } = source
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, options: `-c search_path=${schema},public` })
  pool.on('error', () => {})
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await database.connection().execute(async (db) => {
      // Held until the connection ends: two runs at once would drop each other's code.
      await sql`select pg_advisory_lock(hashtext('migrate'))`.execute(db)
      const code = source.code === undefined ? undefined : await readStoredCode(source.code)
      const applied = await db.transaction().execute(async (tx) => {
        // After a roll-back the code of the later release stays: it serves both.
        if (await isNewer(tx, source)) return undefined
        const names = await migrateTables(tx, source, code, lastMigration)
        await grantRecords(tx, source)
        return names
      })
      if (!applied) return []
      const backfilled = code && !lastMigration ? await runBackfills(db, code) : []
      return [...applied, ...backfilled].map((name) => `${schema}/${name}`)
    })
  } finally {
    await database.destroy()
  }
}
