/**
 * Runs sqlmap (Debian's package) against every list of the contract, as a signed-in manager on the full
 * stack: `npm run sqlmap`, or against some of them: `npm run sqlmap -- /survey-list`. As a control, sqlmap
 * must first find the holes in a vulnerable server. Level 1 finds no hole inside LIKE or ORDER BY, hence
 * level 2.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { routes } from '../contract/src/routes.ts'
import { loadDemoSurvey } from './stack/demo-survey.ts'
import { signInDemoUser } from './stack/session.ts'
import { startStack } from './stack/stack.ts'

/** Every list with a value for each of its parameters; together they match an existing row. */
const targets: Readonly<Record<string, string>> = {
  '/auditLog':
    'filter[createdByEmail]=manager&filter[entityNames]=settings&filter[action][]=settings&filter[entityId]=settings&filter[timestampRange][]=2020-01-01T00:00:00Z&orderBy=timestamp_DESC&limit=5&offset=0',
  '/security-log':
    'filter[email]=manager&filter[sender]=a&filter[event][]=signIn&filter[result]=ok&filter[timestampRange][]=2020-01-01T00:00:00Z&orderBy=timestamp_DESC&limit=5&offset=0',
  '/read-log':
    'filter[user]=manager&filter[kind][]=record&filter[entity][]=user&filter[timestampRange][]=2020-01-01T00:00:00Z&orderBy=timestamp_DESC&limit=5&offset=0',
  '/data-protection/subjects': 'search=sqlmap',
  '/data-protection/erasures': 'filter[kind][]=person&orderBy=createdAt_DESC&limit=5&offset=0',
  '/iam/user':
    'filter[fullName]=maria&filter[email]=manager&filter[phoneNumber]=840&filter[roles]=manager&filter[status]=enabled&filter[createdAtRange][]=2020-01-01T00:00:00Z&orderBy=email_ASC&limit=5&offset=0',
  '/iam/role': 'filter[roles][]=manager&orderBy=role_ASC',
  '/iam/user/autocomplete': 'query=maria&limit=5',
  '/user-details':
    'filter[firstName]=joao&filter[lastName]=sitoe&filter[mobileNumber]=840&filter[managerName]=rosa&filter[gender]=male&filter[onboardingDateRange][]=2020-01-01&filter[createdAtRange][]=2020-01-01T00:00:00Z&orderBy=firstName_ASC&limit=5&offset=0',
  '/user-details/autocomplete': 'query=joao&limit=5',
  '/devices':
    'filter[search]=ana&filter[state][]=active&filter[phoneUse][]=none&orderBy=label_ASC&limit=5&offset=0',
  '/devices/people': 'filter[search]=joao&filter[withoutDevice]=false&orderBy=name_ASC&limit=5&offset=0',
  '/intake':
    'filter[search]=ana&filter[state][]=conflict&filter[receivedAtRange][]=2020-01-01T00:00:00Z&orderBy=receivedAt_DESC&limit=5&offset=0',
  '/queries':
    'filter[mine]=opened&filter[search]=sqlmap&filter[state][]=open&orderBy=openedAt_DESC&limit=5&offset=0',
  '/survey-responses':
    'filter[search]=sqlmap&filter[displayId]=sqlmap-1&filter[investigatorName]=ana&filter[investigatorMobileNumber]=840&filter[supervisorName]=rui&filter[status][]=submitted&filter[districtName][]=boane&filter[village][]=chimoio&filter[villageType][]=rural&filter[villageCategory][]=farming&filter[householdName]=sitoe&filter[surveyDateRange][]=2020-01-01&filter[startTimeRange][]=2020-01-01T00:00:00Z&filter[endTimeRange][]=2020-01-01T00:00:00Z&filter[createdAtRange][]=2020-01-01T00:00:00Z&filter[area]=0/0/0&orderBy=startTime_DESC&limit=5&offset=0',
  '/review/queue':
    'filter[investigatorName]=ana&filter[districtName][]=boane&filter[assigned]=nobody&orderBy=score_DESC&limit=5&offset=0',
  '/survey-responses/autocomplete': 'query=sqlmap&limit=5',
  '/survey-responses/facets':
    'facet=village&query=chi&filter[search]=sqlmap&filter[districtName][]=boane&limit=5',
  '/survey-list':
    'filter[label]=household&filter[formId]=household&filter[status][]=open&orderBy=label_ASC&limit=5&offset=0',
}

const requestedPaths = process.argv.slice(2)
const unknown = requestedPaths.filter((path) => !(path in targets))
if (unknown.length > 0) throw new Error(`unknown list: ${unknown.join(', ')}`)

const minutesPerList = 10
const startedAt = Date.now()

type Verdict = 'injectable' | 'clean' | 'undecided'

const runSqlmap = (args: string[]): Promise<{ verdict: Verdict; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const timer = setTimeout(() => child.kill('SIGKILL'), minutesPerList * 60_000)
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(timer)
      const foundPattern =
        /identified the following injection point|is vulnerable|appears to be .* injectable/i
      const cleanPattern = /all tested parameters do not appear to be injectable/i
      resolve({
        verdict: foundPattern.test(output) ? 'injectable' : cleanPattern.test(output) ? 'clean' : 'undecided',
        output,
      })
    })
  })

const listen = async (handler: RequestListener) => {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}`, close: () => server.close() }
}

const startSession = async (directory: string) => {
  const publicUrl = 'http://127.0.0.1:1'
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    throwaway: true,
    publicUrl,
    onLine: (from, line) => console.error(`${from.padEnd(8)} ${line}`),
  })
  const { bearer } = await signInDemoUser({ ...stack, publicUrl }, 'manager@example.org')
  const call = async (path: string, init: RequestInit = {}) =>
    fetch(`${stack.apiUrl}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', authorization: await bearer() },
    })
  return { stack, bearer, call }
}

/** Three injectable queries for the control; like our lists, they do not return database errors. */
const vulnerableQueries: Readonly<Record<string, (input: string) => string>> = {
  equals: (input) => `select id, email from users where email = '${input}'`,
  contains: (input) => `select id, email from users where email like '%${input}%'`,
  order: (input) => `select id, email from users order by ${input} limit 5`,
}
const controls = { equals: 'manager@example.org', contains: 'example', order: 'email' }

const vulnerableHandler =
  (pool: pg.Pool): RequestListener =>
  (request, response) => {
    const [[hole, input] = ['', '']] = new URL(request.url ?? '/', 'http://loopback').searchParams
    pool
      .query(vulnerableQueries[hole]?.(input) ?? '')
      .then(({ rows }) => response.end(JSON.stringify({ rows })))
      .catch(() => response.writeHead(500).end(JSON.stringify({ code: 'errors.defaultErrorMessage' })))
  }

type Session = Awaited<ReturnType<typeof startSession>>
type Scan = (url: string) => ReturnType<typeof runSqlmap>

const findHoles = async (scan: Scan, url: string): Promise<void> => {
  for (const [hole, input] of Object.entries(controls)) {
    const { verdict, output } = await scan(`${url}/?${hole}=${input}`)
    console.log(`${verdict === 'injectable' ? 'ok  ' : 'FAIL'} control, ${hole}: ${verdict}`)
    if (verdict !== 'injectable') throw new Error(`sqlmap did not find the hole\n${output}`)
  }
}

/** Creates a record for every target to match. */
const createRecords = async ({ call, stack }: Session): Promise<void> => {
  await loadDemoSurvey(stack.apiEnv)
  const send = (method: string, path: string, body: object) =>
    call(`/api${path}`, { method, body: JSON.stringify(body) })
  await send('PUT', '/settings', { settings: { theme: 'red' } })
  await send('PUT', '/auth/profile', { profile: { firstName: 'Maria', phoneNumber: '840' } })
  const names = { firstName: 'João', lastName: 'Sitoe', mobileNumber: '840', managerName: 'Rosa' }
  const data = { ...names, gender: 'male', onboardingDate: '2026-01-01' }
  await send('POST', '/user-details', { data })
  await send('POST', '/devices', { data: { label: 'Phone of Ana' } })
  const other = await send('POST', '/user-details', { data: { ...data, firstName: 'Zita' } })
  const { id: userDetailsId } = (await other.json()) as { id: string } // as in the contract
  const subject = { kind: 'person', userId: null, userDetailsId }
  await send('POST', '/data-protection/erasures', { subject, reason: 'Request' })
  const surveys = (await (await call('/api/survey-list?limit=1')).json()) as { rows: { id: string }[] } // as in the contract
  const people = {
    investigatorName: 'Ana Sitoe',
    investigatorMobileNumber: '840',
    supervisorName: 'Rui Macamo',
  }
  const places = {
    districtName: 'Boane',
    village: 'Chimoio',
    villageType: 'Rural',
    villageCategory: 'Farming',
  }
  const times = { startTime: '2026-01-01T08:00:00Z', endTime: '2026-01-01T09:00:00Z', status: 'inProgress' }
  const response = { surveyId: surveys.rows[0]?.id, displayId: 'sqlmap-1', householdName: 'Sitoe' }
  const created = await send('POST', '/survey-responses', {
    data: { ...response, ...people, ...places, ...times },
  })
  const { id: responseId } = (await created.json()) as { id: string } // as in the contract
  await send('POST', `/survey-responses/${responseId}/queries`, { question: 'village', text: 'Which one?' })
  // Submits it without the answers that the demo survey requires.
  const database = new pg.Pool({ connectionString: stack.apiEnv['DATABASE_URL'] })
  await database.query("update survey_responses set status = 'submitted' where display_id = 'sqlmap-1'")
  await database.end()
  const users = (await (await call('/api/iam/user?limit=1')).json()) as { rows: { id: string }[] } // as in the contract
  await call(`/api/iam/${users.rows[0]?.id ?? ''}`)
  // The read log stores reads every second, and the worker adds the response to the review queue.
  await sleep(2_000)
}

interface Row {
  id: string
  recordId?: string
}

/** Lists without a filter by id. */
const withoutId = [
  '/auditLog',
  '/data-protection/erasures',
  '/devices',
  '/devices/people',
  '/intake',
  '/queries',
  '/security-log',
  '/read-log',
  '/review/queue',
  '/survey-list',
]

/**
 * Returns the complete query of a list. Throws if it matches no row or is refused, because that would hide a
 * hole.
 */
const buildQuery = async ({ call }: Session, path: string, parameters: string): Promise<string> => {
  const answer = await call(`/api${path}?${parameters}`)
  const body = (await answer.json()) as { rows?: Row[]; responses?: Row[] } | Row[] // as in the contract
  const rows = Array.isArray(body) ? body : (body.rows ?? body.responses ?? [])
  if (!answer.ok || rows.length === 0)
    throw new Error(`${path} returned ${String(answer.status)}: ${JSON.stringify(body)}`)
  const hasId = parameters.includes('filter') && !withoutId.includes(path) && rows[0]?.id !== undefined
  const query = hasId ? `${parameters}&filter[id]=${rows[0]?.id ?? ''}` : parameters
  const recordId = rows[0]?.recordId
  return recordId === undefined ? query : `${query}&filter[recordId]=${recordId}`
}

const scanLists = async (scan: Scan, session: Session): Promise<boolean> => {
  let requests = 0
  const proxy = await listen((request, response) => {
    requests += 1
    session
      .bearer()
      .then(async (authorization) => {
        const answer = await fetch(`${session.stack.apiUrl}${request.url ?? '/'}`, {
          headers: { authorization },
        })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
      .catch(() => response.writeHead(502).end())
  })
  let isClean = true
  for (const [path, parameters] of Object.entries(targets)) {
    if (requestedPaths.length > 0 && !requestedPaths.includes(path)) continue
    const query = await buildQuery(session, path, parameters)
    requests = 0
    const { verdict, output } = await scan(`${proxy.url}/api${path}?${query}`)
    console.log(
      `${verdict === 'clean' ? 'ok  ' : 'FAIL'} ${path}: ${verdict} after ${String(requests)} requests`,
    )
    if (verdict !== 'clean') console.error(output)
    isClean &&= verdict === 'clean'
  }
  proxy.close()
  return isClean
}

const run = async (directory: string): Promise<boolean> => {
  // Path parameters are ids; the schema accepts nothing else.
  const lists = routes.filter(
    ({ method, path, query }) => method === 'GET' && query !== undefined && !path.includes(':'),
  )
  const missing = lists.map(({ path }) => path).filter((path) => !(path in targets))
  if (missing.length > 0) throw new Error(`lists without a target: ${missing.join(', ')}`)
  const flags =
    '--batch --flush-session --fresh-queries --level=2 --risk=1 --technique=BEU --dbms=PostgreSQL ' +
    '--threads=2 --timeout=20 --retries=1 --skip-waf --disable-coloring'
  const scan: Scan = (url) =>
    runSqlmap(['-u', url, ...flags.split(' '), '--output-dir', join(directory, 'sqlmap')])
  const session = await startSession(directory)
  const pool = new pg.Pool({ connectionString: session.stack.databaseUrl('app'), max: 4 })
  pool.on('error', () => {})
  const control = await listen(vulnerableHandler(pool))
  try {
    await findHoles(scan, control.url)
    await createRecords(session)
    return await scanLists(scan, session)
  } finally {
    control.close()
    await pool.end()
    await session.stack.stop()
  }
}

const directory = await mkdtemp(join(tmpdir(), 'baseline-sqlmap-'))
try {
  const version = await runSqlmap(['--version']).catch(() => undefined)
  if (version) {
    process.exitCode = (await run(directory)) ? 0 : 1
    console.log(
      `sqlmap ${version.output.trim().split('\n')[0] ?? ''}, ${String(Math.round((Date.now() - startedAt) / 1000))} s`,
    )
  } else {
    console.error('sqlmap is not installed: apt-get install sqlmap')
    process.exitCode = 2
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}
