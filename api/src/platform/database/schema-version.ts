import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { sql } from 'kysely'

import type { Db } from './database.ts'

/** The oldest release of PostgreSQL that is supported: the one of Debian 13. */
export const oldestPostgres = 17

export interface SqlFile {
  name: string
  text: string
}

const readSql = async (path: string): Promise<SqlFile> => ({
  name: basename(path, '.sql'),
  text: await readFile(path, 'utf8'),
})

/** Reads the SQL files of a folder in the order of their names. */
export const readSqlFolder = async (directory: string): Promise<SqlFile[]> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map((name) => readSql(join(directory, name))))
}

/** Reads the functions, triggers, views and backfills. api/database/README.md describes the files. */
export const readStoredCode = async (directory: string) => ({
  drop: await readSql(join(directory, 'drop-code.sql')),
  functions: await readSqlFolder(join(directory, 'functions')),
  viewsAndTriggers: await readSqlFolder(join(directory, 'views-and-triggers')),
  backfills: await readSqlFolder(join(directory, 'backfills')),
})
export type StoredCode = Awaited<ReturnType<typeof readStoredCode>>

export const checksumOf = ({ drop, functions, viewsAndTriggers }: StoredCode): string => {
  const hash = createHash('sha256')
  for (const { name, text } of [drop, ...functions, ...viewsAndTriggers]) hash.update(`${name}\0${text}\0`)
  return hash.digest('hex')
}

const apiFolder = join(import.meta.dirname, '../../..')

/** The tables and the stored code of the application. */
export const appSource = {
  schema: 'app',
  migrations: join(apiFolder, 'migrations'),
  code: join(apiFolder, 'database'),
}

/** Reads which migrations and which stored code this release needs. */
export const readNeededSchema = async () => ({
  migrations: (await readSqlFolder(appSource.migrations)).map(({ name }) => name),
  checksum: checksumOf(await readStoredCode(appSource.code)),
})
export type NeededSchema = Awaited<ReturnType<typeof readNeededSchema>>

/**
 * Names what the database lacks for this release. A database that a newer release has migrated lacks nothing: the
 * code of a release runs on the schema of the next one.
 */
export const findMissingSchema = async (
  db: Db,
  { migrations, checksum }: NeededSchema,
): Promise<string[]> => {
  const { rows } = await sql<{ missing: string[]; hasCode: boolean }>`
    select array(select unnest(${migrations}::text[]) except select name from kysely_migration order by 1) missing,
      exists (select from code_versions where checksum = ${checksum}) "hasCode"`.execute(db)
  const [row] = rows
  return [...(row?.missing ?? []), ...(row?.hasCode ? [] : ['functions, triggers, views'])]
}
