/**
 * Compares the submission of an interview without files with that of ODK Central, on the same machine by turns:
 *   npm run bench:peer -- --peer DIR [--rows 100000] [--no-worker]
 * DIR is a checkout of getodk/central-backend with its packages installed (`npm ci --omit=dev`). Each side has one
 * process for calls and its own PostgreSQL of the same version, with the same settings. Sends the rows with 100 clients in
 * slices, and waits after each until the background work of that side is done. Prints the rates and the processor time.
 * `--no-worker` measures the call alone, without the checks that our worker runs at the same time. Exits with 1 if the
 * ratio is below its limit.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { readDemo } from '../api/src/features/survey-responses/submissions/testing/examples.ts'
import { writeXForm } from '../api/src/features/surveys/xform/write-xform.ts'
import { createInterviews } from '../scripts/seed/interviews.ts'
import { loadDemoSurvey } from '../scripts/stack/demo-survey.ts'
import { startStack } from '../scripts/stack/stack.ts'
import { publicUrl } from './bench-stack.ts'
import { startCentral } from './central.ts'
import { createDevices, preparePhonePosts } from './phone-posts.ts'
import { cpuOf, cpuOfDatabase } from './processor-time.ts'
import { countMissed, openReport } from './report.ts'
import { closeConnections } from './send.ts'

const { values } = parseArgs({
  options: {
    peer: { type: 'string' },
    rows: { type: 'string', default: '100000' },
    worker: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
if (values.peer === undefined) {
  console.error('--peer must be the folder of a checkout of getodk/central-backend')
  process.exit(2)
}
const rows = Number(values.rows)
const [clients, phones, slices] = [100, 100, 5]
const leastRatio = 4

interface Side {
  name: string
  owner: pg.Client
  processId: () => number
  /** Sends one interview. */
  post: () => Promise<{ status: number; text: string }>
  count: () => Promise<number>
  stop: () => Promise<void>
}

const directory = await mkdtemp(join(tmpdir(), 'baseline-peer-'))

const startOurs = async (): Promise<Side> => {
  const stack = await startStack({
    directory: join(directory, 'ours'),
    withServerSettings: true,
    publicUrl,
    onLine: (from, line) => console.error(`${from} ${line}`),
  })
  await loadDemoSurvey(stack.apiEnv)
  if (!values.worker) await stack.worker().stop()
  const owner = new pg.Client({
    connectionString: stack.databaseUrl('owner'),
    options: '-c search_path=app,public',
  })
  await owner.connect()
  const tokens = await createDevices(owner)
  const urls = tokens.map((token) => `${stack.apiUrl}/api/field/${token}/submission`)
  return {
    name: 'Baseline Survey',
    owner,
    processId: () => stack.processIds().api ?? 0,
    post: await preparePhonePosts(createInterviews(''), urls),
    count: async () => {
      const { rows: found } = await owner.query<{ count: number }>(
        `select count(*)::int from field_submissions where state = 'stored' and problem is null`,
      )
      return found[0]?.count ?? 0
    },
    stop: async () => {
      await owner.end()
      await stack.stop()
    },
  }
}

const startPeer = async (checkout: string): Promise<Side> => {
  const xform = writeXForm(await readDemo(), { version: 1 })
  const central = await startCentral(checkout, {
    directory: join(directory, 'central'),
    xform,
    appUsers: phones,
  })
  return {
    name: 'ODK Central',
    owner: central.owner,
    processId: () => central.processId,
    post: await preparePhonePosts(createInterviews(''), central.urls),
    count: central.countSubmissions,
    stop: central.stop,
  }
}

const readCpu = async ({ owner, processId }: Side) => cpuOf(processId()) + (await cpuOfDatabase(owner))

/** Sends rows with 100 clients. Returns the seconds and the processor time in ms. */
const sendRows = async (side: Side, count: number): Promise<{ seconds: number; cpu: number }> => {
  closeConnections()
  const cpuBefore = await readCpu(side)
  const startedAt = performance.now()
  let remaining = count
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (remaining > 0) {
        remaining -= 1
        const { status, text } = await side.post()
        if (status !== 201) throw new Error(`${side.name}: ${String(status)} ${text}`)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, cpu: (await readCpu(side)) - cpuBefore }
}

/** Waits until a side has done its background work, which would slow down the other one. */
const waitUntilIdle = async (side: Side): Promise<void> => {
  const startedAt = performance.now()
  for (;;) {
    const before = await readCpu(side)
    await sleep(2_000)
    if ((await readCpu(side)) - before < 100) return
    if (performance.now() - startedAt > 1_800_000) throw new Error(`${side.name} does not come to rest`)
  }
}

const sides = [await startOurs(), await startPeer(resolve(process.env['INIT_CWD'] ?? '.', values.peer))]
const totals = sides.map((side) => ({ side, seconds: 0, cpu: 0 }))
const warmUpRows = Math.min(2_000, rows / 5)
for (const { side } of totals) {
  await sendRows(side, warmUpRows)
  await waitUntilIdle(side)
}
// By turns, so that a busy moment of the machine affects both.
for (let slice = 0; slice < slices; slice += 1)
  for (const total of totals) {
    const { seconds, cpu } = await sendRows(total.side, Math.ceil(rows / slices))
    await waitUntilIdle(total.side)
    total.seconds += seconds
    total.cpu += cpu
  }

const report = openReport()
const part = `Submission without files, concurrency ${String(clients)}`
const sent = Math.ceil(rows / slices) * slices
for (const { side, seconds, cpu } of totals) {
  report.add({ part, what: side.name, value: sent / seconds, unit: 'rows/s' })
  report.add({ part, what: `${side.name}: processor time per row`, value: cpu / sent, unit: 'ms' })
  const missing = sent + warmUpRows - (await side.count())
  report.add({ part, what: `${side.name}: rows that are not stored`, value: missing, unit: 'wrong', most: 0 })
}
const [ours, peer] = totals
report.add({
  part,
  what: 'rate compared with ODK Central',
  value: (peer?.seconds ?? Number.NaN) / (ours?.seconds ?? Number.NaN),
  unit: 'ratio',
  least: leastRatio,
})
for (const side of sides) await side.stop()
await rm(directory, { recursive: true, force: true })
process.exit(countMissed(report) > 0 ? 1 : 0)
