import { once } from 'node:events'

import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'

import { findFreePort, runToEnd, startProcess, waitUntilReady } from '../../scripts/stack/processes.ts'
import type { RunningProcess } from '../../scripts/stack/processes.ts'
import { cloneDatabase } from '../../scripts/testing/database.ts'
import type { TestDatabase } from '../../scripts/testing/database.ts'
import { checkMetrics } from '../../scripts/testing/promtool.ts'

let database: TestDatabase
let client: pg.Client
let worker: RunningProcess
let url: string
const lines: string[] = []

const workerEnvironment = (port: number) => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  PORT: String(port),
  PUBLIC_URL: 'http://localhost',
  DATABASE_URL: database.app,
  IDENTITY_URL: 'http://127.0.0.1:1',
  SERVICE_TOKEN: 'service-token-for-tests-0123456789',
  STORAGE_URL: 'file:///nowhere',
  STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
})

beforeEach(async () => {
  lines.length = 0
  database = await cloneDatabase(inject('superuserUrl'))
  client = new pg.Client({ connectionString: database.app })
  await client.connect()
  const port = await findFreePort()
  worker = startProcess(process.execPath, ['src/worker.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: workerEnvironment(port),
    onLine: (line) => lines.push(line),
  })
  url = `http://127.0.0.1:${String(port)}`
  await waitUntilReady(`${url}/ready`)
})
afterEach(async () => {
  await worker.stop()
  await client.end()
  await database.drop()
})

/** Inserts an expired key and queues the purge job. Returns true once the job deleted the key. */
const isOldKeyPurged = async (): Promise<boolean> => {
  await client.query(
    `insert into idempotency_keys (caller, key, request_hash, created_at) values ('a', 'b', '', now() - interval '2 days')
     on conflict do nothing`,
  )
  await client.query(`insert into jobs.job (name, data) values ('purge', '{}')`)
  for (let tries = 0; tries < 150; tries += 1) {
    const { rowCount } = await client.query('select 1 from idempotency_keys')
    if (rowCount === 0) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

test(
  'a worker survives the loss of all its connections and continues its jobs',
  { timeout: 60_000 },
  async () => {
    expect(await isOldKeyPurged()).toBe(true)
    const superuser = new pg.Client({ connectionString: inject('superuserUrl') })
    await superuser.connect()
    for (let round = 0; round < 3; round += 1) {
      const ended = await superuser.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and pid <> all($2) and backend_type = 'client backend'`,
        [new URL(database.app).pathname.slice(1), [(client as unknown as { processID: number }).processID]],
      )
      expect(ended.rowCount).toBeGreaterThan(0)
      expect(await isOldKeyPurged()).toBe(true)
    }
    await superuser.end()
    expect(worker.process.exitCode, lines.join('\n')).toBeNull()
  },
)

test('each log line of a job has its name and id', { timeout: 30_000 }, async () => {
  expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ msg: 'worker started' }),
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into jobs.job (name, data, retry_limit) values ('thumbnail', '{}', 0), ('purge', '{}', 0) returning id`,
  )
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const [failed, done] = rows
  await vi.waitFor(
    () => {
      const line = { level: 50, job: 'thumbnail', jobId: failed?.id, msg: 'job failed' }
      expect(entries()).toContainEqual(expect.objectContaining(line))
      expect(entries()).toContainEqual(
        expect.objectContaining({ job: 'purge', jobId: done?.id, msg: 'job done' }),
      )
    },
    { timeout: 10_000 },
  )
})

test('answers health checks and Prometheus with the right types', async () => {
  for (const [path, status, type] of [
    ['/health', 200, 'application/json; charset=utf-8'],
    ['/ready', 200, 'application/json; charset=utf-8'],
    ['/metrics', 200, 'text/plain; version=0.0.4; charset=utf-8'],
    ['/', 404, 'application/json; charset=utf-8'],
  ] as const) {
    const answer = await fetch(url + path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, status, type])
    if (path === '/metrics') expect(checkMetrics(await answer.text())).toEqual([])
  }
})

test('is not ready without a migration', async () => {
  const owner = new pg.Client({ connectionString: database.owner })
  await owner.connect()
  await owner.query(`delete from app.kysely_migration where name = '0035-team-lists'`)
  await owner.end()
  const answer = await fetch(`${url}/ready`)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'unavailable', missing: ['0035-team-lists'] },
  ])
})

const startAndFail = async (program: string, environment: Record<string, string>) =>
  runToEnd([`src/${program}`], {
    cwd: new URL('..', import.meta.url).pathname,
    env: { ...workerEnvironment(await findFreePort()), ...environment },
  })

test.for(['worker.ts', 'main.ts'])('%s explains in one line why it cannot start', async (program) => {
  const nowhere = 'postgres://baseline_app:x@127.0.0.1:1/nowhere'
  expect(await startAndFail(program, { DATABASE_URL: nowhere })).toEqual({
    code: 1,
    printed: ['The database does not respond: connect ECONNREFUSED 127.0.0.1:1'],
  })
  const wrongPassword = new URL(database.app)
  wrongPassword.password = 'wrong'
  const refused = await startAndFail(program, { DATABASE_URL: wrongPassword.href })
  expect(refused).toEqual({ code: 1, printed: [expect.stringContaining('refused the password') as string] })
  const invalid = await startAndFail(program, { STORAGE_URL: 'nowhere:' })
  expect(invalid.code).toBe(1)
  expect(invalid.printed.join(' ')).toMatch(/^Configuration: ✖ must be file:.*STORAGE_URL$/)
})

test('does not start on a schema that lacks a migration', async () => {
  await worker.stop()
  const owner = new pg.Client({ connectionString: database.owner })
  await owner.connect()
  await owner.query(`delete from app.kysely_migration where name = '0035-team-lists'`)
  await owner.end()
  expect(await startAndFail('worker.ts', {})).toEqual({
    code: 1,
    printed: ['The database lacks 0035-team-lists. Migrate it first.'],
  })
})

test('the worker exits cleanly on SIGTERM', async () => {
  const exit = once(worker.process, 'exit')
  worker.process.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test(
  'folds changes into the counts within seconds, also after a loss of all connections',
  { timeout: 60_000 },
  async () => {
    const isDeltaFolded = async (): Promise<boolean> => {
      await client.query(
        `insert into response_deltas (survey_id, status, investigator, supervisor, n)
       values (gen_random_uuid(), 'submitted', 'ana', 'rui', 1)`,
      )
      for (let tries = 0; tries < 100; tries += 1) {
        const { rowCount } = await client.query('select 1 from response_deltas')
        if (rowCount === 0) return true
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return false
    }
    expect(await isDeltaFolded()).toBe(true)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    expect(await isDeltaFolded()).toBe(true)
    const { rows } = await client.query(`select sum(n)::int n from response_counts where dimension = 'all'`)
    expect(rows).toEqual([{ n: 2 }])
  },
)
