/**
 * How long the list of responses takes at the server, by every order and every filter, with so many invented
 * responses: `npm run bench:lists -- --responses 1000000 --directory /var/tmp/baseline-bench`. The real stack on a
 * database of its own, asked over HTTP one call after the other. The directory is kept for another run.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { sortable } from '../contract/src/survey-responses/response.ts'
import { loadResponses } from './seed/load.ts'
import { loadDemoSurvey } from './stack/demo-survey.ts'
import { signInAs } from './stack/sign-in.ts'
import { startStack } from './stack/stack.ts'

const { values } = parseArgs({
  options: {
    responses: { type: 'string', default: '1000000' },
    directory: { type: 'string' },
    times: { type: 'string', default: '40' },
  },
})
if (!values.directory) throw new Error('--directory says where the database may keep its files')
const wanted = Number(values.responses)
const times = Number(values.times)
/** What a person does not notice. */
const barMs = 100

const publicUrl = 'http://127.0.0.1:1'
const stack = await startStack({
  directory: join(values.directory, 'postgres'),
  asServer: true,
  publicUrl,
  onLine: (from, line) => console.error(`${from.padEnd(8)} ${line}`),
})

const signIn = () => signInAs({ ...stack, publicUrl }, 'manager@example.org')

const fill = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ there: number }>('select count(*)::int there from survey_responses')
  const missing = wanted - (rows[0]?.there ?? 0)
  if (missing <= 0) return
  await loadDemoSurvey(stack.apiEnv)
  const began = Date.now()
  await loadResponses(stack.databaseUrl('owner'), {
    count: missing,
    days: 730,
    villages: Math.min(20_000, 200 + Math.ceil(missing / 500)),
    enumerators: Math.min(5_000, 60 + Math.ceil(missing / 2_000)),
    seed: 1,
  })
  const seconds = (Date.now() - began) / 1000
  const rate = Math.round(missing / seconds).toLocaleString('en')
  console.log(
    `${missing.toLocaleString('en')} responses in ${seconds.toFixed(1)} s: ${rate} a second, indexes included`,
  )
}

interface Sample {
  id: string
  display_id: string
  survey_id: string
  investigator_name: string
  investigator_mobile_number: string
  supervisor_name: string
  district_name: string
  village: string
  village_type: string
  village_category: string
  household_name: string
}

/** Values that are there, of rows at random, so that no two calls ask for the same. */
const samples = async (client: pg.Client): Promise<Sample[]> => {
  const { rows } = await client.query<Sample>(
    `select * from survey_responses tablesample system (1) order by random() limit $1`,
    [times],
  )
  return rows
}

const day = (at: number) => new Date(Date.now() - at * 86_400_000).toISOString()
const statuses = 'inProgress submitted onHold returned resubmitted verified approved rejected'.split(' ')

/** Every filter of the list with a value to look for; the text ones whole, in part, short and in vain. */
const filters: Readonly<Record<string, (row: Sample, n: number) => Record<string, string>>> = {
  id: (row) => ({ id: row.id }),
  displayId: (row) => ({ displayId: row.display_id }),
  'displayId, a part': (row) => ({ displayId: row.display_id.slice(5, 9) }),
  surveyId: (row) => ({ 'surveyId][': row.survey_id }),
  investigatorName: (row) => ({ investigatorName: row.investigator_name }),
  'investigatorName, first name': (row) => ({ investigatorName: row.investigator_name.split(' ')[0] ?? '' }),
  investigatorMobileNumber: (row) => ({ investigatorMobileNumber: row.investigator_mobile_number }),
  supervisorName: (row) => ({ supervisorName: row.supervisor_name }),
  status: (_row, n) => ({ 'status][': statuses[n % statuses.length] ?? '' }),
  districtName: (row) => ({ 'districtName][': row.district_name }),
  village: (row) => ({ 'village][': row.village }),
  'village, unknown': (_row, n) => ({ 'village][': `Nowhere ${String(n)}` }),
  villageType: (row) => ({ 'villageType][': row.village_type }),
  villageCategory: (row) => ({ 'villageCategory][': row.village_category }),
  householdName: (row) => ({ householdName: row.household_name }),
  'householdName, three letters': (row) => ({
    householdName: row.household_name.slice(3, 6).trim() || 'ana',
  }),
  'householdName, two letters': (row) => ({ householdName: row.household_name.slice(0, 2) }),
  'householdName, unknown': (_row, n) => ({ householdName: `xq${String(n)}zz` }),
  'surveyDateRange, a day': (_row, n) => ({
    'surveyDateRange][0': day(n * 10 + 1).slice(0, 10),
    'surveyDateRange][1': day(n * 10).slice(0, 10),
  }),
  'startTimeRange, a month': (_row, n) => ({
    'startTimeRange][0': day(n * 10 + 30),
    'startTimeRange][1': day(n * 10),
  }),
  'endTimeRange, open': (_row, n) => ({ 'endTimeRange][0': day(n * 10 + 30) }),
  'createdAtRange, a month': (_row, n) => ({
    'createdAtRange][0': day(n * 10 + 30),
    'createdAtRange][1': day(n * 10),
  }),
}

const token = await signIn()
let tokenAt = Date.now()
let bearer = `Bearer ${token}`
const ask = async (query: string): Promise<{ ms: number; count: number }> => {
  if (Date.now() - tokenAt > 120_000) {
    bearer = `Bearer ${await signIn()}`
    tokenAt = Date.now()
  }
  const began = performance.now()
  const answer = await fetch(`${stack.apiUrl}/api/survey-responses?limit=10${query}`, {
    headers: { authorization: bearer },
  })
  const body = (await answer.json()) as { count?: number; code?: string } // by the contract
  const ms = performance.now() - began
  if (!answer.ok) throw new Error(`${query}: ${String(answer.status)} ${body.code ?? ''}`)
  return { ms, count: body.count ?? 0 }
}

const measure = async (name: string, queries: readonly string[]): Promise<boolean> => {
  await ask(queries[0] ?? '')
  const taken: number[] = []
  let count = 0
  for (const query of queries) {
    const { ms, count: found } = await ask(query)
    taken.push(ms)
    count = Math.max(count, found)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0
  const [middle, p95, worst] = [at(0.5), at(0.95), at(1)]
  const figures = [middle, p95, worst].map((ms) => `${ms.toFixed(1).padStart(8)} ms`).join('')
  console.log(`${p95 < barMs ? 'ok  ' : 'SLOW'} ${name.padEnd(34)}${figures}   up to ${String(count)} found`)
  return p95 < barMs
}

// Asked to stop, it leaves nothing running.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.stop().then(() => process.exit(1)))

const client = new pg.Client({
  connectionString: stack.databaseUrl('owner'),
  options: '-c search_path=app,public',
})
await client.connect()
try {
  await fill(client)
  const rows = await samples(client)
  console.log(`${' '.repeat(39)}  median       p95     worst`)
  const results = [
    await measure(
      'open',
      rows.map(() => ''),
    ),
  ]
  for (const column of sortable)
    for (const way of ['ASC', 'DESC'])
      results.push(
        await measure(
          `order by ${column} ${way}`,
          rows.map(() => `&orderBy=${column}_${way}`),
        ),
      )
  for (const [name, filter] of Object.entries(filters)) {
    const queries = rows.map((row, n) =>
      Object.entries(filter(row, n))
        .map(([key, value]) => `&filter[${key}]=${encodeURIComponent(value)}`)
        .join(''),
    )
    results.push(await measure(`filter ${name}`, queries))
  }
  console.log(
    `${String(results.filter(Boolean).length)} of ${String(results.length)} below ${String(barMs)} ms`,
  )
  process.exitCode = results.every(Boolean) ? 0 : 1
} finally {
  await client.end()
  await stack.stop()
}
