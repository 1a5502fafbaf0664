/**
 * Compares the intake of this checkout with that of another one, on the same machine by turns:
 *   npm run bench:intake -- --before DIR [--rows 20000] [--seconds 10] [--turns 3]
 * DIR is a checkout with its packages installed. Prints rows per second, processor time, disk and WAL per row, and
 * exits with 1 if a figure is outside its limit.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { createInterviews } from '../scripts/seed/interviews.ts'
import type * as loadModule from '../scripts/seed/load.ts'
import { createDemoUser } from '../scripts/stack/demo-accounts.ts'
import type * as demoSurveyModule from '../scripts/stack/demo-survey.ts'
import { signInDemoUser } from '../scripts/stack/session.ts'
import type { Session } from '../scripts/stack/session.ts'
import type * as stackModule from '../scripts/stack/stack.ts'
import { root } from '../scripts/stack/stack.ts'
import { publicUrl } from './bench-stack.ts'
import { measureRowRate } from './intake.ts'
import { countMissed, openReport } from './report.ts'
import { send } from './send.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rows: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    turns: { type: 'string', default: '3' },
  },
})
if (values.before === undefined) {
  console.error('--before must be the folder of another checkout')
  process.exit(2)
}
const [rows, seconds, turns] = [Number(values.rows), Number(values.seconds), Number(values.turns)]

/** The concurrent writes of one person are limited, so that 100 clients must be several people. */
const peopleCount = 10
const ticksPerSecond = 100

const statOf = (pid: number): string[] | undefined => {
  try {
    // The name of the program is in parentheses and can contain spaces.
    return readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ')
  } catch {
    return undefined // the process has ended
  }
}
const parentOf = (pid: number): number => Number(statOf(pid)?.[1])
/** Processor time in milliseconds, with that of ended children. */
const cpuOf = (pid: number): number =>
  [11, 12, 13, 14].reduce((sum, field) => sum + Number(statOf(pid)?.[field] ?? 0), 0) *
  (1_000 / ticksPerSecond)

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

/** Starts the product of a checkout with some responses and ten people. */
const startSide = async (name: string, checkout: string) => {
  const file = (path: string) => join(checkout, 'scripts', path)
  const { startStack } = (await import(file('stack/stack.ts'))) as typeof stackModule
  const { loadDemoSurvey } = (await import(file('stack/demo-survey.ts'))) as typeof demoSurveyModule
  const { loadResponses } = (await import(file('seed/load.ts'))) as typeof loadModule
  const directory = await mkdtemp(join(tmpdir(), 'baseline-bench-'))
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    withServerSettings: true,
    publicUrl,
    onLine: (from, line) => console.error(`${name} ${from} ${line}`),
  })
  await loadDemoSurvey(stack.apiEnv)
  await loadResponses(stack.databaseUrl('owner'), {
    count: rows,
    days: 730,
    villages: 240,
    enumerators: 60,
    seed: 1,
  })
  const owner = new pg.Client({
    connectionString: stack.databaseUrl('owner'),
    options: '-c search_path=app,public -c statement_timeout=0',
  })
  await owner.connect()
  const { rows: found } = await owner.query<{ pid: number; survey: string }>(
    `select pg_backend_pid() pid, (select id from surveys where form_id = 'household_baseline') survey`,
  )
  const [{ pid, survey } = { pid: 0, survey: '' }] = found
  const next = createInterviews(survey)
  const people: Session[] = []
  for (let n = 0; n < peopleCount; n += 1) {
    const email = `person-${String(n)}@example.org`
    const user = { email, firstName: 'Ana', lastName: String(n), role: 'manager', emailVerified: true }
    await createDemoUser(
      {
        identityUrl: stack.identityUrl,
        serviceToken: stack.apiEnv.SERVICE_TOKEN,
        databaseUrl: stack.apiEnv.DATABASE_URL,
      },
      user,
    )
    people.push(await signInDemoUser({ ...stack, publicUrl }, email))
  }
  const postmaster = parentOf(pid)
  const bodies: string[] = []
  let calls = 0
  const addRow = async () => {
    calls += 1
    return send(`${stack.apiUrl}/api/survey-responses`, {
      method: 'POST',
      headers: {
        authorization: (await people[calls % peopleCount]?.bearer()) ?? '',
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: bodies.pop() ?? JSON.stringify({ data: next() }),
    })
  }
  const readSizes = async () => {
    const { rows: sizes } = await owner.query<{ disk: number; wal: number }>(
      `select pg_database_size(current_database())::float8 disk, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 wal`,
    )
    return sizes[0] ?? { disk: 0, wal: 0 }
  }
  const readCpu = () => ({
    api: cpuOf(stack.processIds().api ?? 0),
    database: [postmaster, ...childrenOf(postmaster)].reduce((sum, process) => sum + cpuOf(process), 0),
  })
  return {
    name,
    readSizes,
    /** Sends rows. Returns the rate, and the processor time of the api and of the database per row in ms. */
    measure: async (clients: number, duration = seconds) => {
      // Prepared before the measurement: generating an interview takes as long as sending it.
      while (bodies.length < duration * 1_500) bodies.push(JSON.stringify({ data: next() }))
      const before = readCpu()
      const startedAt = performance.now()
      const rate = await measureRowRate(addRow, { clients, seconds: duration })
      const count = rate * ((performance.now() - startedAt) / 1_000)
      const after = readCpu()
      return {
        rate,
        count,
        api: (after.api - before.api) / count,
        database: (after.database - before.database) / count,
      }
    },
    stop: async () => {
      await owner.end()
      await stack.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const sides = [await startSide('before', resolve(values.before)), await startSide('now', root)]
const measured = sides.map((side) => ({
  side,
  10: [] as Awaited<ReturnType<typeof side.measure>>[],
  100: [] as Awaited<ReturnType<typeof side.measure>>[],
  rows: 0,
  sizes: { disk: 0, wal: 0 },
}))
for (const { side } of measured) await side.measure(10)
for (const entry of measured) entry.sizes = await entry.side.readSizes()
// Takes turns, so that a busy moment of the machine affects both.
for (let turn = 0; turn < turns; turn += 1)
  for (const clients of [10, 100] as const)
    for (const entry of measured) {
      const result = await entry.side.measure(clients)
      entry[clients].push(result)
      entry.rows += result.count
    }

const report = openReport()
const part = 'Intake, all guarantees on'
const [before, now] = measured
for (const clients of [10, 100] as const)
  for (const { side, ...entry } of measured) {
    const of = (key: 'rate' | 'api' | 'database') => median(entry[clients].map((result) => result[key]))
    const what = `${side.name}, concurrency ${String(clients)}`
    report.add({ part, what, value: of('rate'), unit: 'rows/s' })
    report.add({
      part,
      what: `${what}: processor time per row`,
      value: of('api') + of('database'),
      unit: 'ms',
      note: `api ${of('api').toFixed(2)}, database ${of('database').toFixed(2)}`,
      ...(side.name === 'now' && clients === 100 && { most: 2 }),
    })
  }
for (const [clients, least] of [
  [10, 1.4],
  [100, 2.5],
] as const) {
  const rate = (entry: typeof before) => median((entry?.[clients] ?? []).map((result) => result.rate))
  report.add({
    part,
    what: `now against before, concurrency ${String(clients)}`,
    value: rate(now) / rate(before),
    unit: 'ratio',
    least,
  })
}
for (const { side, rows: count, sizes } of measured) {
  const after = await side.readSizes()
  const limits = side.name === 'now' ? { disk: { most: 8 }, wal: { most: 10 } } : undefined
  for (const key of ['disk', 'wal'] as const)
    report.add({
      part,
      what: `${side.name}: ${key} per row`,
      value: (after[key] - sizes[key]) / count / 1_000,
      unit: 'KB',
      ...limits?.[key],
    })
}
for (const { side } of measured) await side.stop()
process.exit(countMissed(report) > 0 ? 1 : 0)
