import { join } from 'node:path'

import pg from 'pg'

import { connect } from '../api/src/platform/database/database.ts'
import type { Db } from '../api/src/platform/database/database.ts'
import { loadResponses } from '../scripts/seed/load.ts'
import { loadDemoSurvey } from '../scripts/stack/demo-survey.ts'
import { fetchDemoToken } from '../scripts/stack/demo-token.ts'
import { startStack } from '../scripts/stack/stack.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'

const publicUrl = 'http://127.0.0.1:1'

interface Answer {
  id?: string
  count?: number
  countIsEstimate?: true
  rows?: { id: string }[]
  counts?: string
}

/** Starts the stack on a database with `rows` responses, and returns clients of the API and the database. */
export const openWorld = async ({ directory, rows }: { directory: string; rows: number }, report: Report) => {
  const stack = await startStack({
    directory: join(directory, 'postgres'),
    // A small database does not need the server settings.
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
  // Stops the stack on a signal; pending queries end with the database.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stack.stop().then(() => process.exit(1)))

  const { rows: totals } = await owner.query<{ there: number }>(
    `select coalesce(sum(n), 0)::int there from response_counts_live where dimension = 'all'`,
  )
  const missing = rows - (totals[0]?.there ?? 0)
  if (missing > 0) {
    await loadDemoSurvey(stack.apiEnv)
    const startedAt = Date.now()
    await loadResponses(stack.databaseUrl('owner'), {
      count: missing,
      days: 730,
      villages: Math.min(20_000, 200 + Math.ceil(missing / 500)),
      enumerators: Math.min(5_000, 60 + Math.ceil(missing / 2_000)),
      seed: 1,
    })
    const value = missing / ((Date.now() - startedAt) / 1000)
    report.add({
      part: 'Loading',
      what: 'responses by COPY, indexes and counts included',
      value,
      unit: 'rows/s',
      row: 'loading',
    })
  }

  // A promise, so that concurrent calls share one sign-in: a hundred of them would meet the limit of sign-ins.
  let token = { text: Promise.resolve(''), fetchedAt: 0 }
  const bearer = (): Promise<string> => {
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
    const body = JSON.parse(text) as Answer // the API contract guarantees this shape
    return { status, body, text, ms }
  }
  return { stack, db, streams, pool, owner, bearer, call, stop }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** A context with access to all responses, for direct calls of the api's functions. */
export const readerOf = (db: Db) => ({
  db,
  actor: { userId: '00000000-0000-7000-8000-000000000000', roles: ['manager' as const] },
  reportStrategy: () => undefined,
  scope: 'all' as const,
})
