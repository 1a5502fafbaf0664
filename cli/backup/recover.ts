import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import { findMissingSchema, readNeededSchema } from '../../api/src/platform/database/schema-version.ts'
import type { Schema } from '../../api/src/platform/database/schema.ts'
import type { Cluster } from './cluster.ts'
import { findBackup, requireWholeArchive, restoreBackup } from './database.ts'
import type { Target } from './database.ts'
import type { RecordedFile } from './files.ts'
import { BackupError, runProgram } from './run-program.ts'

/** A restored database that runs on a Unix socket, for this command only. */
export interface Recovered {
  /** Next to the folder of the server, so that it can be renamed to it. */
  data: string
  /** Folder of the socket. */
  socket: string
  databaseUrl: string
  /** Ends the server, and leaves its files. */
  stop: () => Promise<void>
  /** Ends the server, and removes its files. */
  remove: () => Promise<void>
}

const requireSpace = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder)
  const toGigabytes = (size: number) => (size / 1024 ** 3).toFixed(1)
  if (bavail * bsize < bytes * 1.1)
    throw new BackupError(
      `${folder} has ${toGigabytes(bavail * bsize)} GB of free space; the database needs ${toGigabytes(bytes * 1.1)} GB.`,
    )
}

/** Settings that pgBackRest adds to the restored database, and that only the recovery needs. */
const recoverySettings = [
  'restore_command',
  'recovery_target_time',
  'recovery_target_action',
  'recovery_target_timeline',
]

/** Waits until the server accepts connections: it has replayed the log. Throws if it has ended instead. */
const finishRecovery = async (databaseUrl: string): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: databaseUrl })
    try {
      await client.connect()
      for (const name of recoverySettings) await client.query(`alter system reset ${name}`)
      return
    } catch (error) {
      const isStarting = error instanceof pg.DatabaseError && error.code === '57P03'
      if (!isStarting) throw error
      await sleep(500)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/**
 * Restores the database next to that of the server, which may continue to run. Starts it there on a Unix socket
 * and waits until it has replayed the write-ahead log and begun its own timeline.
 */
export const recoverDatabase = async (
  { version, pgdata }: Cluster,
  database: string,
  { target, timeline }: { target: Target; timeline: string },
): Promise<Recovered> => {
  const backup = await findBackup(target)
  if (target === 'latest') await requireWholeArchive(backup)
  await requireSpace(dirname(pgdata), backup.info.size)
  const folder = await mkdtemp(join(dirname(pgdata), 'baseline-restore-'))
  const data = join(folder, 'data')
  const configuration = join(folder, 'postgresql.conf')
  const log = join(folder, 'log')
  const pgctl = join('/usr/lib/postgresql', version, 'bin/pg_ctl')
  const asPostgres = { user: 'postgres' }
  const settings = {
    config_file: configuration,
    hba_file: join(folder, 'pg_hba.conf'),
    ident_file: join(folder, 'pg_ident.conf'),
    listen_addresses: '',
    unix_socket_directories: folder,
    // Without queries during recovery, the sizes of the old server's settings do not matter.
    hot_standby: 'off',
    // Keeps the history of the new timeline for the archive, which gets it when the server takes over.
    archive_mode: 'on',
    archive_command: '',
    logging_collector: 'off',
    shared_preload_libraries: '',
  }
  const stop = async () => {
    await runProgram(pgctl, ['stop', '-D', data, '-m', 'fast', '-t', '600'], asPostgres)
  }
  const remove = async () => {
    await stop().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await mkdir(data)
    await writeFile(configuration, '')
    await writeFile(settings.ident_file, '')
    // Only root and the user of PostgreSQL reach the socket in this folder.
    await writeFile(settings.hba_file, 'local all all trust\n')
    await runProgram('chown', ['-R', 'postgres:postgres', folder])
    await restoreBackup(backup, data, target, timeline)
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
    const url = new URL(`postgres://postgres@localhost/${database}`)
    url.searchParams.set('host', folder)
    try {
      await runProgram(pgctl, ['start', '-D', data, '-l', log, '-o', options.join(' ')], asPostgres)
      await finishRecovery(url.href)
    } catch (error) {
      const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n')
      throw new BackupError(explainRecovery(lines, target), { cause: error })
    }
    return { data, socket: folder, databaseUrl: url.href, stop, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const explainRecovery = (log: readonly string[], target: Target): string => {
  const fatal = log
    .filter((line) => /FATAL|PANIC|ERROR/.test(line))
    .map((line) => line.replace(/^.*?\] /, ''))
  if (target !== 'latest' && fatal.some((line) => line.includes('recovery ended before')))
    return `The backup ends before ${target.toISOString()}, or a segment of the write-ahead log is missing or damaged.`
  return `PostgreSQL cannot use the restored database: ${fatal.slice(-3).join('; ')}`
}

/** Describes the restored data. Fails if it is of a newer release: this release would not know its tables. */
export const inspectDatabase = async (databaseUrl: string) => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: '-c search_path=app,public',
    max: 1,
  })
  pool.on('error', () => {})
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  try {
    const needed = await readNeededSchema()
    const newer = await pool.query<{ name: string }>(
      'select name from kysely_migration where name > $1 order by 1',
      [needed.migrations.at(-1)],
    )
    if (newer.rows.length > 0)
      throw new BackupError(
        `The backup is of a newer release, with ${newer.rows.map(({ name }) => name).join(', ')}. Install that release first.`,
      )
    const counts = await pool.query<{ responses: number; users: number; last: Date | null }>(
      `select (select count(*)::int from survey_responses) responses, (select count(*)::int from users) users,
         (select max(created_at) from survey_responses) last`,
    )
    const files = await pool.query<RecordedFile>(
      `select key, size, encode(sha256, 'hex') sha256, created_at "createdAt", response_id "responseId" from files
       -- The worker creates a thumbnail later than its file.
       union all select thumbnail_key, null, null, created_at + interval '1 hour', response_id from files
       where thumbnail_key is not null`,
    )
    return {
      missingMigrations: await findMissingSchema(db, needed),
      responses: counts.rows[0]?.responses ?? 0,
      users: counts.rows[0]?.users ?? 0,
      lastResponseAt: counts.rows[0]?.last ?? null,
      files: files.rows,
    }
  } finally {
    await db.destroy()
  }
}

type Content = Awaited<ReturnType<typeof inspectDatabase>>

export const describeContent = ({
  responses,
  users,
  files,
  lastResponseAt,
  missingMigrations,
}: Content): string =>
  [
    `${String(responses)} responses, the last of ${lastResponseAt?.toISOString() ?? 'never'}`,
    `${String(users)} users, ${String(files.length)} files`,
    missingMigrations.length === 0
      ? 'schema of this release'
      : `older schema, without ${missingMigrations.join(', ')}`,
  ].join('; ')
