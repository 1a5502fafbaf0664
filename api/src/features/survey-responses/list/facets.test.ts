import { getFacet, listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { FacetName } from '@baseline/contract/survey-responses/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { foldCounts } from '../counts/counts-job.ts'

/** More than the counting limit, so that some filters match too many responses to read. */
const size = limits.countedRows * 1.5
let world: World
let surveys: string[]
beforeAll(async () => {
  world = await openWorld()
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db, { label: 'Other' })]
  for (let from = 1; from <= size; from += 5_000) await put(from, from + 4_999)
  // The first rows are in the rollups, the last 50 are pending deltas.
  await foldCounts(world.db)
  await put(size + 1, size + 50)
  await world.services.pool.query('analyze survey_responses')
}, 60_000)
afterAll(() => world.close())

const put = (from: number, to: number) =>
  world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, survey_date, start_time,
       investigator_name, supervisor_name, district_name, village, village_type, household_name, created_at)
     select ($1::uuid[])[case when n % 10 = 0 then 2 else 1 end], 1, 'Baseline', 'F-' || n, ($2::text[])[n % 8 + 1],
       date '2026-01-01' + n % 200, timestamptz '2026-01-01' + n * interval '10 minutes',
       (array['João', 'Ângela', 'Zeca'])[n % 3 + 1] || ' ' || (array['Sitoe', 'Macamo', 'Tembe', 'Cossa'])[n % 4 + 1]
         || case when n % 50 = 0 then ' Júnior' else '' end,
       'Chefe ' || n % 7, (array['Manhiça', 'Marracuene', 'Moamba', 'Boane'])[n % 4 + 1],
       nullif('Vila ' || n % 60, 'Vila 59'), (array['Rural', 'Urban'])[n % 2 + 1], 'Household ' || n % 500, now()
     from generate_series($3::int, $4::int) n`,
    [surveys, responseStatuses, from, to],
  )

const columns: Record<FacetName, string> = {
  investigatorName: 'investigator_name',
  supervisorName: 'supervisor_name',
  districtName: 'district_name',
  village: 'village',
}
const facets = Object.keys(columns) as FacetName[]

const ask = async (query: object) => {
  const { body, status } = await world.as('supervisor')(getFacet, { query: query as never })
  expect(status).toBe(200)
  return body
}

/** Counts in the responses. Includes values of the chosen surveys with a count of 0. */
const recounted = async (facet: FacetName, where: string, offered = 'true') => {
  const { rows } = await world.services.pool.query<{ value: string; count: number }>(
    `select ${columns[facet]} as value, (count(*) filter (where ${where}))::int count from survey_responses
     where ${columns[facet]} is not null and ${offered} group by 1 order by 2 desc, ${columns[facet]} collate "C"`,
  )
  return rows
}

const byValue = (values: readonly { value: string; count: number }[]) =>
  values.toSorted((a, b) => (a.value < b.value ? -1 : 1))

describe.each(facets)('values of %s', (facet) => {
  test.for<[string, object, string, string?]>([
    ['no filter', {}, 'true'],
    ['a status', { status: ['verified', 'onHold'] }, "status in ('verified', 'onHold')"],
    [
      'a survey',
      { surveyId: 1 },
      "survey_label = 'Baseline' and (substr(display_id, 3)::int % 10 = 0)",
      'substr(display_id, 3)::int % 10 = 0',
    ],
    [
      'a week of dates',
      { surveyDateRange: ['2026-02-01', '2026-02-07'] },
      "survey_date between '2026-02-01' and '2026-02-07'",
    ],
    [
      'a week of dates and a status',
      { surveyDateRange: ['2026-02-01', '2026-02-07'], status: 'approved' },
      "survey_date between '2026-02-01' and '2026-02-07' and status = 'approved'",
    ],
    ['a part of a name', { search: 'Zeca Sitoe J' }, "investigator_name = 'Zeca Sitoe Júnior'"],
    [
      'a type of village',
      { villageType: ['rural'], status: ['submitted'] },
      "village_type = 'Rural' and status = 'submitted'",
    ],
  ])('are counted under %s', async ([, filter, where, offered]) => {
    const surveyFilter = 'surveyId' in filter ? { surveyId: [surveys[1]] } : filter
    const { values, counts, hasMore } = await ask({ facet, filter: surveyFilter, limit: 100 })
    expect(counts).toBe('filter')
    expect(hasMore).toBe(false)
    expect(byValue(values)).toEqual(byValue(await recounted(facet, where, offered)))
    expect(values.map(({ count }) => count)).toEqual(
      values.map(({ count }) => count).toSorted((a, b) => b - a),
    )
  })

  test('ignore their own filter', async () => {
    const own = facet.endsWith('Name') && facet !== 'districtName' ? '"Nobody"' : 'Nowhere'
    const { values } = await ask({ facet, filter: { [facet]: [own] }, limit: 100 })
    expect(byValue(values)).toEqual(byValue(await recounted(facet, 'true')))
  })
})

test('counts by survey and status only, and reports it, if a filter matches too many responses', async () => {
  const filter = { householdName: 'household', status: ['submitted'] }
  const bothFilters = await ask({ facet: 'supervisorName', filter, limit: 100 })
  expect(bothFilters.counts).toBe('filter')
  const { householdName } = filter
  const all = await ask({ facet: 'supervisorName', filter: { householdName }, limit: 100 })
  expect(all.counts).toBe('survey')
  expect(byValue(all.values)).toEqual(byValue(await recounted('supervisorName', 'true')))
})

test('finds a part of a value, ignoring case, accents and word order; prefix matches come first', async () => {
  const findNames = async (query: string, limit = 100) =>
    (await ask({ facet: 'investigatorName', query, limit })).values.map(({ value }) => value)
  expect(await findNames('JOAO')).toEqual(
    (await recounted('investigatorName', 'true'))
      .map(({ value }) => value)
      .filter((one) => one.startsWith('João')),
  )
  expect(await findNames('tembe zec')).toEqual(['Zeca Tembe', 'Zeca Tembe Júnior'])
  expect((await findNames('a')).slice(0, 4).every((value) => value.startsWith('Ângela'))).toBe(true)
  expect(await findNames('junior')).not.toContain('João Sitoe')
  for (const text of ['%', '_', '\\', 'nobody']) expect(await findNames(text)).toEqual([])
  expect((await ask({ facet: 'districtName', query: 'nhic' })).values).toEqual(
    (await recounted('districtName', 'true')).filter(({ value }) => value === 'Manhiça'),
  )
})

test('returns at most the requested number of values, and whether there are more', async () => {
  const limited = await ask({ facet: 'village', limit: 5 })
  expect(limited.values).toHaveLength(5)
  expect(limited.hasMore).toBe(true)
  expect((await ask({ facet: 'village' })).values).toHaveLength(20)
  const refused = await world.as('supervisor')(getFacet, { query: { facet: 'householdName' as never } })
  expect(refused.status).toBe(400)
})

test('omits a value whose last response was deleted', async () => {
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, investigator_name,
       supervisor_name, village)
     values ($1, 1, 'Baseline', 'gone', 'submitted', 'Passing By', 'Chefe 1', 'Vila Passageira')`,
    [surveys[0]],
  )
  const offered = async () => (await ask({ facet: 'village', query: 'passag' })).values
  expect(await offered()).toEqual([{ value: 'Vila Passageira', count: 1 }])
  await world.services.pool.query(`delete from survey_responses where display_id = 'gone'`)
  expect(await offered()).toEqual([])
})

test('the count of a value equals the count of its list', async () => {
  const filter = { surveyDateRange: ['2026-03-01', '2026-03-20'], districtName: ['Moamba'] }
  const { values, counts } = await ask({ facet: 'investigatorName', filter, limit: 3 })
  expect(counts).toBe('filter')
  for (const { value, count } of values) {
    const query = { filter: { ...filter, investigatorName: [`"${value}"`] } as never, limit: 1 }
    expect((await world.as('supervisor')(listSurveyResponses, { query })).body.count).toBe(count)
  }
})
