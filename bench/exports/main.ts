/**
 * Measures exports of responses on the full stack with its own database:
 *   npm run bench:exports -- xlsx --responses 1000000   memory and processor time; counts every row
 *   npm run bench:exports -- csv --responses 10000000   completeness; counts every row
 *   npm run bench:exports -- kill --times 10            kills a worker at random moments of an export
 *   npm run bench:exports -- queue --exports 50         many exports at once while lists are read
 *   npm run bench:exports -- small                      smoke run of all, for CI
 * `--directory` keeps the database for another run. Exits with 1 if a limit is missed.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { putPerson } from '../../scripts/stack/demo-accounts.ts'
import { signInAs } from '../../scripts/stack/sign-in.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { fill } from './fill.ts'
import { begin, caller, countIn, download, look, untilDone, usage } from './follow.ts'
import type { Call, Job } from './follow.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    responses: { type: 'string' },
    times: { type: 'string', default: '10' },
    exports: { type: 'string', default: '50' },
    people: { type: 'string', default: '10' },
    directory: { type: 'string' },
  },
})
const [what = ''] = positionals
const small = what === 'small'
const rowsOf: Record<string, number> = {
  xlsx: 1_000_000,
  csv: 10_000_000,
  kill: 100_000,
  queue: 100_000,
  small: 20_000,
}
const wanted = Number(values.responses ?? rowsOf[what])
if (!wanted) throw new Error('expected one of: xlsx, csv, kill, queue, small')

/** Minimum number of rows to judge processor time: with fewer, the JIT compiler is still warming up. */
const enoughToJudge = 200_000
const bars = { peakMb: 300, timesBare: 2.2, queueMinutes: 10, listP95Ms: 300 }

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

let missed = 0
const judge = (text: string, good: boolean): void => {
  if (!good) missed += 1
  console.log(`${good ? 'ok    ' : 'MISSED'} ${text}`)
}
const rounded = (value: number): string => value.toFixed(1)
const counted = (value: number): string => value.toLocaleString('en')

const file = join(home, 'export')

const bareSeconds = async (ownerUrl: string, rows: number): Promise<number> => {
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

const measured = async (
  call: Call,
  surveyId: string,
  format: string,
): Promise<Job & { seconds: number; cpu: number; peak: number }> => {
  const pid = stack.worker().process.pid ?? 0
  const before = usage(pid)
  const began = Date.now()
  const job = await untilDone(call, (await begin(call, format, { surveyId })).id)
  const after = usage(pid)
  return { ...job, seconds: (Date.now() - began) / 1000, cpu: after.cpu - before.cpu, peak: after.peak }
}

const one = async (call: Call, surveyId: string, format: 'xlsx' | 'csv', rows: number): Promise<void> => {
  const job = await measured(call, surveyId, format)
  await download(apiUrl, job, file)
  const parts =
    format === 'csv'
      ? countIn(file, 'data.csv', '\r\n')
      : countIn(file, 'xl/worksheets/sheet1.xml', '<row r="')
  const found = (await parts) - 1
  judge(
    `${counted(rows)} × 30 to ${format}: ${counted(found)} rows counted in the file, ${counted(job.rowCount)} told`,
    found === rows && job.rowCount === rows,
  )
  judge(
    `peak memory of the worker ${rounded(job.peak)} MB (bar ${String(bars.peakMb)} MB)`,
    job.peak <= bars.peakMb,
  )
  const speed = `${rounded(job.seconds)} s, ${rounded(job.cpu)} s of processor time`
  if (format === 'csv') return console.log(`       ${speed}`)
  const bare = await bareSeconds(stack.databaseUrl('owner'), rows)
  const times = job.cpu / bare
  judge(
    `${speed}, ${times.toFixed(2)} × the bare writer's ${rounded(bare)} s (bar ${String(bars.timesBare)}${rows < enoughToJudge ? ', not judged for so few rows' : ''})`,
    times <= bars.timesBare || rows < enoughToJudge,
  )
}

/** Kills the worker at a random moment of an export, `times` times, and checks each finished file. */
const kill = async (call: Call, surveyId: string, times: number): Promise<void> => {
  const undisturbed = await measured(call, surveyId, 'xlsx')
  for (let round = 1; round <= times; round += 1) {
    const { id } = await begin(call, 'xlsx', { surveyId })
    const after = Math.random() * undisturbed.seconds * 1000
    await new Promise((resolve) => setTimeout(resolve, after))
    const at = await look(call, id)
    stack.worker().process.kill('SIGKILL')
    await stack.startWorker()
    const job = await untilDone(call, id)
    await download(apiUrl, job, file)
    const found = (await countIn(file, 'xl/worksheets/sheet1.xml', '<row r="')) - 1
    judge(
      `killed at ${at.status} ${String(at.progress)} %: ${job.status}, ${counted(found)} rows, its SHA-256 is right`,
      found === undisturbed.rowCount && job.rowCount === found,
    )
  }
}

const queue = async (surveyId: string, exports: number, people: number): Promise<void> => {
  const target = {
    identityUrl: stack.identityUrl,
    serviceToken: stack.apiEnv.SERVICE_TOKEN,
    databaseUrl: stack.apiEnv.DATABASE_URL,
  }
  const calls: Call[] = []
  for (let n = 0; n < people; n += 1) {
    const email = `exporter${String(n)}@example.org`
    await putPerson(target, {
      email,
      firstName: 'E',
      lastName: String(n),
      role: 'manager',
      emailVerified: true,
    })
    const call = caller(apiUrl, () => signInAs({ ...stack, publicUrl }, email))
    await call('/auth/me')
    calls.push(call)
  }
  const districts = Math.max(1, Math.floor(wanted / perDistrict))
  const reader = caller(apiUrl, () => signInAs({ ...stack, publicUrl }, 'manager@example.org'))
  // Signs in, so that the first call is measured like the others.
  await reader('/auth/me')
  const times: number[] = []
  const reading = { on: true }
  const readLists = (async () => {
    for (let n = 0; reading.on; n += 1) {
      const began = performance.now()
      await reader(`/survey-responses?limit=20&offset=${String((n % 5) * 20)}`)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })()
  const began = Date.now()
  const jobs = await Promise.all(
    Array.from({ length: exports }, async (_, n) => {
      const call = calls[n % people] ?? reader
      const filter = { surveyId, districtName: [`District ${String(n % districts)}`] }
      const { id } = await begin(call, 'xlsx', filter)
      return untilDone(call, id, 5_000)
    }),
  )
  reading.on = false
  await readLists
  const minutes = (Date.now() - began) / 60_000
  const right = jobs.filter(({ rowCount }) => rowCount >= perDistrict - 1).length
  judge(
    `${String(exports)} exports of ${counted(perDistrict)} rows by ${String(people)} people: ${String(right)} succeeded in ${rounded(minutes)} minutes (bar ${String(bars.queueMinutes)})`,
    right === exports && minutes <= bars.queueMinutes,
  )
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Infinity
  judge(
    `lists meanwhile: p95 ${rounded(p95)} ms of ${String(times.length)} (bar ${String(bars.listP95Ms)} ms)`,
    p95 <= bars.listP95Ms,
  )
}

const perDistrict = small ? 2_000 : 10_000

try {
  console.log(`load ${loadavg().map(rounded).join(' ')} on ${String(cpus().length)} cores`)
  const began = Date.now()
  const indexes = what === 'queue' || small
  const surveyId = await fill(stack.databaseUrl('owner'), { count: wanted, perDistrict, indexes })
  console.log(`${counted(wanted)} responses after ${rounded((Date.now() - began) / 1000)} s`)
  const call = caller(apiUrl, () => signInAs({ ...stack, publicUrl }, 'manager@example.org'))
  if (what === 'xlsx' || small) await one(call, surveyId, 'xlsx', wanted)
  if (what === 'csv' || small) await one(call, surveyId, 'csv', wanted)
  if (what === 'kill' || small) await kill(call, surveyId, small ? 1 : Number(values.times))
  if (what === 'queue' || small)
    await queue(surveyId, small ? 6 : Number(values.exports), small ? 3 : Number(values.people))
  console.log(`load ${loadavg().map(rounded).join(' ')}`)
} finally {
  await stack.stop()
  if (values.directory === undefined) await rm(home, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
