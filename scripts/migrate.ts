/**
 * Migrates one schema: its tables by migrations, its functions, triggers and views from files that are applied
 * again after each change, and its rows by backfills in batches. api/database/README.md describes the files.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration, MigrationProvider } from 'kysely/migration'
import pg from 'pg'

type Db = Kysely<unknown>

export interface SchemaSource {
  schema: string
  /** Folder of the migrations. */
  migrations: string
  /** Folder of the functions, triggers, views and backfills; a schema without them has none. */
  code?: string
}

interface SqlFile {
  name: string
  text: string
}

const readSql = async (path: string): Promise<SqlFile> => ({
  name: basename(path, '.sql'),
  text: await readFile(path, 'utf8'),
})

/** Reads the SQL files of a folder in the order of their names. */
const readFolder = async (directory: string): Promise<SqlFile[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map((name) => readSql(join(directory, name))))
}

const readCode = async (directory: string) => ({
  drop: await readSql(join(directory, 'drop-code.sql')),
  functions: await readFolder(join(directory, 'functions')),
  viewsAndTriggers: await readFolder(join(directory, 'views-and-triggers')),
  backfills: await readFolder(join(directory, 'backfills')),
})
type Code = Awaited<ReturnType<typeof readCode>>

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
    const files = await readFolder(this.directory)
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

/** Creates the tables in which this module records the applied code and the unfinished backfills. */
const createRecords = (db: Db) =>
  sql`
    create table if not exists applied_code (
      only_row boolean primary key default true check (only_row),
      checksum text not null
    );
    create table if not exists pending_backfills (name text primary key, position text)`.execute(db)

const checksumOf = ({ drop, functions, viewsAndTriggers }: Code): string => {
  const hash = createHash('sha256')
  for (const { name, text } of [drop, ...functions, ...viewsAndTriggers]) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

const isApplied = async (db: Db, checksum: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from applied_code where checksum = ${checksum}`.execute(db)
  return rows.length > 0
}

const recordCode = (db: Db, checksum: string) =>
  sql`
    insert into applied_code (checksum) values (${checksum})
    on conflict (only_row) do update set checksum = excluded.checksum`.execute(db)

/**
 * Applies the pending migrations and the code in one transaction. Skips the code if nothing changed: dropping
 * a trigger locks its table. Returns the names of what it applied.
 */
const migrateTables = async (
  db: Db,
  { schema, migrations }: SchemaSource,
  code: Code | undefined,
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

const runBackfills = async (db: Db, { backfills }: Code): Promise<string[]> => {
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
      const code = source.code === undefined ? undefined : await readCode(source.code)
      const applied = await db.transaction().execute((tx) => migrateTables(tx, source, code, lastMigration))
      const backfilled = code && !lastMigration ? await runBackfills(db, code) : []
      return [...applied, ...backfilled].map((name) => `${schema}/${name}`)
    })
  } finally {
    await database.destroy()
  }
}
