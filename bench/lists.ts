import { list } from '../api/src/features/survey-responses/list/list.ts'
import { readerOf } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { combinations, orders, pathOf, samplesOf, searches, singleFilters } from './queries.ts'
import type { ListQuery, Sample } from './queries.ts'
import { percentile } from './report.ts'
import type { Figure, Report } from './report.ts'
import { inlineValues, pgbench, recordStatements } from './statements.ts'

const measureQueries = async ({ call }: BenchStack, queries: readonly ListQuery[]): Promise<number[]> => {
  const durations: number[] = []
  for (const query of queries) {
    const { status, ms } = await call(pathOf(query))
    if (status !== 200) throw new Error(`${pathOf(query)}: ${String(status)}`)
    durations.push(ms)
  }
  return durations
}

/** Average time in ms of the database alone for the same queries, run one after the other. */
const measureBareMs = async (bench: BenchStack, queries: readonly ListQuery[]): Promise<number> => {
  const scripts: string[] = []
  for (const { limit = 10, offset = 0, ...query } of queries.slice(0, 5)) {
    const statements = await recordStatements(bench, (db) => list(readerOf(db), { limit, offset, ...query }))
    scripts.push(`${statements.map(inlineValues).join(';\n')};\n`)
  }
  // One second per query; only ten transactions in a smoke run, which has few queries.
  const duration = queries.length < 5 ? { transactions: 10 } : { seconds: 1 }
  return 1000 / (await pgbench(bench, scripts, { clients: 1, ...duration }))
}

export const measure = async (
  bench: BenchStack,
  report: Report,
  figure: Pick<Figure, 'part' | 'what' | 'most' | 'row'>,
  queries: readonly ListQuery[],
): Promise<number> => {
  await measureQueries(bench, queries.slice(0, 2))
  const durations = await measureQueries(bench, queries)
  const value = percentile(durations, 0.95)
  const note = `median ${percentile(durations, 0.5).toFixed(1)}, worst ${Math.max(...durations).toFixed(1)}`
  report.add({ ...figure, value, unit: 'ms', bare: await measureBareMs(bench, queries), note })
  return value
}

/** Measures the first page in every order and under every filter: p95 of `times` calls each. */
export const firstPages = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  const queriesFor = (query: (row: Sample, n: number) => ListQuery) => samples.map(query)
  const part = 'First page, p95'
  for (const orderBy of orders)
    await measure(
      bench,
      report,
      { part, what: `order by ${orderBy}`, most: 50, row: 'lists.orders' },
      queriesFor(() => ({ orderBy })),
    )
  for (const [name, filter] of Object.entries(singleFilters))
    await measure(
      bench,
      report,
      { part, what: `filter ${name}`, most: 50, row: 'lists.filters' },
      queriesFor((row, n) => ({ filter: filter(row, n) })),
    )
  for (const [name, filter] of Object.entries(combinations))
    await measure(
      bench,
      report,
      { part: 'First page of combinations, p95', what: name, most: 500, row: 'lists.combinations' },
      queriesFor((row, n) => ({ filter: filter(row, n) })),
    )
}

/** Measures each filter in each order, and reports the five slowest pairs. */
export const pairs = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  const results: { what: string; value: number; queries: ListQuery[] }[] = []
  for (const [name, filter] of Object.entries(singleFilters))
    for (const orderBy of orders) {
      const queries = samples.map((row, n) => ({ filter: filter(row, n), orderBy }))
      await measureQueries(bench, queries.slice(0, 1))
      const value = percentile(await measureQueries(bench, queries), 0.95)
      results.push({ what: `filter ${name}, order by ${orderBy}`, value, queries })
    }
  const part = 'First page of the other pairs of filter and order, p95'
  const slowest = results.toSorted((a, b) => b.value - a.value).slice(0, 5)
  for (const { what, value, queries } of slowest)
    report.add({
      part,
      what,
      value,
      unit: 'ms',
      most: 500,
      bare: await measureBareMs(bench, queries),
      row: 'lists.pairs',
      cases: results.length,
    })
  const note = `the slowest of ${String(results.length)} pairs are above`
  const all = results.map(({ value }) => value)
  report.add({ part, what: 'median of all pairs', value: percentile(all, 0.5), unit: 'ms', note })
}

export const farPages = async (bench: BenchStack, report: Report, rows: number): Promise<void> => {
  const part = 'Far pages, p95'
  const repeatQuery = (query: ListQuery) => Array.from({ length: 5 }, () => query)
  const pages = { 'page 1,000': 9_990, 'the middle': Math.floor(rows / 2), 'the last page': rows - 10 }
  const limits: Record<string, number> = { 'the middle': 2_000, 'the last page': 50 }
  for (const [what, offset] of Object.entries(pages)) {
    if (offset < 0 || offset >= rows) continue
    const most = limits[what]
    for (const orderBy of ['startTime_DESC', 'householdName_ASC'] as const)
      await measure(
        bench,
        report,
        {
          part,
          what: `${what}, order by ${orderBy}`,
          ...(most === undefined ? {} : { most }),
          row: `pages.${what}`,
        },
        repeatQuery({ offset, orderBy }),
      )
  }
}

export const texts = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  for (const [what, filter] of Object.entries(searches))
    await measure(
      bench,
      report,
      {
        part: 'Parts of texts, p95',
        what,
        most: what === '2 characters, none' ? 50 : 300,
        row: what.startsWith('2') ? `texts.${what}` : 'texts.3 or 6 characters',
      },
      samples.map((row, n) => ({ filter: filter(row, n) })),
    )
  const part = 'By id and by beginning, p95'
  const durations = { byId: [] as number[], autocomplete: [] as number[] }
  for (const row of samples) {
    durations.byId.push((await bench.call(`/survey-responses/${row.id}`)).ms)
    const query = encodeURIComponent(row.household_name.slice(0, 5))
    durations.autocomplete.push(
      (await bench.call(`/survey-responses/autocomplete?limit=10&query=${query}`)).ms,
    )
  }
  const byId = percentile(durations.byId.slice(2), 0.95)
  report.add({ part, what: 'by id', value: byId, unit: 'ms', most: 10, row: 'records.by id' })
  const value = percentile(durations.autocomplete, 0.95)
  report.add({ part, what: 'autocomplete', value, unit: 'ms', most: 300, row: 'records.suggestions' })
}
