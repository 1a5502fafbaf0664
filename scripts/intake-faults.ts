/**
 * Kills the api and the database while responses are written in batches:
 *   npm run intake-faults [-- --small]
 * Clients repeat each call with its key until it is answered. Then compares the acknowledged responses with the
 * database: each is stored once, with its audit entry, Survey Id and key, and the counts are right. Exits with 1 if
 * something is lost or doubled.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import pg from 'pg'

import { send } from '../bench/send.ts'
import { createInterviews } from './seed/interviews.ts'
import { createDemoUser } from './stack/demo-accounts.ts'
import { loadDemoSurvey } from './stack/demo-survey.ts'
import { signInDemoUser } from './stack/session.ts'
import type { Session } from './stack/session.ts'
import { startStack } from './stack/stack.ts'

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } })
const kills = values.small ? 4 : 30
const [clients, peopleCount] = [100, 10]
const publicUrl = 'http://127.0.0.1:1'

const directory = await mkdtemp(join(tmpdir(), 'baseline-faults-'))
const stack = await startStack({
  directory: join(directory, 'postgres'),
  publicUrl,
  // The services report the faults.
  onLine: () => {},
})
await loadDemoSurvey(stack.apiEnv)
const target = {
  identityUrl: stack.identityUrl,
  serviceToken: stack.apiEnv.SERVICE_TOKEN,
  databaseUrl: stack.apiEnv.DATABASE_URL,
}
const people: Session[] = []
for (let n = 0; n < peopleCount; n += 1) {
  const email = `person-${String(n)}@example.org`
  const name = { firstName: 'Ana', lastName: String(n) }
  await createDemoUser(target, { email, ...name, role: 'manager', emailVerified: true })
  people.push(await signInDemoUser({ ...stack, publicUrl }, email))
}

/** Runs a query as the owner of the database, on a separate connection, because a fault ends all connections. */
const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
  const client = new pg.Client({
    connectionString: stack.databaseUrl('owner'),
    options: '-c search_path=app,public',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}
const [survey] = await query<{ id: string }>(`select id from surveys where form_id = 'household_baseline'`)
const next = createInterviews(survey?.id ?? '')
const [start] = await query<{ count: number }>('select count(*)::int count from survey_responses')

const stopping = new AbortController()
const statuses = new Map<string, number>()
const acknowledged: { key: string; id: string }[] = []
/** The time at which the latest of the acknowledged calls was sent. */
const latest = { sentAt: 0 }

/** Sends a call until it is answered with a response. */
const addResponse = async (session: Session): Promise<void> => {
  const key = randomUUID()
  const body = JSON.stringify({ data: next() })
  for (;;) {
    const authorization = await session.bearer()
    const sentAt = performance.now()
    const answer = await send(`${stack.apiUrl}/api/survey-responses`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body,
    }).catch(() => undefined)
    const status = String(answer?.status ?? 'no answer')
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (answer?.status === 200) {
      const { id } = JSON.parse(answer.text) as { id: string } // the contract of the route
      acknowledged.push({ key, id })
      latest.sentAt = Math.max(latest.sentAt, sentAt)
      return
    }
    if (answer && answer.status < 429) throw new Error(`a call was refused: ${answer.text}`)
    await sleep(100)
  }
}
const work = Promise.all(
  Array.from({ length: clients }, async (_, n) => {
    const session = people[n % peopleCount]
    if (!session) throw new Error('no user is signed in')
    while (!stopping.signal.aborted) await addResponse(session)
  }),
)

/** Kills a process of the database that writes responses. PostgreSQL then ends all connections and recovers. */
const killDatabase = async (): Promise<boolean> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const [backend] = await query<{ pid: number }>(
      `select pid from pg_locks where relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' limit 1`,
    )
    if (backend) {
      process.kill(backend.pid, 'SIGKILL')
      return true
    }
    await sleep(5)
  }
  return false
}

const killed = { api: 0, database: 0 }
for (let kill = 0; kill < kills; kill += 1) {
  await sleep(1_000 + Math.random() * 500)
  if (kill % 2 === 0) {
    await stack.killApi()
    killed.api += 1
  } else if (await killDatabase()) killed.database += 1
  // Each fault must interrupt work: the next one waits until a call that was sent after this one is acknowledged.
  const killedAt = performance.now()
  while (latest.sentAt <= killedAt) await sleep(50)
}
stopping.abort()
await work

const [stored] = await query<Record<'responses' | 'keys' | 'audited' | 'displayIds' | 'counted', number>>(`
  select (select count(*)::int from survey_responses) responses,
    (select count(*)::int from idempotency_keys) keys,
    (select count(*)::int from audit_log where entity_name = 'surveyResponse' and action = 'create') audited,
    (select count(*)::int from display_ids) "displayIds",
    (select coalesce(sum(n), 0)::int from response_counts_live where dimension = 'all') counted`)
const ids = new Set((await query<{ id: string }>('select id from survey_responses')).map(({ id }) => id))
const lost = acknowledged.filter(({ id }) => !ids.has(id)).length
const distinct = new Set(acknowledged.map(({ id }) => id)).size
const existing = start?.count ?? 0
await stack.stop()
await rm(directory, { recursive: true, force: true })

const expected = { responses: acknowledged.length + existing, distinct: acknowledged.length, lost: 0 }
const found = { ...stored, distinct, lost }
console.log(
  `killed: api ${String(killed.api)} times, database ${String(killed.database)} times; answers: ${JSON.stringify(Object.fromEntries(statuses))}`,
)
console.log(`acknowledged ${String(acknowledged.length)}; found ${JSON.stringify(found)}`)
const isRight =
  killed.api + killed.database === kills &&
  found.distinct === expected.distinct &&
  found.lost === 0 &&
  (['responses', 'audited', 'displayIds', 'counted'] as const).every(
    (name) => found[name] === expected.responses,
  ) &&
  found.keys === acknowledged.length
console.log(isRight ? 'nothing lost, nothing doubled' : 'FAILED: the figures differ')
process.exit(isRight ? 0 : 1)
