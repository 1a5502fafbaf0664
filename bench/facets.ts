import { facetNames } from '../contract/src/survey-responses/contract.ts'
import type { FacetName } from '../contract/src/survey-responses/contract.ts'
import type { BenchStack } from './bench-stack.ts'
import { queryText, samplesOf, withinWeek } from './queries.ts'
import type { Sample } from './queries.ts'
import { percentile } from './report.ts'
import type { Report } from './report.ts'

type MakeQuery = (row: Sample, n: number) => object

const valueOf = {
  investigatorName: (row: Sample) => row.investigator_name,
  supervisorName: (row: Sample) => row.supervisor_name,
  districtName: (row: Sample) => row.district_name,
  village: (row: Sample) => row.village,
} as const

/** Filters that are set when a user opens a picker. */
const filters: Readonly<Record<string, MakeQuery>> = {
  'no filter': () => ({}),
  'a status': () => ({ status: ['submitted'] }),
  'a week of survey dates': (_row, n) => ({ surveyDateRange: withinWeek(n) }),
  'a search': (row) => ({ search: row.household_name }),
  'a supervisor, a week, a type': (row, n) => ({
    villageType: [row.village_type],
    supervisorName: [`"${row.supervisor_name}"`],
    surveyDateRange: withinWeek(n),
  }),
  'a household, many': (row) => ({ householdName: row.household_name.split(' ')[0] ?? '' }),
}

const queriesOf = (facet: FacetName): Readonly<Record<string, MakeQuery>> => ({
  ...Object.fromEntries(
    Object.entries(filters).map(([name, filter]): [string, MakeQuery] => [
      name,
      (row, n) => ({ filter: filter(row, n) }),
    ]),
  ),
  'three letters': (row) => ({ query: valueOf[facet](row).slice(1, 4).trim() }),
  'one letter': (row) => ({ query: valueOf[facet](row).slice(0, 1) }),
})

/** Measures one picker: response times, and how often it counted under the filter or under the survey. */
const measure = async ({ call }: BenchStack, facet: FacetName, queries: readonly object[]) => {
  const durations: number[] = []
  const countsByScope: Record<string, number> = {}
  for (const query of queries) {
    const path = `/survey-responses/facets?${queryText({ facet, limit: 20, ...query })}`
    const { status, ms, body } = await call(path)
    if (status !== 200) throw new Error(`${path}: ${String(status)}`)
    durations.push(ms)
    countsByScope[body.counts ?? ''] = (countsByScope[body.counts ?? ''] ?? 0) + 1
  }
  return { taken: durations, under: countsByScope }
}

/** Measures the values of all pickers: p95 of `times` calls each. */
export const facets = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  for (const facet of facetNames)
    for (const [name, makeQuery] of Object.entries(queriesOf(facet))) {
      const { taken: durations, under: countsByScope } = await measure(bench, facet, samples.map(makeQuery))
      const note = `median ${percentile(durations, 0.5).toFixed(1)}; counts of the ${Object.entries(
        countsByScope,
      )
        .map(([scope, calls]) => `${scope} ${String(calls)}`)
        .join(', ')}`
      const value = percentile(durations, 0.95)
      report.add({ part: 'Pickers, p95', what: `${facet}, ${name}`, value, unit: 'ms', most: 500, note })
    }
}
