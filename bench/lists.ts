import { list } from '../api/src/features/survey-responses/list.ts'
import { combinations, orders, pathOf, samplesOf, searches, singleFilters } from './queries.ts'
import type { ListQuery, Sample } from './queries.ts'
import { percentile } from './report.ts'
import type { Figure, Report } from './report.ts'
import { inlined, pgbench, statementsOf } from './statements.ts'
import { readerOf } from './world.ts'
import type { World } from './world.ts'

const timesOf = async ({ call }: World, queries: readonly ListQuery[]): Promise<number[]> => {
  const taken: number[] = []
  for (const query of queries) {
    const { status, ms } = await call(pathOf(query))
    if (status !== 200) throw new Error(`${pathOf(query)}: ${String(status)}`)
    taken.push(ms)
  }
  return taken
}

/** Average time in ms of the database alone for the same queries, run one after the other. */
const bareMs = async (world: World, queries: readonly ListQuery[]): Promise<number> => {
  const scripts: string[] = []
  for (const { limit = 10, offset = 0, ...query } of queries.slice(0, 5)) {
    const made = await statementsOf(world, (db) => list(readerOf(db), { limit, offset, ...query }))
    scripts.push(`${made.map(inlined).join(';\n')};\n`)
  }
  // One second per query; only ten transactions in a smoke run, which has few queries.
  const until = queries.length < 5 ? { transactions: 10 } : { seconds: 1 }
  return 1000 / (await pgbench(world, scripts, { clients: 1, ...until }))
}

const measure = async (
  world: World,
  report: Report,
  figure: Pick<Figure, 'part' | 'what' | 'most'>,
  queries: readonly ListQuery[],
): Promise<number> => {
  await timesOf(world, queries.slice(0, 2))
  const taken = await timesOf(world, queries)
  const value = percentile(taken, 0.95)
  const note = `median ${percentile(taken, 0.5).toFixed(1)}, worst ${Math.max(...taken).toFixed(1)}`
  report.tell({ ...figure, value, unit: 'ms', bare: await bareMs(world, queries), note })
  return value
}

/** Measures the first page in every order and under every filter: p95 of `times` calls each. */
export const firstPages = async (world: World, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(world, times)
  const asked = (query: (row: Sample, n: number) => ListQuery) => samples.map(query)
  const part = 'First page, p95'
  for (const orderBy of orders)
    await measure(
      world,
      report,
      { part, what: `order by ${orderBy}`, most: 50 },
      asked(() => ({ orderBy })),
    )
  for (const [name, filter] of Object.entries(singleFilters))
    await measure(
      world,
      report,
      { part, what: `filter ${name}`, most: 50 },
      asked((row, n) => ({ filter: filter(row, n) })),
    )
  for (const [name, filter] of Object.entries(combinations))
    await measure(
      world,
      report,
      { part: 'First page of combinations, p95', what: name, most: 500 },
      asked((row, n) => ({ filter: filter(row, n) })),
    )
}

/** Measures each filter in each order, and reports the five slowest pairs. */
export const pairs = async (world: World, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(world, times)
  const found: { what: string; value: number; queries: ListQuery[] }[] = []
  for (const [name, filter] of Object.entries(singleFilters))
    for (const orderBy of orders) {
      const queries = samples.map((row, n) => ({ filter: filter(row, n), orderBy }))
      await timesOf(world, queries.slice(0, 1))
      const value = percentile(await timesOf(world, queries), 0.95)
      found.push({ what: `filter ${name}, order by ${orderBy}`, value, queries })
    }
  const part = 'First page of the other pairs of filter and order, p95'
  const slowest = found.toSorted((a, b) => b.value - a.value).slice(0, 5)
  for (const { what, value, queries } of slowest)
    report.tell({ part, what, value, unit: 'ms', most: 500, bare: await bareMs(world, queries) })
  const note = `the slowest of ${String(found.length)} pairs are above`
  const all = found.map(({ value }) => value)
  report.tell({ part, what: 'median of all pairs', value: percentile(all, 0.5), unit: 'ms', note })
}

export const farPages = async (world: World, report: Report, rows: number): Promise<void> => {
  const part = 'Far pages, p95'
  const repeated = (query: ListQuery) => Array.from({ length: 5 }, () => query)
  const pages = { 'page 1,000': 9_990, 'the middle': Math.floor(rows / 2), 'the last page': rows - 10 }
  const bars: Record<string, number> = { 'the middle': 2_000, 'the last page': 50 }
  for (const [what, offset] of Object.entries(pages)) {
    if (offset < 0 || offset >= rows) continue
    const most = bars[what]
    for (const orderBy of ['startTime_DESC', 'householdName_ASC'] as const)
      await measure(
        world,
        report,
        { part, what: `${what}, order by ${orderBy}`, ...(most === undefined ? {} : { most }) },
        repeated({ offset, orderBy }),
      )
  }
}

export const texts = async (world: World, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(world, times)
  for (const [what, filter] of Object.entries(searches))
    await measure(
      world,
      report,
      { part: 'Parts of texts, p95', what, most: what === '2 characters, none' ? 50 : 300 },
      samples.map((row, n) => ({ filter: filter(row, n) })),
    )
  const part = 'By id and by beginning, p95'
  const taken = { byId: [] as number[], autocomplete: [] as number[] }
  for (const row of samples) {
    taken.byId.push((await world.call(`/survey-responses/${row.id}`)).ms)
    const query = encodeURIComponent(row.household_name.slice(0, 5))
    taken.autocomplete.push((await world.call(`/survey-responses/autocomplete?limit=10&query=${query}`)).ms)
  }
  report.tell({ part, what: 'by id', value: percentile(taken.byId.slice(2), 0.95), unit: 'ms', most: 10 })
  const value = percentile(taken.autocomplete, 0.95)
  report.tell({ part, what: 'autocomplete', value, unit: 'ms', most: 300 })
}
