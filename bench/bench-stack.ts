import { join } from 'node:path'

import pg from 'pg'

import { connect } from '../api/src/platform/database/database.ts'
import type { Db } from '../api/src/platform/database/database.ts'
import { loadResponses } from '../scripts/seed/load.ts'
import { loadDemoSurvey } from '../scripts/stack/demo-survey.ts'
import { fetchDemoToken } from '../scripts/stack/session.ts'
import { startStack } from '../scripts/stack/stack.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'

/** Nothing listens here: the URL is only the origin of sign-ins and the issuer of tokens. */
export const publicUrl = 'http://127.0.0.1:1'

/** Fields that the benchmarks read; each call returns some of them. */
interface Answer {
  id?: string
  count?: number
  countIsEstimate?: true
  rows?: { id: string }[]
  counts?: string
}

/**
 * Starts the product on a database with at least `rows` responses; adds the missing ones. Returns clients of
 * the API and the database.
 */
export const startBenchStack = async (
  { directory, rows }: { directory: string; rows: number },
  report: Report,
) => {
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    // The settings of ops/postgresql.conf are for a large database.
    withServerSettings: rows > 100_000,
    publicUrl,
    onLine: (from, line) => console.error(`${from.padEnd(8)} ${line}`),
  })
  // Connects as the api does, so that direct queries run under the same settings.
  const { db, streams, pool, close } = connect(
    { databaseUrl: stack.apiEnv.DATABASE_URL, databasePoolSize: 16 },
    () => {},
  )
  const owner = new pg.Client({
    connectionString: stack.databaseUrl('owner'),
    options: '-c search_path=app,public -c statement_timeout=0',
  })
  await owner.connect()
  const stop = async () => {
    await owner.end()
    await close()
    await stack.stop()
  }
  // Does not wait for running queries: stopping the database ends them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stack.stop().then(() => process.exit(1)))

  const { rows: totals } = await owner.query<{ existing: number }>(
    `select coalesce(sum(n), 0)::int existing from response_counts_live where dimension = 'all'`,
  )
  const missing = rows - (totals[0]?.existing ?? 0)
  if (missing > 0) {
    await loadDemoSurvey(stack.apiEnv)
    // The worker would check the loaded responses for hours, beside the measurements.
    await stack.worker().stop()
    const startedAt = Date.now()
    await loadResponses(stack.databaseUrl('owner'), {
      count: missing,
      days: 730,
      villages: Math.min(20_000, 200 + Math.ceil(missing / 500)),
      enumerators: Math.min(5_000, 60 + Math.ceil(missing / 2_000)),
      seed: 1,
    })
    const value = missing / ((Date.now() - startedAt) / 1000)
    await owner.query('truncate check_queue')
    await stack.startWorker()
    report.add({
      part: 'Loading',
      what: 'responses loaded with COPY, including indexes and counts',
      value,
      unit: 'rows/s',
      row: 'loading',
    })
  }

  // Stores the promise, so that concurrent calls share one sign-in. One sign-in per call would exceed the rate
  // limit.
  let token = { text: Promise.resolve(''), fetchedAt: 0 }
  const bearer = (): Promise<string> => {
    // A token is valid for five minutes.
    if (Date.now() - token.fetchedAt > 120_000)
      token = {
        text: fetchDemoToken({ ...stack, publicUrl }, 'manager@example.org'),
        fetchedAt: Date.now(),
      }
    return token.text
  }
  const call = async (path: string, init: { method?: string; body?: string | object; key?: string } = {}) => {
    const headers = {
      authorization: `Bearer ${await bearer()}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(init.key === undefined ? {} : { 'idempotency-key': init.key }),
    }
    const startedAt = performance.now()
    const { status, text } = await send(`${stack.apiUrl}/api${path}`, {
      method: init.method ?? 'GET',
      headers,
      ...(init.body === undefined
        ? {}
        : { body: typeof init.body === 'string' ? init.body : JSON.stringify(init.body) }),
    })
    const ms = performance.now() - startedAt
    const body = JSON.parse(text) as Answer // all fields are optional, and the contract defines their types
    return { status, body, text, ms }
  }
  return { stack, db, streams, pool, owner, bearer, call, stop }
}
export type BenchStack = Awaited<ReturnType<typeof startBenchStack>>

/** A context with access to all responses, to call functions of the api directly. */
export const readerOf = (db: Db) => ({
  db,
  actor: { userId: '00000000-0000-7000-8000-000000000000', roles: ['manager' as const] },
  reportStrategy: () => undefined,
  scope: 'all' as const,
})
