import { list } from '../api/src/features/survey-responses/list/list.ts'
import { createUserReader, loadActor } from '../api/src/platform/auth/actor.ts'
import { findFreePort, startProcess, waitUntilReady } from '../scripts/stack/processes.ts'
import { root } from '../scripts/stack/stack.ts'
import { readerOf } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { pathOf } from './queries.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'
import { inlineValues, pgbench, recordStatements } from './statements.ts'
import type { Statement } from './statements.ts'

const measureCallRate = async (
  call: () => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
) => {
  const deadline = Date.now() + seconds * 1000
  let callCount = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < deadline) {
        await call()
        callCount += 1
      }
    }),
  )
  return callCount / ((performance.now() - startedAt) / 1000)
}

/** Returns the statement of the api that loads the caller, with roles, memberships and team. */
const recordLookUp = async (bench: BenchStack): Promise<Statement[]> => {
  const email = 'manager@example.org'
  const { authentication_uid: uid } = await bench.db
    .selectFrom('users')
    .select('authentication_uid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const identity = {
    uid: uid ?? '',
    email,
    emailVerified: true,
    signedInAt: undefined,
    hasSecondFactor: false,
  }
  return recordStatements(bench, (db) =>
    loadActor({ db, readUser: createUserReader(db), secondFactorRoles: [] }, identity),
  )
}

/** Measures the calls per second of the default list. */
export const throughput = async (bench: BenchStack, report: Report, seconds: number): Promise<void> => {
  const part = 'Throughput of the list'
  const query = { limit: 10, offset: 0 }
  // The first call also reads the questionnaire.
  await list(readerOf(bench.db), query)
  const page = await recordStatements(bench, (db) => list(readerOf(db), query))
  const lookUp = await recordLookUp(bench)
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}/`
  const bareServer = startProcess(process.execPath, ['bench/bare-server.ts'], {
    cwd: root,
    env: {
      PORT: port,
      DATABASE_URL: bench.stack.apiEnv.DATABASE_URL,
      STATEMENTS: JSON.stringify([...lookUp, ...page]),
    },
    onLine: (line) => console.error(`bare     ${line}`),
  })
  await waitUntilReady(url, bareServer)
  const path = pathOf(query)
  const authorization = `Bearer ${await bench.bearer()}`
  const caller = (address: string) => async () => {
    const { status } = await send(address, { headers: { authorization } })
    if (status !== 200) throw new Error(`${address}: ${String(status)}`)
  }
  const [callApi, callBare] = [caller(`${bench.stack.apiUrl}/api${path}`), caller(url)]
  const load = { clients: 10, seconds }
  // Warms up the JIT compiler.
  await measureCallRate(callApi, { ...load, seconds: 2 * seconds })
  await measureCallRate(callBare, { ...load, seconds })
  // Alternates between the two, so that a busy moment of the machine affects both.
  const rates = { api: 0, bare: 0 }
  for (let turn = 0; turn < 3; turn += 1) {
    rates.api = Math.max(rates.api, await measureCallRate(callApi, load))
    rates.bare = Math.max(rates.bare, await measureCallRate(callBare, load))
  }
  await bareServer.stop()
  report.add({
    part,
    what: 'calls to the api, concurrency 10',
    value: rates.api,
    unit: 'calls/s',
    bare: rates.bare,
    row: 'throughput.api',
  })
  const ratio = rates.api / rates.bare
  report.add({
    part,
    what: 'against the bare server',
    value: ratio,
    unit: 'ratio',
    least: 0.8,
    row: 'throughput.api.ratio',
  })

  // The same rows in one unpartitioned table, with the index of the page and without the answers, which no
  // list reads.
  await bench.owner.query(`drop table if exists flat`)
  await bench.owner.query(
    `create table flat (like survey_responses including all excluding constraints excluding indexes)`,
  )
  await bench.owner.query(`alter table flat alter "values" drop not null`)
  const { rows: columns } = await bench.owner.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) list from pg_attribute
     where attrelid = 'survey_responses'::regclass and attnum > 0 and attgenerated = '' and attname <> 'values'`,
  )
  const columnList = columns[0]?.list ?? ''
  await bench.owner.query(`insert into flat (${columnList}) select ${columnList} from survey_responses`)
  await bench.owner.query('create index on flat (start_time nulls first, id)')
  await bench.owner.query('create index on flat (id)')
  await bench.owner.query('vacuum (analyze) flat')
  await bench.owner.query('grant select on flat to baseline_app')
  const script = (table: string) =>
    `${page.map(inlineValues).join(';\n').replaceAll('"survey_responses"', `"${table}"`)};\n`
  const rowRates = { partitioned: 0, flat: 0 }
  for (let turn = 0; turn < 3; turn += 1) {
    const options = { clients: 10, seconds, prepared: true }
    rowRates.partitioned = Math.max(
      rowRates.partitioned,
      await pgbench(bench, [script('survey_responses')], options),
    )
    rowRates.flat = Math.max(rowRates.flat, await pgbench(bench, [script('flat')], options))
  }
  await bench.owner.query('drop table flat')
  report.add({
    part,
    what: 'statements by pgbench, partitioned',
    value: rowRates.partitioned,
    unit: 'statements/s',
    bare: rowRates.flat,
    row: 'throughput.rows',
  })
  const share = rowRates.partitioned / rowRates.flat
  const what = 'against the same rows in one table'
  report.add({ part, what, value: share, unit: 'ratio', least: 0.6, row: 'throughput.rows.ratio' })
}
