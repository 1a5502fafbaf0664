/**
 * Measures exports of responses on the full stack with its own database:
 *   npm run bench:exports -- xlsx --responses 1000000   memory and processor time; counts every row
 *   npm run bench:exports -- csv --responses 10000000   completeness; counts every row
 *   npm run bench:exports -- kill --times 10            kills a worker at random moments of an export
 *   npm run bench:exports -- queue --exports 50         many exports at once while lists are read
 *   npm run bench:exports -- all-types                  every type of question, and 1,000 questions; compares every cell
 *   npm run bench:exports -- small                      smoke run of all, for CI
 * Creates a temporary database; with `--directory DIR`, keeps it in DIR for the next run. `--json FILE` writes the
 * figures. Exits with 1 if a figure is outside its limit.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { createDemoUser } from '../../scripts/stack/demo-accounts.ts'
import { fetchDemoToken } from '../../scripts/stack/session.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { countMissed, openReport, percentile } from '../report.ts'
import { writeResult } from '../result.ts'
import { fill } from './fill.ts'
import {
  countOccurrences,
  createCaller,
  download,
  getExport,
  readUsage,
  startExport,
  waitUntilDone,
} from './follow.ts'
import type { Call, Job } from './follow.ts'
import { runAllTypes } from './run-all-types.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    responses: { type: 'string' },
    times: { type: 'string', default: '10' },
    exports: { type: 'string', default: '50' },
    people: { type: 'string', default: '10' },
    directory: { type: 'string' },
    json: { type: 'string' },
  },
})
const [command = ''] = positionals
const isSmall = command === 'small'
const rowsOf: Record<string, number> = {
  xlsx: 1_000_000,
  csv: 10_000_000,
  kill: 100_000,
  queue: 100_000,
  'all-types': 100_000,
  small: 20_000,
}
const responseCount = Number(values.responses ?? rowsOf[command])
if (!responseCount) throw new Error('expected one of: xlsx, csv, kill, queue, all-types, small')

/** Minimum number of rows to judge processor time: with fewer, the JIT compiler is still warming up. */
const minRowsForRatio = 200_000
const limits = { peakMb: 300, timesBare: 2.2, queueMinutes: 10, listP95Ms: 300 }

const home = values.directory ?? (await mkdtemp(join(tmpdir(), 'baseline-exports-')))
await mkdir(home, { recursive: true })
const publicUrl = 'http://127.0.0.1:1'
const stack = await startStack({
  directory: join(home, 'postgres'),
  throwaway: values.directory === undefined,
  publicUrl,
  onLine: (from, line) => console.error(`${from.padEnd(8)} ${line}`),
})
const { apiUrl } = stack

const report = openReport()
const formatDecimal = (value: number): string => value.toFixed(1)
const formatCount = (value: number): string => value.toLocaleString('en')

const file = join(home, 'export')

const measureBareWriter = async (ownerUrl: string, rows: number): Promise<number> => {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=app,public' })
  await client.connect()
  const { rows: sample } = await client.query<Record<string, unknown>>(
    `select display_id, status, survey_date - date '1900-01-01' a, extract(epoch from start_time) / 86400 b,
       extract(epoch from end_time) / 86400 c, investigator_name, supervisor_name, district_name, village, village_type,
       village_category, email, survey_version, extract(epoch from created_at) / 86400 d,
       extract(epoch from updated_at) / 86400 e, "values" from survey_responses order by id limit 10000`,
  )
  await client.end()
  const cells = sample.map(({ values: answers, ...columns }) => [
    ...Object.values(columns).map((value) => (/^\d+\.\d{4,}$/.test(String(value)) ? Number(value) : value)),
    ...Object.values(answers as object),
  ])
  await writeFile(join(home, 'sample.json'), JSON.stringify(cells))
  const script = join(import.meta.dirname, 'bare-writer.ts')
  const args = [script, join(home, 'sample.json'), String(rows), join(home, 'bare')]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

const measureExport = async (
  call: Call,
  surveyId: string,
  format: string,
  options: object = {},
): Promise<Job & { seconds: number; cpu: number; peak: number }> => {
  const pid = stack.worker().process.pid ?? 0
  const before = readUsage(pid)
  const startedAt = Date.now()
  const job = await waitUntilDone(call, (await startExport(call, format, { surveyId }, options)).id)
  const after = readUsage(pid)
  return { ...job, seconds: (Date.now() - startedAt) / 1000, cpu: after.cpu - before.cpu, peak: after.peak }
}

const runSingleExport = async (
  call: Call,
  surveyId: string,
  format: 'xlsx' | 'csv',
  rows: number,
): Promise<void> => {
  const job = await measureExport(call, surveyId, format)
  await download(apiUrl, job, file)
  const parts =
    format === 'csv'
      ? countOccurrences(file, 'data.csv', '\r\n')
      : countOccurrences(file, 'xl/worksheets/sheet1.xml', '<row r="')
  const rowsInFile = (await parts) - 1
  const part = `${formatCount(rows)} × 30 to ${format}`
  const wrong = Math.abs(rowsInFile - rows) + Math.abs(job.rowCount - rows)
  const note = `${formatCount(rowsInFile)} rows in the file, ${formatCount(job.rowCount)} reported`
  report.add({ part, what: 'wrong rows', value: wrong, unit: 'wrong', most: 0, note, row: `${format}.rows` })
  report.add({
    part,
    what: 'peak memory of the worker',
    value: job.peak,
    unit: 'MB',
    most: limits.peakMb,
    row: `${format}.memory`,
  })
  report.add({ part, what: 'elapsed time', value: job.seconds, unit: 's', row: `${format}.elapsed` })
  report.add({ part, what: 'processor time', value: job.cpu, unit: 's', row: `${format}.processor` })
  if (format === 'csv') return
  const bare = await measureBareWriter(stack.databaseUrl('owner'), rows)
  report.add({
    part,
    what: 'processor time, compared with the bare writer',
    value: job.cpu / bare,
    unit: 'ratio',
    ...(rows < minRowsForRatio ? {} : { most: limits.timesBare }),
    row: `${format}.ratio`,
  })
}

const restartWorker = async (): Promise<void> => {
  stack.worker().process.kill('SIGKILL')
  await stack.startWorker()
}

/** Kills the worker at a random moment of an export, `times` times, and checks each finished file. */
const runKills = async (call: Call, surveyId: string, times: number): Promise<void> => {
  const reference = await measureExport(call, surveyId, 'xlsx')
  let completeCount = 0
  for (let round = 1; round <= times; round += 1) {
    const { id } = await startExport(call, 'xlsx', { surveyId })
    const delayMs = Math.random() * reference.seconds * 1000
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const progressAtKill = await getExport(call, id)
    await restartWorker()
    const job = await waitUntilDone(call, id)
    await download(apiUrl, job, file)
    const rowsInFile = (await countOccurrences(file, 'xl/worksheets/sheet1.xml', '<row r="')) - 1
    const isComplete = rowsInFile === reference.rowCount && job.rowCount === rowsInFile
    if (isComplete) completeCount += 1
    console.log(
      `killed at ${progressAtKill.status} ${String(progressAtKill.progress)} %: ${job.status}, ${formatCount(rowsInFile)} rows`,
    )
  }
  report.add({
    part: 'Killed workers',
    what: 'complete files with the right SHA-256',
    value: completeCount,
    unit: 'times',
    least: times,
    row: 'kill.complete',
  })
}

const runQueue = async (surveyId: string, exports: number, people: number): Promise<void> => {
  const target = {
    identityUrl: stack.identityUrl,
    serviceToken: stack.apiEnv.SERVICE_TOKEN,
    databaseUrl: stack.apiEnv.DATABASE_URL,
  }
  const calls: Call[] = []
  for (let n = 0; n < people; n += 1) {
    const email = `exporter${String(n)}@example.org`
    await createDemoUser(target, {
      email,
      firstName: 'E',
      lastName: String(n),
      role: 'manager',
      emailVerified: true,
    })
    const call = createCaller(apiUrl, () => fetchDemoToken({ ...stack, publicUrl }, email))
    await call('/auth/me')
    calls.push(call)
  }
  const districts = Math.max(1, Math.floor(responseCount / perDistrict))
  const reader = createCaller(apiUrl, () => fetchDemoToken({ ...stack, publicUrl }, 'manager@example.org'))
  const readPage = (n: number) => reader(`/survey-responses?limit=20&offset=${String((n % 5) * 20)}`)
  // Signs in and prepares the statements, so that the first calls are measured like the others.
  for (let n = 0; n < 10; n += 1) await readPage(n)
  const durations: number[] = []
  const state = { on: true }
  const readLists = (async () => {
    for (let n = 0; state.on; n += 1) {
      const startedAt = performance.now()
      await readPage(n)
      durations.push(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const startedAt = Date.now()
  const jobs = await Promise.all(
    Array.from({ length: exports }, async (_, n) => {
      const call = calls[n % people] ?? reader
      const filter = { surveyId, districtName: [`District ${String(n % districts)}`] }
      const { id } = await startExport(call, 'xlsx', filter)
      return waitUntilDone(call, id, 5_000)
    }),
  )
  state.on = false
  await readLists
  const minutes = (Date.now() - startedAt) / 60_000
  const completeCount = jobs.filter(({ rowCount }) => rowCount >= perDistrict - 1).length
  const part = `${String(exports)} exports of ${formatCount(perDistrict)} rows by ${String(people)} users`
  report.add({
    part,
    what: 'complete exports',
    value: completeCount,
    unit: 'times',
    least: exports,
    row: 'queue.complete',
  })
  report.add({
    part,
    what: 'until all are finished',
    value: minutes,
    unit: 'minutes',
    most: limits.queueMinutes,
    row: 'queue.minutes',
  })
  report.add({
    part,
    what: 'lists during the exports, p95',
    value: percentile(durations, 0.95),
    unit: 'ms',
    most: limits.listP95Ms,
    note: `${String(durations.length)} calls`,
    row: 'queue.lists',
  })
}

const runTypes = async (call: Call, responses: number): Promise<void> => {
  const options = {
    ownerUrl: stack.databaseUrl('owner'),
    apiUrl,
    report,
    file,
    peakMb: limits.peakMb,
    restartWorker,
    measure: (surveyId: string, format: string) =>
      measureExport(call, surveyId, format, {
        personalData: true,
        columnNames: 'variables',
        answers: 'codes',
      }),
  }
  await runAllTypes(options, { responses })
  if (!isSmall) await runAllTypes(options, { responses: 2_000, questions: 1_000 })
}

const runWithFilledSurvey = async (call: Call): Promise<void> => {
  const startedAt = Date.now()
  const indexes = command === 'queue' || isSmall
  const surveyId = await fill(stack.databaseUrl('owner'), { count: responseCount, perDistrict, indexes })
  console.log(
    `${formatCount(responseCount)} responses after ${formatDecimal((Date.now() - startedAt) / 1000)} s`,
  )
  if (command === 'xlsx' || isSmall) await runSingleExport(call, surveyId, 'xlsx', responseCount)
  if (command === 'csv' || isSmall) await runSingleExport(call, surveyId, 'csv', responseCount)
  if (command === 'kill' || isSmall) await runKills(call, surveyId, isSmall ? 1 : Number(values.times))
  if (command === 'queue' || isSmall)
    await runQueue(surveyId, isSmall ? 6 : Number(values.exports), isSmall ? 3 : Number(values.people))
}

const perDistrict = isSmall ? 2_000 : 10_000

try {
  console.log(`load ${loadavg().map(formatDecimal).join(' ')} on ${String(cpus().length)} cores`)
  const call = createCaller(apiUrl, () => fetchDemoToken({ ...stack, publicUrl }, 'manager@example.org'))
  if (command !== 'all-types') await runWithFilledSurvey(call)
  if (command === 'all-types' || isSmall) await runTypes(call, isSmall ? 500 : responseCount)
  console.log(`load ${loadavg().map(formatDecimal).join(' ')}`)
} finally {
  await stack.stop()
  if (values.directory === undefined) await rm(home, { recursive: true, force: true })
}
if (values.json) await writeResult(values.json, 'bench:exports', report.figures)
process.exitCode = countMissed(report) > 0 ? 1 : 0
