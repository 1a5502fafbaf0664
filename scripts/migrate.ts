/**
 * Migrates one schema: its tables by migrations, and its functions, triggers and views from files that are applied
 * again after each change. The worker runs the backfills. api/database/README.md describes the files.
 */
import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration, MigrationProvider } from 'kysely/migration'
import pg from 'pg'

import { checksumOf, readSqlFolder, readStoredCode } from '../api/src/platform/database/schema-version.ts'
import type { SqlFile, StoredCode } from '../api/src/platform/database/schema-version.ts'
import { productVersion } from '../api/src/platform/version.ts'

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
    create table if not exists pending_backfills (name text primary key, position text);
    alter table pending_backfills
      add column if not exists statement text, add column if not exists done_rows bigint not null default 0`.execute(
    db,
  )

const isApplied = async (db: Db, checksum: string): Promise<boolean> => {
  const { rows } = await sql<{ checksum: string }>`
    select checksum from code_versions order by applied_at desc limit 1`.execute(db)
  return rows[0]?.checksum === checksum
}

const recordCode = (db: Db, checksum: string) =>
  sql`
    insert into code_versions (checksum, applied_at) values (${checksum}, clock_timestamp())
    on conflict (checksum) do update set applied_at = excluded.applied_at`.execute(db)

const isNewDatabase = async (db: Db, schema: string): Promise<boolean> => {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass(${`${schema}.kysely_migration`})::text "table"`.execute(db)
  return !rows[0]?.table
}

/** Whether a later release has migrated the schema. */
const isNewer = async (db: Db, migrations: string): Promise<boolean> => {
  const own = (await readSqlFolder(migrations)).map(({ name }) => name)
  const newer = await sql`
    select from kysely_migration where name <> all(${own}) and name > ${own.at(-1) ?? ''}`.execute(db)
  return newer.rows.length > 0
}

/** Locks all tables at once. A lock in the middle of the migration could deadlock with the calls of users. */
const lockTables = async (db: Db, schema: string): Promise<void> => {
  const { rows } = await sql<{ tables: string | null }>`
    select string_agg(oid::regclass::text, ', ' order by relname) tables from pg_class
    where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db)
  if (rows[0]?.tables) await sql.raw(`lock table ${rows[0].tables}`).execute(db)
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
  const checksum = code && checksumOf(code)
  const appliesCode = checksum !== undefined && (isPending || !(await isApplied(db, checksum)))
  if (!isPending && !appliesCode) return []
  await lockTables(db, schema)
  if (code) await applyAll(db, [code.drop, ...code.functions])
  const { error, results = [] } = await (lastMigration
    ? migrator.migrateTo(lastMigration)
    : migrator.migrateToLatest())
  if (error) throw provider.failure ?? error
  if (code && !lastMigration) {
    await applyAll(db, code.viewsAndTriggers)
    await recordCode(db, checksumOf(code))
  }
  return [
    ...results.map(({ migrationName }) => migrationName),
    ...(code ? ['functions, triggers, views'] : []),
  ]
}

const grantRecords = async (db: Db, { code, reader }: SchemaSource): Promise<void> => {
  const tables = ['kysely_migration', ...(code ? ['code_versions', 'pending_backfills'] : [])]
  if (reader) await sql.raw(`grant select on ${tables.join(', ')} to ${reader}`).execute(db)
}

/** Stores the statements of the requested backfills, for the worker. */
const storeBackfills = async (db: Db, { backfills }: StoredCode): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pending_backfills order by name`.execute(db)
  for (const { name } of rows) {
    const backfill = backfills.find((file) => file.name === name)
    if (!backfill) throw new Error(`a migration requests the backfill ${name}, but it has no file`)
    await sql`update pending_backfills set statement = ${backfill.text} where name = ${name}`.execute(db)
  }
  return rows.map(({ name }) => name)
}

/** Below deadlock_timeout of PostgreSQL (1 s): the migration gives way before a call of a user is cancelled. */
const lockMs = 500
const attempts = 300

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/**
 * Runs the work in a transaction whose locks wait for a short time only, because calls of users wait behind it. Tries
 * again while long statements, such as exports, run: for about ten minutes.
 */
const withShortLocks = async <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${String(lockMs)}ms`}, true)`.execute(tx)
        return work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === attempts)
        throw new Error('other statements hold locks on the tables; end them or try again later', {
          cause: error,
        })
      await sleep(1_500)
    }
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
      const applied = await withShortLocks(db, async (tx) => {
        const isNew = await isNewDatabase(tx, schema)
        // After a roll-back the code of the later release stays: it serves both.
        if (!isNew && (await isNewer(tx, source.migrations))) return []
        if (code) await createRecords(tx)
        const names = await migrateTables(tx, source, code, lastMigration)
        await grantRecords(tx, source)
        if (!code || lastMigration) return names
        await sql`insert into releases (version, migrated_at) values (${productVersion}, now())
          on conflict (version) do nothing`.execute(tx)
        // A new database has no rows to change.
        if (isNew) await sql`delete from pending_backfills`.execute(tx)
        return [...names, ...(await storeBackfills(tx, code)).map((name) => `backfill ${name}`)]
      })
      return applied.map((name) => `${schema}/${name}`)
    })
  } finally {
    await database.destroy()
  }
}
