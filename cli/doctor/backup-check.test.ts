import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { readConfig } from '../../api/src/config.ts'
import { connect } from '../../api/src/platform/database/database.ts'
import { startPostgres } from '../../scripts/stack/postgres.ts'
import type { Postgres } from '../../scripts/stack/postgres.ts'
import { backupCheck } from './backup-check.ts'

let folder: string
let postgres: Postgres
let superuser: pg.Client

/** Starts a server that archives its log, as `baseline backup enable` configures it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-backup-check-'))
  const directory = join(folder, 'database')
  postgres = await startPostgres({ directory })
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query('alter system set archive_mode = on')
  await client.end()
  await postgres.stop()
  postgres = await startPostgres({ directory })
  superuser = new pg.Client({ connectionString: postgres.url('postgres') })
  await superuser.connect()
  vi.stubEnv('BASELINE_CONFIG', folder)
  await writeFile(
    join(folder, 'api.env'),
    [
      'NODE_ENV=test',
      'PUBLIC_URL=http://localhost',
      `DATABASE_URL=${postgres.url('postgres')}`,
      'IDENTITY_URL=http://localhost',
      `SERVICE_TOKEN=${'x'.repeat(32)}`,
      `STORAGE_SECRET=${'x'.repeat(32)}`,
      'STORAGE_URL=file:///nowhere',
      `BACKUP_STATE_FILE=${join(folder, 'last.json')}`,
    ].join('\n'),
  )
  await writeFile(join(folder, 'backup.env'), 'RESTIC_PASSWORD=secret\n')
}, 60_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await superuser.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

const check = async (state: object, change: Record<string, string> = {}) => {
  await writeFile(join(folder, 'last.json'), JSON.stringify(state))
  const { readEnvironment } = await import('../environment.ts')
  const api = readConfig({ ...(await readEnvironment('api')), ...change })
  const { db, pool, close } = connect(
    { databaseUrl: postgres.url('postgres'), databasePoolSize: 1 },
    () => {},
  )
  // The check reads nothing else of the context.
  const context = { api, db, pool } as Parameters<typeof backupCheck.run>[0]
  try {
    return await backupCheck.run(context)
  } finally {
    await close()
  }
}

/**
 * Lets the server archive segments by a command, until it ends with success or not. The process that archives can
 * read the new command after the first segment.
 */
const archive = async (command: string) => {
  await superuser.query(`alter system set archive_command = '${command}'`)
  await superuser.query('select pg_reload_conf(), pg_stat_reset_shared($1)', ['archiver'])
  const column = command === 'true' ? 'archived_count' : 'failed_count'
  await vi.waitFor(
    async () => {
      await superuser.query('select pg_logical_emit_message(false, $1, $2)', ['test', 'x'])
      await superuser.query('select pg_switch_wal()')
      const { rows } = await superuser.query<{ n: string }>(`select ${column}::text n from pg_stat_archiver`)
      expect(rows[0]?.n).not.toBe('0')
    },
    { timeout: 25_000, interval: 500 },
  )
}

test('accepts recent backups', async () => {
  await archive('true')
  expect(await check({ database: hoursAgo(20), files: hoursAgo(0.2) })).toEqual({
    status: 'ok',
    text: expect.stringMatching(/never verified$/) as string,
  })
})

test.for<[string, object]>([
  ['there is no backup of the database; there is no backup of the files', {}],
  ['the last backup of the database is 27 hours old', { database: hoursAgo(27), files: hoursAgo(0) }],
  ['the last backup of the files is 90 minutes old', { database: hoursAgo(1), files: hoursAgo(1.5) }],
])('names what is missing or old: %s', async ([text, state]) => {
  expect(await check(state)).toEqual({ status: 'failed', text })
})

test('expects no backup of files in an object storage', async () => {
  const storage = { STORAGE_URL: 's3://bucket', STORAGE_KEY_ID: 'id', STORAGE_KEY_SECRET: 'secret' }
  expect(await check({ database: hoursAgo(1) }, storage)).toMatchObject({ status: 'ok' })
})

test('names a segment that cannot be archived, until it is', async () => {
  const state = { database: hoursAgo(1), files: hoursAgo(0) }
  await archive('false')
  expect(await check(state)).toEqual({
    status: 'failed',
    text: expect.stringMatching(/^PostgreSQL cannot archive [0-9A-F]{24}: its log says why$/) as string,
  })
  await archive('true')
  expect(await check(state)).toMatchObject({ status: 'ok' })
})
