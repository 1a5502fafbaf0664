/**
 * Causes each fault that wakes a person in the real product, with Prometheus and Alertmanager of Debian's packages,
 * and prints the seconds until the alert arrives at a webhook and until it is resolved:
 *   npm run alerts              the rules as operators get them, about 15 minutes
 *   npm run alerts -- --small   with durations of a second instead of minutes
 * Also runs every query of the dashboard. Needs root, because it mounts a file system that it fills.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import pg from 'pg'

import { loadDemoSurvey } from './stack/demo-survey.ts'
import { startEdge } from './stack/edge.ts'
import { findFreePort } from './stack/processes.ts'
import { startAlertmanager, startPrometheus, startReceiver } from './stack/prometheus.ts'
import { signInDemoUser } from './stack/session.ts'
import { root, startStack } from './stack/stack.ts'
import { checkMetrics } from './testing/promtool.ts'

const isShort = process.argv.includes('--small')
const problems: string[] = []
const report = (text: string): void => console.log(text)

const folder = await mkdtemp(join(tmpdir(), 'baseline-alerts-'))
const stops: (() => Promise<unknown>)[] = []
const log: string[] = []
const onLine = (from: string) => (line: string) => log.push(`${from}: ${line}`)

/** Mounts a sparse file of 20 GB, so that filling it needs no space on this machine. */
const mountDisk = async (): Promise<string> => {
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')]
  await mkdir(path)
  await writeFile(image, '')
  await truncate(image, 20 * 1024 ** 3)
  execFileSync('mkfs.ext4', ['-q', image])
  execFileSync('mount', ['-o', 'loop', image, path])
  stops.unshift(async () => execFileSync('umount', ['-l', path]))
  return path
}

const certificateFile = (name: string) => join(folder, `${name}.pem`)
const createCertificate = (name: string, days: number): void => {
  const subject = '-subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const options = `req -x509 -newkey rsa:2048 -nodes -days ${String(days)} ${subject}`.split(' ')
  const files = ['-keyout', certificateFile(`${name}-key`), '-out', certificateFile(name)]
  execFileSync('openssl', [...options, ...files], { stdio: 'ignore' })
}

const stateFile = join(folder, 'last.json')
const writeBackupTime = (hoursAgo: number): Promise<void> => {
  const time = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
  return writeFile(stateFile, JSON.stringify({ database: time, files: time, verified: time }))
}

/** Eight days with 30 responses per hour, which end a little more than two hours ago. */
const createHistory = (address: string): string => {
  const end = Math.floor(Date.now() / 1000) - 7_800
  const labels = `source="create",job="baseline-api",instance="${address}"`
  const count = 8 * 24 * 12
  const lines = Array.from({ length: count }, (_, index) => {
    const time = end - (count - 1 - index) * 300
    return `baseline_responses_received_total{${labels}} ${String(index * 2.5)} ${String(time)}`
  })
  return ['# TYPE baseline_responses_received counter', ...lines, '# EOF', ''].join('\n')
}

const run = async (): Promise<void> => {
  const disk = await mountDisk()
  createCertificate('long', 90)
  createCertificate('short', 3)
  const certificates = await Promise.all(
    ['long', 'short'].map((name) => readFile(certificateFile(name), 'utf8')),
  )
  await writeFile(certificateFile('all'), certificates.join(''))
  await writeBackupTime(1)
  const tlsPort = await findFreePort()
  const publicUrl = `https://localhost:${String(tlsPort)}`
  const stack = await startStack({
    directory: join(folder, 'database'),
    throwaway: true,
    publicUrl,
    apiEnv: {
      STORAGE_URL: pathToFileURL(disk).href,
      DATABASE_FOLDER: folder,
      BACKUP_STATE_FILE: stateFile,
      NODE_EXTRA_CA_CERTS: certificateFile('all'),
    },
    onLine: (from, line) => log.push(`${from}: ${line}`),
  })
  stops.unshift(stack.stop)
  await mkdir(join(folder, 'web'))
  await writeFile(join(folder, 'web/index.html'), '<!doctype html>')
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
      onLine: onLine('edge'),
    })
  let edge = await startTlsEdge('long')
  stops.unshift(() => edge.stop())
  await loadDemoSurvey(stack.apiEnv)

  const addresses = {
    'baseline-api': new URL(stack.apiUrl).host,
    'baseline-identity': new URL(stack.identityUrl).host,
    'baseline-worker': `127.0.0.1:${String(stack.workerPort)}`,
  }
  for (const [job, address] of Object.entries(addresses)) {
    const answer = await fetch(`http://${address}/metrics`)
    for (const problem of checkMetrics(await answer.text())) problems.push(`metrics of ${job}: ${problem}`)
  }

  const receiver = await startReceiver()
  stops.unshift(receiver.stop)
  const alertmanager = await startAlertmanager({
    directory: join(folder, 'alertmanager'),
    receiverUrl: receiver.url,
    isShort,
    onLine: onLine('alertmanager'),
  })
  stops.unshift(alertmanager.stop)
  const prometheus = await startPrometheus({
    directory: join(folder, 'prometheus'),
    targets: addresses,
    alertmanager: alertmanager.address,
    history: createHistory(addresses['baseline-api']),
    isShort,
    onLine: onLine('prometheus'),
  })
  stops.unshift(prometheus.stop)

  /** Sends a response as a supervisor does. */
  const sendResponse = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: stack.databaseUrl('owner') })
    await client.connect()
    const { rows } = await client.query<{ id: string }>('select id from app.surveys')
    await client.end()
    const session = await signInDemoUser({ ...stack, publicUrl }, 'supervisor@example.org')
    const data = {
      surveyId: rows[0]?.id,
      investigatorName: 'Ana Sitoe',
      supervisorName: 'Rui Macamo',
      startTime: new Date().toISOString(),
      values: {},
    }
    const answer = await fetch(`${stack.apiUrl}/api/survey-responses`, {
      method: 'POST',
      headers: { authorization: await session.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })
    if (!answer.ok) throw new Error(`the response was refused: ${await answer.text()}`)
  }

  /** Limits of the seconds until an alert arrives and is resolved; intake has to be silent for ten minutes. */
  const maxSeconds = isShort ? 60 : 180
  const faults = {
    BaselineDiskFull: {
      cause: async () => execFileSync('fallocate', ['-l', '18500M', join(disk, 'fill')]),
      repair: () => rm(join(disk, 'fill')),
    },
    BaselineBackupOld: { cause: () => writeBackupTime(40), repair: () => writeBackupTime(0) },
    BaselineCertificateExpires: {
      cause: async () => {
        await edge.stop()
        edge = await startTlsEdge('short')
      },
      repair: async () => {
        await edge.stop()
        edge = await startTlsEdge('long')
      },
    },
    BaselineIntakeStopped: {
      // The history of Prometheus ends two hours ago, and this api has received nothing.
      cause: async () => {},
      repair: sendResponse,
      maxSeconds: isShort ? 60 : 900,
    },
    BaselineDown: {
      cause: async () => {
        stack.worker().process.kill('SIGKILL')
      },
      repair: stack.startWorker,
    },
  }

  report(`${'alert'.padEnd(28)} fires after  resolved after`)
  const measure = async (alert: keyof typeof faults): Promise<void> => {
    const fault: { cause: () => Promise<unknown>; repair: () => Promise<unknown>; maxSeconds?: number } =
      faults[alert]
    const causedAt = Date.now()
    await fault.cause()
    const limit = fault.maxSeconds ?? maxSeconds
    const firedAt = await receiver.waitFor(alert, 'firing', causedAt, limit)
    const repairedAt = Date.now()
    await fault.repair()
    const resolvedAt = await receiver.waitFor(alert, 'resolved', repairedAt, limit)
    const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`
    report(`${alert.padEnd(28)} ${seconds(causedAt, firedAt).padEnd(12)} ${seconds(repairedAt, resolvedAt)}`)
  }
  // The worker exports the figures of the other alerts, so that its own outage comes last.
  const { BaselineDown: _, ...parallel } = faults
  const early = receiver.received
    .map(({ alert }) => alert)
    .filter((alert) => alert !== 'BaselineIntakeStopped')
  if (early.length > 0) problems.push(`without a fault: ${early.join(', ')}`)
  const results = await Promise.allSettled(
    Object.keys(parallel).map((alert) => measure(alert as keyof typeof faults)),
  )
  for (const result of results) if (result.status === 'rejected') problems.push(String(result.reason))
  await measure('BaselineDown').catch((error: unknown) => problems.push(String(error)))
  const unexpected = new Set(receiver.received.map(({ alert }) => alert).filter((name) => !(name in faults)))
  for (const alert of unexpected) problems.push(`${alert} woke a person`)

  const queries = await checkDashboard(prometheus.count)
  report(`${String(queries)} queries of the dashboard`)
}

interface Panel {
  title: string
  /** Begins with "Empty if" for a panel that may have no data. */
  description?: string
  targets?: { expr: string }[]
}

/** Runs every query of the dashboard, and returns their number. */
const checkDashboard = async (count: (expression: string) => Promise<number>): Promise<number> => {
  const text = await readFile(join(root, 'ops/grafana/dashboard.json'), 'utf8')
  const { panels } = JSON.parse(text) as { panels: Panel[] } // a file of this repository
  const queries = panels.flatMap(({ title, description, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr, mayBeEmpty: description?.startsWith('Empty if') ?? false })),
  )
  for (const { title, expr, mayBeEmpty } of queries)
    try {
      if ((await count(expr)) === 0 && !mayBeEmpty) problems.push(`${title}: no data for ${expr}`)
    } catch (error) {
      problems.push(`${title}: ${String(error)}`)
    }
  return queries.length
}

const startedAt = Date.now()
try {
  await run()
} catch (error) {
  problems.push(String(error))
} finally {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error(log.slice(-40).join('\n'))
report(`${String(problems.length)} problems, ${((Date.now() - startedAt) / 1000).toFixed(0)} s`)
process.exitCode = problems.length === 0 ? 0 : 1
