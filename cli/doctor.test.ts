import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startEdge } from '../scripts/stack/edge.ts'
import { findFreePort } from '../scripts/stack/processes.ts'
import { startStack } from '../scripts/stack/stack.ts'
import type { Result } from './doctor/run-checks.ts'

type Variables = Record<string, string | undefined>

let folder: string
let stack: Awaited<ReturnType<typeof startStack>>
let edge: Awaited<ReturnType<typeof startEdge>>
let owner: pg.Client
let tlsPort: number
/** Files of the configuration, without a mistake. */
let valid: Record<'baseline' | 'api' | 'worker' | 'identity' | 'backup', Variables>

const certificateFile = (name: string) => join(folder, `${name}.pem`)
const createCertificate = (name: string, days: number) => {
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const options = `req -x509 -newkey rsa:2048 -nodes -days ${String(days)} ${subject}`.split(' ')
  execFileSync(
    'openssl',
    [...options, '-keyout', certificateFile(`${name}-key`), '-out', certificateFile(name)],
    {
      stdio: 'ignore',
    },
  )
}

const startTlsEdge = async (certificate: string) =>
  startEdge({
    directory: join(folder, `edge-${certificate}`),
    port: await findFreePort(),
    tls: {
      port: tlsPort,
      certificateFile: certificateFile(certificate),
      keyFile: certificateFile(`${certificate}-key`),
    },
    apiUrls: [stack.apiUrl],
    identityUrl: stack.identityUrl,
    webRoot: join(folder, 'web'),
    onLine: () => {},
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-doctor-'))
  tlsPort = await findFreePort()
  const publicUrl = `https://localhost:${String(tlsPort)}`
  stack = await startStack({
    directory: join(folder, 'database'),
    throwaway: true,
    publicUrl,
    onLine: () => {},
  })
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web/index.html'), '<!doctype html><div id="root"></div>')
  createCertificate('long', 90)
  createCertificate('short', 3)
  const certificates = await Promise.all(
    ['long', 'short'].map((name) => readFile(certificateFile(name), 'utf8')),
  )
  await writeFile(certificateFile('all'), certificates.join(''))
  edge = await startTlsEdge('long')
  owner = new pg.Client({
    connectionString: stack.databaseUrl('owner'),
    options: '-c search_path=app,public',
  })
  await owner.connect()
  const { PATH: _path, ...api } = stack.apiEnv
  const { PATH: _otherPath, ...identity } = stack.identityEnv
  valid = {
    baseline: {},
    api: { ...api, BACKUP_STATE_FILE: join(folder, 'last.json') },
    worker: { PORT: String(stack.workerPort) },
    identity,
    backup: {},
  }
}, 120_000)
afterAll(async () => {
  await owner.end()
  await edge.stop()
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command with a configuration folder, in which `changed` variables replace the valid ones. */
const baseline = async (args: string[], changed: Partial<typeof valid> = {}) => {
  const config = join(folder, randomUUID())
  await mkdir(config)
  for (const [name, variables] of Object.entries(valid)) {
    const all = { ...variables, ...changed[name as keyof typeof valid] }
    const lines = Object.entries(all).map(([key, value]) => `${key}='${value ?? ''}'`)
    await writeFile(join(config, `${name}.env`), lines.join('\n'))
  }
  const startedAt = performance.now()
  return new Promise<{ code: number; output: string; ms: number }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'baseline.ts'), ...args],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          BASELINE_CONFIG: config,
          NODE_EXTRA_CA_CERTS: certificateFile('all'),
        },
      },
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr, ms: performance.now() - startedAt }),
    )
  })
}

/** Returns the results of doctor that are not good, and its exit code. */
const diagnose = async (changed: Partial<typeof valid> = {}) => {
  const { code, output } = await baseline(['doctor', '--json'], changed)
  const results = JSON.parse(output) as Result[]
  const findings = results.filter(({ status }) => status === 'failed' || status === 'warning')
  return { code, findings, results }
}

test('finds nothing wrong', async () => {
  expect(await diagnose()).toMatchObject({ code: 0, findings: [] })
})

const nowhere = 'postgres://baseline_app:x@127.0.0.1:1/nowhere'

test.for<[string, RegExp, Partial<Record<'api' | 'worker' | 'identity', Variables>>]>([
  ['configuration', /api: .*STORAGE_SECRET/s, { api: { STORAGE_SECRET: 'short' } }],
  ['configuration', /TOKEN_AUDIENCE must be equal/, { identity: { TOKEN_AUDIENCE: 'other' } }],
  ['database', /does not respond.*127\.0\.0\.1:1$/, { api: { DATABASE_URL: nowhere } }],
  ['api', /does not respond at http:\/\/127\.0\.0\.1:1\/ready/, { api: { PORT: '1' } }],
  ['worker', /does not respond/, { worker: { PORT: '1' } }],
  ['identity', /does not respond/, { identity: { PORT: '1' } }],
  ['mail', /^connect ECONNREFUSED/, { identity: { SMTP_URL: 'smtp://127.0.0.1:1' } }],
  ['storage', /ENOTDIR/, { api: { STORAGE_URL: 'file:///etc/hostname/files' } }],
])('names a wrong setting: %s, %s', async ([name, text, changed]) => {
  const { code, findings } = await diagnose(changed)
  expect(findings).toMatchObject([{ name, status: 'failed', text: expect.stringMatching(text) as string }])
  expect(code).toBe(1)
})

test.for<[string, 'failed' | 'warning', string, string, string]>([
  [
    'schema',
    'failed',
    'the database lacks 0034-small-cells',
    `update kysely_migration set name = 'x' where name = '0034-small-cells'`,
    `update kysely_migration set name = '0034-small-cells' where name = 'x'`,
  ],
  [
    'schema',
    'warning',
    'newer release, with 9999-next',
    `insert into kysely_migration values ('9999-next', '')`,
    `delete from kysely_migration where name = '9999-next'`,
  ],
  [
    'jobs',
    'failed',
    'purge 1',
    `insert into jobs.job (name, state, start_after) values ('purge', 'created', now() - interval '1 hour')`,
    `delete from jobs.job`,
  ],
  [
    'jobs',
    'warning',
    'failed within a day: purge 1',
    `insert into jobs.job (name, state, completed_on) values ('purge', 'failed', now())`,
    `delete from jobs.job`,
  ],
  [
    'counts',
    'failed',
    '3 counts',
    `insert into response_recounts (wrong) values (3)`,
    `delete from response_recounts`,
  ],
])('names a fault in the database: %s, %s, %s', async ([name, status, text, plant, remove]) => {
  await stack.worker().stop()
  const health = createServer((_request, response) => response.end('{}')).listen(
    stack.workerPort,
    '127.0.0.1',
  )
  await owner.query(plant)
  const { code, findings } = await diagnose()
  await owner.query(remove)
  health.close()
  health.closeAllConnections()
  expect(findings).toMatchObject([{ name, status, text: expect.stringContaining(text) as string }])
  expect(code).toBe(status === 'failed' ? 1 : 0)
})

test('names the edge, and a certificate that expires soon', async () => {
  await stack.startWorker().catch(() => undefined)
  await edge.stop()
  const down = await diagnose()
  edge = await startTlsEdge('short')
  const expiring = await diagnose()
  await edge.stop()
  edge = await startTlsEdge('long')
  expect(down.findings).toMatchObject([{ name: 'certificate', status: 'failed' }])
  expect(expiring.findings).toMatchObject([
    { name: 'certificate', status: 'failed', text: 'localhost: valid for 2 days' },
  ])
})

test('names a clock that differs', async () => {
  // Answers as the identity service would with a clock ten minutes ahead.
  const ahead = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + 600_000).toUTCString()).end('{}')
  })
  const port = await findFreePort()
  ahead.listen(port, '127.0.0.1')
  const { findings } = await diagnose({ identity: { PORT: String(port) } })
  ahead.closeAllConnections()
  ahead.close()
  expect(findings).toMatchObject([
    {
      name: 'clocks',
      status: 'failed',
      text: expect.stringMatching(/^the clock of identity differs by (599|600) s$/) as string,
    },
  ])
})

test('names backups that are not enabled in production, or were never made', async () => {
  const secrets = { NODE_ENV: 'production', SERVICE_TOKEN: 's'.repeat(32) }
  const disabled = await diagnose({
    api: { ...secrets, STORAGE_SECRET: 's'.repeat(32) },
    identity: { ...secrets, IDENTITY_SECRET: 's'.repeat(32) },
  })
  expect(disabled).toMatchObject({
    code: 0,
    findings: [{ name: 'backup', status: 'warning', text: 'not enabled: run baseline backup enable' }],
  })
  const empty = await diagnose({ backup: { RESTIC_PASSWORD: 'secret' } })
  expect(empty).toMatchObject({
    code: 1,
    findings: [
      {
        name: 'backup',
        status: 'failed',
        text: expect.stringMatching(
          /^there is no backup of the database; .*PostgreSQL does not archive/,
        ) as string,
      },
    ],
  })
})

test('sends a test mail', async () => {
  const { code, output } = await baseline(['doctor', '--mail-to', 'it@ministry.example'])
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/ok +mail +sent to it@ministry\.example/) as string,
  })
  expect(stack.mail.mails.at(-1)).toMatchObject({
    to: 'it@ministry.example',
    subject: 'Baseline Survey: test mail',
  })
})
