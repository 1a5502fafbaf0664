/**
 * Measures the checks of data quality on a database with many responses:
 *   npm run bench:checks -- --rows 10000000 [--directory DIR] [--json docs/figures/checks.json] [--seconds 60]
 * Prints the cost of the checks for the intake, the time until a new response is checked, the nightly computation with
 * the lists at the same time, and the queue of reviewers. Exits with 1 if a figure is outside its limit.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { allEnumeratorsJob } from '../../api/src/features/survey-responses/checks/enumerators/enumerators-job.ts'
import { calibrateChecks } from '../../api/src/features/survey-responses/checks/queued/calibrate-job.ts'
import { findFreePort, startProcess, waitUntilReady } from '../../scripts/stack/processes.ts'
import { startBenchStack } from '../bench-stack.ts'
import { measureRowRate, prepareInterviews } from '../intake.ts'
import { cpuOf, cpuOfDatabase } from '../processor-time.ts'
import { pathOf, samplesOf, singleFilters } from '../queries.ts'
import { countMissed, openReport, percentile } from '../report.ts'
import { writeResult } from '../result.ts'
import { send } from '../send.ts'
import { fillChecks, makeAllStale, makeTeam } from './fill.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    directory: { type: 'string' },
    json: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    patience: { type: 'string', default: '1' },
  },
})
const [rows, seconds] = [Number(values.rows), Number(values.seconds)]
const directory = values.directory ?? (await mkdtemp(join(tmpdir(), 'baseline-bench-')))
const report = openReport(Number(values.patience))
const bench = await startBenchStack({ directory, rows }, report)
const { stack, owner, bearer, call } = bench
await stack.worker().stop()

const next = await prepareInterviews(bench)
const bodies: string[] = []
const makeBody = (): string => JSON.stringify({ data: next() })
const prepare = (count: number): void => {
  while (bodies.length < count) bodies.push(makeBody())
}
const post = async (url: string) =>
  send(`${url}/api/survey-responses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await bearer()}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: bodies.pop() ?? makeBody(),
  })

/** Starts a second api on the same database, without the inline checks. */
const startUnchecked = async () => {
  const port = await findFreePort()
  const hooks = pathToFileURL(join(import.meta.dirname, 'skip-inline-checks.ts')).href
  const unchecked = startProcess(process.execPath, ['--import', hooks, 'api/src/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...stack.apiEnv, PORT: String(port) },
    onLine: (line) => console.error(`without  ${line}`),
  })
  const url = `http://127.0.0.1:${String(port)}`
  await waitUntilReady(`${url}/ready`, unchecked)
  return { url, pid: unchecked.process.pid, stop: () => unchecked.stop() }
}

const toggleQueue = (action: 'enable' | 'disable') =>
  owner.query(`alter table survey_responses ${action} trigger queue_added_checks`)

/** Compares the intake with and without checks by turns. */
const measureIntake = async (): Promise<void> => {
  const unchecked = await startUnchecked()
  const turn = 2
  const turns = Math.max(5, Math.round(seconds / 4))
  const apis = {
    with: { url: stack.apiUrl, pid: stack.processIds().api },
    without: unchecked,
  }
  const rates = { with: [] as number[], without: [] as number[] }
  const cpu = { with: [] as number[], without: [] as number[] }
  const measure = async (name: keyof typeof rates, isWarmUp: boolean): Promise<void> => {
    await toggleQueue(name === 'with' ? 'enable' : 'disable')
    prepare(turn * 1_000)
    const { url, pid } = apis[name]
    const readCpu = async () => cpuOf(pid ?? 0) + (await cpuOfDatabase(owner))
    const cpuBefore = await readCpu()
    const startedAt = performance.now()
    const rate = await measureRowRate(() => post(url), { clients: 10, seconds: turn })
    const count = (rate * (performance.now() - startedAt)) / 1_000
    if (isWarmUp) return
    rates[name].push(rate)
    cpu[name].push(((await readCpu()) - cpuBefore) / count)
  }
  try {
    for (let n = -1; n < turns; n += 1) {
      await measure('without', n < 0)
      await measure('with', n < 0)
    }
  } finally {
    await toggleQueue('enable')
    await unchecked.stop()
  }
  const [checked, bare] = [percentile(rates.with, 0.5), percentile(rates.without, 0.5)]
  const part = 'Intake'
  report.add({ part, what: 'single rows with checks', value: checked, unit: 'rows/s', bare, row: 'intake' })
  report.add({
    part,
    what: 'cost of the checks',
    value: 100 * (1 - checked / bare),
    unit: 'percent',
    most: 10,
    row: 'intake.cost',
  })
  // Varies less than the rates, which also depend on the clients and on other programs.
  report.add({
    part,
    what: 'processor time of api and database per row',
    value: percentile(cpu.with, 0.5),
    unit: 'ms',
    bare: percentile(cpu.without, 0.5),
    row: 'intake.cpu',
  })
}

/**
 * Sends 50 interviews per second, and reports how long the oldest one waits for its check. All figures with which
 * interviews are compared are computed again at the same time, and their changes queue rechecks.
 */
const measureDelay = async (): Promise<void> => {
  await owner.query('truncate check_queue')
  await makeAllStale(owner)
  prepare(50 * seconds)
  await stack.startWorker()
  const calibrating = calibrateChecks(bench.streams, 'UTC', seconds)
  const waits: number[] = []
  const state = { on: true }
  const sampling = (async () => {
    while (state.on) {
      const { rows: found } = await owner.query<{ wait: number }>(
        `select coalesce(extract(epoch from clock_timestamp() - min(enqueued_at)), 0)::float8 as wait
         from check_queue where not is_recheck`,
      )
      waits.push(found[0]?.wait ?? 0)
      await sleep(100)
    }
  })()
  const startedAt = performance.now()
  const sent: Promise<{ status: number }>[] = []
  for (let n = 0; n < 50 * seconds; n += 1) {
    await sleep(Math.max(0, startedAt + n * 20 - performance.now()))
    sent.push(post(stack.apiUrl))
  }
  const refused = (await Promise.all(sent)).filter(({ status }) => status !== 200).length
  state.on = false
  await sampling
  await calibrating
  await stack.worker().stop()
  const part = '50 interviews per second'
  report.add({ part, what: 'refused', value: refused, unit: 'wrong', most: 0 })
  report.add({
    part,
    what: 'longest time from the receipt to the check',
    value: Math.max(...waits),
    unit: 's',
    most: 10,
    row: 'delay',
    cases: 50 * seconds,
  })
}

const measureCalls = async (paths: readonly string[], until: () => boolean): Promise<number[]> => {
  const durations: number[] = []
  for (let n = 0; !until() || durations.length < paths.length; n += 1) {
    const path = paths[n % paths.length] ?? ''
    const { status, ms } = await call(path)
    if (status !== 200) throw new Error(`${path}: ${String(status)}`)
    durations.push(ms)
  }
  return durations
}

/** Measures the nightly computation, and lists before it and at the same time. */
const measureNight = async (): Promise<void> => {
  const samples = await samplesOf(bench, 20)
  const paths = Object.values(singleFilters).flatMap((filterOf) =>
    samples.slice(0, 3).map((sample, n) => pathOf({ filter: filterOf(sample, n) })),
  )
  await measureCalls(paths, () => true)
  const quiet = percentile(await measureCalls(paths, () => true), 0.95)
  const count = await makeAllStale(owner)
  const state = { isDone: false }
  const startedAt = performance.now()
  const compute = async () => {
    await calibrateChecks(bench.streams, 'UTC', 86_400)
    await allEnumeratorsJob.run({}, { streams: bench.streams, timeZone: 'UTC' })
    state.isDone = true
    return (performance.now() - startedAt) / 60_000
  }
  const computing = compute()
  const busy = percentile(await measureCalls(paths, () => state.isDone), 0.95)
  const part = 'Nightly computation on one connection'
  const minutes = await computing
  report.add({
    part,
    what: 'duration',
    value: minutes,
    unit: 'minutes',
    most: 15,
    row: 'night',
    cases: count,
  })
  report.add({ part, what: 'lists before, p95', value: quiet, unit: 'ms', row: 'night.quiet' })
  report.add({
    part,
    what: 'lists at the same time, p95',
    value: busy,
    unit: 'ms',
    bare: quiet,
    row: 'night.busy',
  })
  report.add({
    part,
    what: 'ratio of the two',
    value: busy / quiet,
    unit: 'ratio',
    most: 2,
    row: 'night.ratio',
  })
}

const measureQueue = async (): Promise<void> => {
  const lead = await makeTeam(owner)
  const queues = [
    { what: '50 riskiest responses', query: 'limit=50', most: 20, row: 'queue.all' },
    {
      what: '50 riskiest responses of a team of 12',
      query: `limit=50&filter[team]=${lead}`,
      most: 50,
      row: 'queue.team',
    },
  ]
  for (const { what, query, most, row } of queues) {
    const paths = Array.from({ length: 200 }, () => `/review/queue?${query}`)
    // Each connection of the api plans a prepared statement five times before it keeps the plan.
    await measureCalls(paths.slice(0, 100), () => true)
    const durations = await measureCalls(paths, () => true)
    const note = `median ${percentile(durations, 0.5).toFixed(1)}, ${String(paths.length)} calls`
    report.add({
      part: 'Queue of reviewers, p95',
      what,
      value: percentile(durations, 0.95),
      unit: 'ms',
      most,
      row,
      note,
    })
  }
}

try {
  const startedAt = performance.now()
  await fillChecks(owner)
  console.error(`filled in ${String(Math.round((performance.now() - startedAt) / 1_000))} s`)
  await measureQueue()
  await measureIntake()
  await measureDelay()
  await measureNight()
} finally {
  await bench.stop()
  if (!values.directory) await rm(directory, { recursive: true, force: true })
}
if (values.json) await writeResult(values.json, 'bench:checks', report.figures)
const misses = countMissed(report)
console.log(`\n${String(misses)} figures outside their limits`)
process.exitCode = misses === 0 ? 0 : 1
