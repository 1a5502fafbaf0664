import { list } from '../api/src/features/survey-responses/list.ts'
import { freePort, startProcess, untilReady } from '../scripts/stack/processes.ts'
import { root } from '../scripts/stack/stack.ts'
import { pathOf } from './queries.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'
import { inlined, pgbench, statementsOf } from './statements.ts'
import type { Statement } from './statements.ts'
import { readerOf } from './world.ts'
import type { World } from './world.ts'

const callsASecond = async (
  ask: () => Promise<unknown>,
  { clients, seconds }: { clients: number; seconds: number },
) => {
  const until = Date.now() + seconds * 1000
  let done = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        await ask()
        done += 1
      }
    }),
  )
  return done / ((performance.now() - began) / 1000)
}

/** Measures the calls per second of the default list. */
export const throughput = async (world: World, report: Report, seconds: number): Promise<void> => {
  const part = 'Throughput of the list'
  const query = { limit: 10, offset: 0 }
  // The first call also reads the questionnaire.
  await list(readerOf(world.db), query)
  const page = await statementsOf(world, (db) => list(readerOf(db), query))
  const lookUp: Statement = {
    text: `select /* often */ "users"."id", "users"."disabled", (select coalesce(json_agg(agg), '[]') from (select "role" from "user_roles" where "user_id" = "users"."id" order by "role") as agg) as "roles" from "users" where "authentication_uid" = $1`,
    values: ['nobody'],
  }
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}/`
  const bareServer = startProcess(process.execPath, ['bench/bare-server.ts'], {
    cwd: root,
    env: {
      PORT: port,
      DATABASE_URL: world.stack.apiEnv.DATABASE_URL,
      STATEMENTS: JSON.stringify([lookUp, ...page]),
    },
    onLine: (line) => console.error(`bare     ${line}`),
  })
  await untilReady(url, bareServer)
  const path = pathOf(query)
  const authorization = `Bearer ${await world.bearer()}`
  const ask = (address: string) => async () => {
    const { status } = await send(address, { headers: { authorization } })
    if (status !== 200) throw new Error(`${address}: ${String(status)}`)
  }
  const [ours, bare] = [ask(`${world.stack.apiUrl}/api${path}`), ask(url)]
  const load = { clients: 10, seconds }
  // Warms up the JIT compiler.
  await callsASecond(ours, { ...load, seconds: 2 * seconds })
  await callsASecond(bare, { ...load, seconds })
  // Alternates between the two, so that a busy moment of the machine affects both.
  const rates = { ours: 0, bare: 0 }
  for (let turn = 0; turn < 3; turn += 1) {
    rates.ours = Math.max(rates.ours, await callsASecond(ours, load))
    rates.bare = Math.max(rates.bare, await callsASecond(bare, load))
  }
  await bareServer.stop()
  report.tell({
    part,
    what: 'calls to the api, concurrency 10',
    value: rates.ours,
    unit: 'calls/s',
    bare: rates.bare,
  })
  const ratio = rates.ours / rates.bare
  report.tell({ part, what: 'against the bare server', value: ratio, unit: 'ratio', least: 0.8 })

  // The same rows in one unpartitioned table, with the index of the page and without the answers, which no
  // list reads.
  await world.owner.query(`drop table if exists flat`)
  await world.owner.query(
    `create table flat (like survey_responses including all excluding constraints excluding indexes)`,
  )
  await world.owner.query(`alter table flat alter "values" drop not null`)
  const { rows: columns } = await world.owner.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) list from pg_attribute
     where attrelid = 'survey_responses'::regclass and attnum > 0 and attgenerated = '' and attname <> 'values'`,
  )
  const named = columns[0]?.list ?? ''
  await world.owner.query(`insert into flat (${named}) select ${named} from survey_responses`)
  await world.owner.query('create index on flat (start_time nulls first, id)')
  await world.owner.query('create index on flat (id)')
  await world.owner.query('vacuum (analyze) flat')
  await world.owner.query('grant select on flat to baseline_app')
  const script = (table: string) =>
    `${page.map(inlined).join(';\n').replaceAll('"survey_responses"', `"${table}"`)};\n`
  const both = { partitioned: 0, flat: 0 }
  for (let turn = 0; turn < 3; turn += 1) {
    const options = { clients: 10, seconds, prepared: true }
    both.partitioned = Math.max(both.partitioned, await pgbench(world, [script('survey_responses')], options))
    both.flat = Math.max(both.flat, await pgbench(world, [script('flat')], options))
  }
  await world.owner.query('drop table flat')
  report.tell({
    part,
    what: 'statements by pgbench, partitioned',
    value: both.partitioned,
    unit: 'calls/s',
    bare: both.flat,
  })
  const share = both.partitioned / both.flat
  report.tell({ part, what: 'against the same rows in one table', value: share, unit: 'ratio', least: 0.6 })
}
