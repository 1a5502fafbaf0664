import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { productVersion as version } from '../api/src/platform/version.ts'
import { startStack } from '../scripts/stack/stack.ts'

let folder: string
let stack: Awaited<ReturnType<typeof startStack>>
let owner: pg.Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-commands-'))
  stack = await startStack({
    directory: join(folder, 'database'),
    throwaway: true,
    publicUrl: 'http://localhost:1',
    onLine: () => {},
  })
  owner = new pg.Client({ connectionString: stack.databaseUrl('owner') })
  await owner.connect()
}, 120_000)
afterAll(async () => {
  await owner.end()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command without a folder of the configuration, as in a container. */
const baseline = (...args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const env = { ...stack.identityEnv, ...stack.apiEnv, BASELINE_CONFIG: join(folder, 'none') }
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'baseline.ts'), ...args],
      { cwd: folder, env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })

test('lists the commands, and refuses an unknown one', async () => {
  for (const args of [[], ['toString'], ['--help']]) {
    const { code, output } = await baseline(...args)
    expect([code, output.split('\n')[0]]).toEqual([2, 'usage: baseline COMMAND'])
    expect(output).toMatch(/\n {2}doctor +check everything/)
  }
})

test('prints the version', async () => {
  const output = `Baseline Survey ${version}, Node.js ${process.versions.node}\n`
  expect(await baseline('version')).toEqual({ code: 0, output })
})

test('checks the configuration', async () => {
  expect(await baseline('check-config')).toEqual({ code: 0, output: 'The configuration is valid.\n' })
})

test('prints the state of the services and the data', async () => {
  const { output } = await baseline('status')
  expect(output).toMatch(/^api +ready$/m)
  expect(output).toMatch(/^database +ready$/m)
  expect(output).toMatch(/^users +6$/m)
})

test('lists failed jobs without personal data, and runs them again', async () => {
  const email = 'monitor@example.org'
  const mail = { kind: 'passwordReset', email, language: 'en' }
  const { rows } = await owner.query<{ id: string }>(
    `insert into jobs.job (name, data, state, completed_on, retry_count, retry_limit, output)
     values ('account-mail', $1, 'failed', now(), 5, 5, '{"type":"mail","code":"ECONNECTION"}') returning id`,
    [mail],
  )
  const id = rows[0]?.id ?? ''
  const list = await baseline('jobs', 'list')
  expect(list.output).toMatch(
    new RegExp(`^${id} .* failed  account-mail  6 attempts  mail ECONNECTION$`, 'm'),
  )
  expect(list.output).not.toContain(email)
  expect((await baseline('jobs', 'retry', id)).output).toBe('1 jobs run again\n')
  expect((await baseline('jobs', 'retry', 'unknown')).code).toBe(1)
  await vi.waitFor(
    () => expect(stack.mail.mails).toContainEqual(expect.objectContaining({ to: email })),
    15_000,
  )
})

test('writes a file for support without secrets and personal data', async () => {
  const { code } = await baseline('support-bundle', 'bundle.json')
  const text = await readFile(join(folder, 'bundle.json'), 'utf8')
  const bundle = JSON.parse(text) as Record<string, object>
  expect(code).toBe(0)
  expect(bundle).toMatchObject({
    status: { version },
    environment: { api: { LOG_LEVEL: 'warn', DATABASE_URL: 'set', SERVICE_TOKEN: 'set' } },
  })
  expect(bundle['doctor']).toContainEqual({
    name: 'schema',
    status: 'ok',
    text: expect.any(String) as string,
  })
  const secrets = [
    stack.apiEnv.SERVICE_TOKEN,
    stack.apiEnv.STORAGE_SECRET,
    stack.apiEnv.DATABASE_URL,
    '@example.org',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('runs the commands for users', async () => {
  const invited = await baseline('user', 'invite', 'ana@ministry.example', 'supervisor')
  expect(invited).toEqual({ code: 0, output: 'done\n' })
  const { rows } = await owner.query(
    `select role from app.user_roles join app.users on id = user_id where email = 'ana@ministry.example'`,
  )
  expect(rows).toEqual([{ role: 'supervisor' }])
  expect((await baseline('user', 'invite', 'nobody')).code).toBe(2)
})

test('refuses a restore without a time, or with a time without a time zone', async () => {
  for (const args of [
    [],
    ['--at', 'yesterday'],
    ['--at', '2026-11-17T12:00:00'],
    ['--verify', '--replace'],
  ]) {
    const { code, output } = await baseline('restore', ...args)
    expect([code, output.split('\n')[0]]).toEqual([2, expect.stringMatching(/^usage: baseline restore/)])
  }
})

test('explains that backups are not enabled', async () => {
  for (const args of [['backup'], ['restore', '--verify'], ['restore', '--at', 'latest']])
    expect(await baseline(...args)).toEqual({
      code: 1,
      output: 'Backups are not enabled. Run: baseline backup enable\n',
    })
})
