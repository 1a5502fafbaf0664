import { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { resolveFilter } from './filter.ts'
import { chooseStrategy } from './find-page.ts'

/** More than the counting limit, so that lists use the queries for large results. */
const size = limits.countedRows * 2.5
let world: World
beforeAll(async () => {
  world = await openWorld()
  // One response per hour over three years. Every ninth has times that are far apart, or lacks one of them. A
  // response without an end time is in progress.
  const surveyId = await createOpenSurvey(world.db)
  const batch = 5_000
  for (let from = 1; from <= size; from += batch)
    await world.services.pool.query(
      `insert into survey_responses
         (id, survey_id, survey_version, survey_label, display_id, status, survey_date, start_time, end_time,
          investigator_name, supervisor_name, district_name, household_name, created_at)
       select overlay(uuidv7()::text placing left(uuid7_floor(at)::text, 13) from 1)::uuid, $1, 1, 'Baseline', n,
         case when n % 63 = 36 then 'inProgress' when n % 5 = 0 then 'verified' else 'submitted' end,
         case n % 63 when 0 then null when 9 then (at + interval '40 days')::date else (at - interval '9 hours')::date end,
         case n % 63 when 18 then null when 27 then at - interval '90 days' else at - (n % 7) * interval '7 hours' end,
         case n % 63 when 36 then null when 45 then at - interval '30 days' else at - (n % 7) * interval '6 hours' end,
         'Enumerator ' || n % 40, 'Supervisor', (array['Manica', 'Tete'])[n % 2 + 1],
         (array['Ana', 'João', 'Mariana', 'Rui'])[n % 4 + 1] || ' ' || (array['Cossa', 'Nacossa', 'Évora'])[n % 3 + 1],
         case n % 63 when 54 then at - interval '200 days' else at end
       from generate_series($2::int, $3::int) n, lateral (select timestamptz '2024-01-01' + n * interval '1 hour') day (at)`,
      [surveyId, from, Math.min(from + batch - 1, size)],
    )
  await world.services.pool.query('analyze survey_responses')
}, 60_000)
afterAll(() => world.close())

const list = async (query: object) =>
  (await world.as('supervisor')(listSurveyResponses, { query: { limit: 20, ...query } })).body
const idsOf = async (query: object) => (await list(query)).rows.map(({ id }) => id)
const expected = async (where: string, order: string, offset = 0) => {
  const { rows } = await world.services.pool.query<{ id: string }>(
    `select id from survey_responses where ${where} order by ${order} limit 20 offset ${String(offset)}`,
  )
  return rows.map(({ id }) => id)
}

const times = {
  surveyDate: 'survey_date',
  startTime: 'start_time',
  endTime: 'end_time',
  createdAt: 'created_at',
} as const
const names = Object.keys(times) as (keyof typeof times)[]
const directions = { ASC: 'asc nulls first, id asc', DESC: 'desc nulls last, id desc' } as const
const ends = [
  ['2024-06-01', '2026-03-01'],
  ['2025-01-15', ''],
  ['', '2026-01-15'],
] as const

test.for(names.flatMap((range) => names.map((order) => ({ range, order }))))(
  'a long range of $range in the order of $order has the same rows as a plain query',
  async ({ range, order }) => {
    const column = times[range]
    for (const [direction, sorting] of Object.entries(directions))
      for (const [from, to] of ends)
        for (const offset of [0, 1500]) {
          const instant = (day: string) => (day && range !== 'surveyDate' ? `${day}T00:00:00Z` : day)
          const where = [
            ...(from ? [`${column} >= '${instant(from)}'`] : []),
            ...(to ? [`${column} <= '${instant(to)}'`] : []),
          ].join(' and ')
          const query = {
            filter: { [`${range}Range`]: [instant(from), instant(to)] },
            orderBy: `${order}_${direction}`,
            offset,
          }
          const { rows, count, countIsEstimate } = await list(query)
          // Survey dates have a rollup, so their count is exact.
          expect(count > limits.countedRows).toBe(range === 'surveyDate')
          expect(countIsEstimate).toBe(range === 'surveyDate' ? undefined : true)
          expect(
            rows.map(({ id }) => id),
            JSON.stringify(query),
          ).toEqual(await expected(where, `${times[order]} ${sorting}`, offset))
        }
  },
)

test.for([
  { status: ['inProgress'] },
  { status: ['inProgress', 'verified'] },
  { status: ['verified', 'inProgress', 'submitted', 'verified'] },
] as const)(
  'the statuses $status in the order of each time have the same rows as a plain query',
  async ({ status }) => {
    const { db, people } = world
    const actor = { userId: people.supervisor.id, roles: ['supervisor'] as const }
    const reader = { db, actor, scope: 'all' as const }
    const rows = await resolveFilter(reader, { status: [...status] })
    const where = `status in (${status.map((one) => `'${one}'`).join(', ')})`
    for (const name of names)
      for (const [direction, sorting] of Object.entries(directions)) {
        const order = { by: [times[name]], isAscending: direction === 'ASC' }
        // Without an exact count, as for a large result.
        const request = { rows, order, offset: 0, limit: 20, range: undefined, count: Infinity }
        const pageRows = await chooseStrategy(request).run(db, request)
        expect(pageRows.map(({ id }) => id)).toEqual(await expected(where, `${times[name]} ${sorting}`))
      }
  },
)

test('pages at each offset have the same rows as a plain query', async () => {
  for (const offset of [20, 999, 1001, 12_000, 14_000, size - 25, size - 5, size, size + 5]) {
    expect(await idsOf({ offset })).toEqual(await expected('true', `start_time ${directions.DESC}`, offset))
    expect(await idsOf({ offset, orderBy: 'districtName_ASC' })).toEqual(
      await expected('true', `district_name_folded asc nulls first, start_time ${directions.ASC}`, offset),
    )
  }
})

test.for([
  'ana',
  'ana cos',
  'a cossa',
  'iana nacossa',
  'cossa',
  'JOÃO É',
  'an',
  'rui rui',
  '  rui',
  'ana%',
  '_',
])("§5 finds a part of a household's name: %s", async (householdName) => {
  const folded = householdName.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const place = folded.length < 3 ? '= 1' : '> 0'
  const where = `strpos(household_name_folded, '${folded}') ${place}`
  const { rows } = await world.services.pool.query<{ count: number }>(
    `select least(count(*), ${String(limits.countedRows)}) count from survey_responses where ${where}`,
  )
  const filter = { householdName }
  expect((await list({ filter })).count).toBe(rows[0]?.count)
  expect(await idsOf({ filter })).toEqual(await expected(where, `start_time ${directions.DESC}`))
})

test.for([
  { search: 'cossa', isMany: true },
  { search: 'enumerator 1', isMany: false },
  { search: 'enumerator 17', isMany: false },
  { search: 'JOÃO É', isMany: false },
  { search: '2499', isMany: false },
  { search: 'an', isMany: false },
  { search: 'nobody', isMany: false },
])('a search for $search has the same rows as a plain query', async ({ search, isMany }) => {
  const folded = search.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const place = folded.length < 3 ? '= 1' : '> 0'
  const where = `(${['display_id', 'household_name', 'village', 'investigator_name']
    .map((column) => `strpos(${column}_folded, '${folded}') ${place}`)
    .join(' or ')})`
  const { rows } = await world.services.pool.query<{ count: number }>(
    `select count(*) count from survey_responses where ${where}`,
  )
  const expectedCount = rows[0]?.count ?? 0
  const listed = await list({ filter: { search } })
  expect(expectedCount > limits.countedRows).toBe(isMany)
  expect([listed.count, listed.countIsEstimate]).toEqual(
    isMany ? [limits.countedRows, true] : [expectedCount, undefined],
  )
  const offsets = [0, ...(isMany ? [1500] : [])]
  for (const offset of offsets)
    expect(await idsOf({ filter: { search }, offset })).toEqual(
      await expected(where, `start_time ${directions.DESC}`, offset),
    )
  expect(await idsOf({ filter: { search }, orderBy: 'householdName_ASC' })).toEqual(
    await expected(where, `household_name_folded asc nulls first, id asc`),
  )
  expect(await idsOf({ filter: { search, status: ['verified'], districtName: ['tete'] } })).toEqual(
    await expected(
      `${where} and status = 'verified' and district_name = 'Tete'`,
      `start_time ${directions.DESC}`,
    ),
  )
})
