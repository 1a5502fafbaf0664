import { countMatches } from '../api/src/features/survey-responses/counts/count.ts'
import { resolveFilter } from '../api/src/features/survey-responses/list/filter.ts'
import { list } from '../api/src/features/survey-responses/list/list.ts'
import { narrowestRange } from '../api/src/features/survey-responses/list/time-bounds.ts'
import type { Scope } from '../api/src/platform/auth/scope.ts'
import { readerOf } from './bench-stack.ts'
import type { BenchStack } from './bench-stack.ts'
import { combinations, orders, samplesOf, singleFilters } from './queries.ts'
import type { ListQuery, Sample } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'

/** The kinds of scope that a manager can assign, with values of this database. */
const scopesOf = async (
  { owner }: BenchStack,
  [sample]: readonly Sample[],
): Promise<Record<string, Scope>> => {
  const districts = await owner.query<{ name: string }>(
    `select value name from response_counts where dimension = 'district' group by 1 order by sum(n) desc limit 2`,
  )
  const team = await owner.query<{ staff: string[] }>(
    'select team_of(supervisor_id) staff from survey_responses where id = $1',
    [sample?.id],
  )
  // The generated staff has no managers, so larger teams are composed here.
  const teamWithEnumerators = await owner.query<{ id: string }>(
    `select distinct unnest(array[investigator_id, supervisor_id]) id from survey_responses
     where supervisor_id = (select supervisor_id from survey_responses where id = $1)`,
    [sample?.id],
  )
  const largeTeam = await owner.query<{ id: string }>(
    `select id from user_details where id in (select investigator_id from survey_responses) order by id limit 500`,
  )
  return {
    'one survey': [{ surveys: [sample?.survey_id ?? ''] }],
    'two districts': [{ districts: districts.rows.map(({ name }) => name) }],
    'own team': [{ staff: team.rows[0]?.staff ?? [] }],
    'own team with its enumerators': [{ staff: teamWithEnumerators.rows.map(({ id }) => id) }],
    'own team of 500': [{ staff: largeTeam.rows.map(({ id }) => id) }],
  }
}

/**
 * Measures first pages and their counts with each kind of scope, and compares them with all responses. Each
 * query runs with both scopes in turn, so that a busy moment of the machine affects both.
 */
export const scope = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  const filters = Object.values({ ...singleFilters, ...combinations }).flatMap((filterOf) =>
    samples.map((row, n) => filterOf(row, n)),
  )
  const queries: ListQuery[] = [
    ...orders.flatMap((orderBy) => samples.map(() => ({ orderBy }))),
    ...filters.map((filter) => ({ filter })),
  ]
  for (const [name, limited] of Object.entries(await scopesOf(bench, samples))) {
    const readers = [readerOf(bench.db), { ...readerOf(bench.db), scope: limited }] as const
    const durations = { lists: [[], []] as number[][], counts: [[], []] as number[][] }
    const measure = async (into: number[] | undefined, run: () => Promise<unknown>) => {
      const startedAt = performance.now()
      await run()
      into?.push(performance.now() - startedAt)
    }
    for (const query of queries)
      for (const [index, reader] of readers.entries())
        await measure(durations.lists[index], () => list(reader, { limit: 10, offset: 0, ...query }))
    for (const filter of [{}, ...filters])
      for (const [index, reader] of readers.entries()) {
        const rows = await resolveFilter(reader, filter)
        await measure(durations.counts[index], () =>
          countMatches(bench.db, rows, filter, narrowestRange(filter)?.column),
        )
      }
    for (const [what, [all = [], scoped = []]] of Object.entries(durations)) {
      const p95 = { all: percentile(all, 0.95), scoped: percentile(scoped, 0.95) }
      report.add({
        part: 'Scope, p95 compared with all responses',
        what: `${what}, ${name}`,
        value: p95.scoped / p95.all,
        unit: 'ratio',
        most: 1.3,
        note: `${p95.scoped.toFixed(1)} and ${p95.all.toFixed(1)} ms, medians ${percentile(scoped, 0.5).toFixed(1)} and ${percentile(all, 0.5).toFixed(1)}`,
        row: `scope.${what}`,
      })
    }
  }
}
