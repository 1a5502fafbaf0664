/**
 * Measures the intake of this checkout and compares it with that of another one, on the same machine by turns:
 *   npm run bench:intake [-- --before DIR] [--rows 20000] [--seconds 10] [--turns 3]
 * DIR is a checkout with its packages installed. Also compares interviews from phones with single rows. Prints rows per second, processor time, disk and WAL per row, and
 * exits with 1 if a figure is outside its limit.
 */
import { randomUUID } from 'node:crypto'
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
import { createDevices, preparePhonePosts } from './phone-posts.ts'
import { cpuOf, cpuOfDatabase } from './processor-time.ts'
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
const [rows, seconds, turns] = [Number(values.rows), Number(values.seconds), Number(values.turns)]

/** The concurrent writes of one person are limited, so that 100 clients must be several people. */
const peopleCount = 10
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
  const { rows: found } = await owner.query<{ survey: string }>(
    `select id survey from surveys where form_id = 'household_baseline'`,
  )
  const next = createInterviews(found[0]?.survey ?? '')
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
  const readCpu = async () => ({
    api: cpuOf(stack.processIds().api ?? 0),
    database: await cpuOfDatabase(owner),
  })
  return {
    name,
    readSizes,
    preparePhonePosts: async () => {
      const tokens = await createDevices(owner)
      return preparePhonePosts(
        next,
        tokens.map((token) => `${stack.apiUrl}/api/field/${token}/submission`),
      )
    },
    /** Sends rows. Returns the rate, and the processor time of the api and of the database per row in ms. */
    measure: async (clients: number, call: typeof addRow = addRow) => {
      // Prepared before the measurement: generating an interview takes as long as sending it.
      while (bodies.length < seconds * 1_500) bodies.push(JSON.stringify({ data: next() }))
      const before = await readCpu()
      const startedAt = performance.now()
      const rate = await measureRowRate(call, { clients, seconds })
      const count = rate * ((performance.now() - startedAt) / 1_000)
      const after = await readCpu()
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

type Measured = Awaited<ReturnType<Awaited<ReturnType<typeof startSide>>['measure']>>

const previous = values.before === undefined ? [] : [await startSide('before', resolve(values.before))]
const now = await startSide('now', root)
const sides = [...previous, now]
const measured = sides.map((side) => ({
  side,
  10: [] as Measured[],
  100: [] as Measured[],
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
const [first, last] = measured
if (first && last)
  for (const [clients, least] of [
    [10, 1.4],
    [100, 2.5],
  ] as const) {
    const rate = (entry: typeof first) => median(entry[clients].map((result) => result.rate))
    report.add({
      part,
      what: `now against before, concurrency ${String(clients)}`,
      value: rate(last) / rate(first),
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

/** Measures interviews from phones without files, by turns with the same interviews as single rows. */
const measurePhones = async (side: (typeof sides)[0]) => {
  const sendPost = await side.preparePhonePosts()
  await side.measure(100, sendPost)
  const results = { rows: [] as Measured[], posts: [] as Measured[] }
  for (let turn = 0; turn < turns; turn += 1) {
    results.rows.push(await side.measure(100))
    results.posts.push(await side.measure(100, sendPost))
  }
  const of = (kind: keyof typeof results, key: 'rate' | 'api' | 'database') =>
    median(results[kind].map((result) => result[key]))
  const what = 'from phones, concurrency 100'
  report.add({ part, what, value: of('posts', 'rate'), unit: 'rows/s' })
  report.add({
    part,
    what: `${what}: processor time per row`,
    value: of('posts', 'api') + of('posts', 'database'),
    unit: 'ms',
    note:
      `api ${of('posts', 'api').toFixed(2)}, database ${of('posts', 'database').toFixed(2)}; ` +
      `single rows ${of('rows', 'api').toFixed(2)} and ${of('rows', 'database').toFixed(2)}`,
  })
  report.add({
    part,
    what: `${what}, against single rows`,
    value: of('posts', 'rate') / of('rows', 'rate'),
    unit: 'ratio',
    bare: of('rows', 'rate'),
    least: 0.7,
  })
}
await measurePhones(now)
for (const { side } of measured) await side.stop()
process.exit(countMissed(report) > 0 ? 1 : 0)
