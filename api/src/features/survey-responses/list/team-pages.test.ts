import { sortableColumns } from '@baseline/contract/survey-responses/filter.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import type { ListedRow } from '../queries.ts'
import { countAndSort } from './count-and-sort.ts'
import { resolveFilter } from './filter.ts'
import { parseOrder, toOrderByClause } from './order.ts'
import type { Page } from './page-parts.ts'
import { countTeam, isIndexedByPerson, pageByTeamWalk, pageOfPeople, pageOfSortedTeam } from './team-pages.ts'

/** Number of people who work. The last one is in teams, but has no responses. */
const workerCount = 5
let world: World
let surveyId: string
let people: string[]
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  const { rows } = await world.services.pool.query<{ id: string }>(
    `insert into user_details (first_name, gender) select 'Person ' || n, 'female' from generate_series(0, $1) n
     returning id`,
    [workerCount],
  )
  people = rows.map(({ id }) => id)
})
afterAll(() => world.close())

const person = fc.option(fc.nat({ max: workerCount - 1 }), { freq: 4 })
/** Chooses among a few values, so that many responses have equal ones. Years before, between and after partitions. */
const response = fc.record({
  enumerator: person,
  supervisor: person,
  year: fc.constantFrom(2024, 2025, 2026),
  startDay: fc.option(fc.nat({ max: 3 })),
  endDay: fc.option(fc.nat({ max: 3 })),
  surveyDay: fc.option(fc.nat({ max: 3 })),
  status: fc.constantFrom('submitted' as const, 'approved' as const),
  name: fc.nat({ max: 2 }),
  place: fc.option(fc.nat({ max: 2 })),
})
type Response = typeof response extends fc.Arbitrary<infer Value> ? Value : never

const insertResponses = async (responses: readonly Response[]) => {
  await world.services.pool.query('delete from survey_responses')
  await world.services.pool.query(
    `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, survey_date,
       start_time, end_time, created_at, investigator_id, supervisor_id, investigator_name, supervisor_name,
       district_name, village, village_type, village_category, household_name)
     select overlay(uuidv7()::text placing left(uuid7_floor(at)::text, 13) from 1)::uuid, $1, 1, 'Baseline', 'D-' || n,
       status, date '2026-01-01' + "surveyDay", at + "startDay" * interval '1 day', at + "endDay" * interval '1 day', at,
       ($2::uuid[])[enumerator + 1], ($2::uuid[])[supervisor + 1], 'Enumerator ' || coalesce(enumerator, name),
       'Supervisor ' || name, 'District ' || place, 'Village ' || place, 'Type ' || place, 'Category ' || place,
       'Household ' || place
     from jsonb_to_recordset($3) as given (enumerator int, supervisor int, year int, "startDay" int,
       "endDay" int, "surveyDay" int, status text, name int, place int, n int),
     lateral (select make_timestamptz(year, 6, 1, 0, 0, 0)) created (at)`,
    [surveyId, people, JSON.stringify(responses.map((one, n) => ({ ...one, n })))],
  )
}

/** The page and the count by a plain statement: conditions, a sort and an offset. */
const readPlainly = async (
  { team, statuses }: { team: readonly string[]; statuses: readonly Response['status'][] },
  { order, offset, limit }: Page,
) => {
  const matching = world.db
    .selectFrom('survey_responses')
    .where('status', 'in', statuses)
    .where((eb) => eb.or([eb('investigator_id', 'in', team), eb('supervisor_id', 'in', team)]))
  const rows = await matching
    .select('id')
    .orderBy(toOrderByClause(order))
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { ids: rows.map(({ id }) => id), count }
}

const allStatuses: Response['status'][] = ['submitted', 'approved']
const orders = sortableColumns.flatMap((column) => [`${column}_ASC`, `${column}_DESC`] as const)
const idsOf = (rows: readonly ListedRow[]) => rows.map(({ id }) => id)

const worlds = fc.record({
  responses: fc.array(response, { minLength: 1, maxLength: 40 }),
  members: fc.uniqueArray(fc.nat({ max: workerCount }), { minLength: 1 }),
  orderBy: fc.constantFrom(...orders),
  limit: fc.integer({ min: 1, max: 12 }),
})
const reader = (team: readonly string[]) => ({
  db: world.db,
  actor: { userId: world.people.supervisor.id, roles: ['supervisor'] as const },
  scope: [{ staff: team }],
})

test('each way to read the pages of a team returns the rows of a plain statement, to the end of the list', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ responses, members, orderBy, limit }) => {
      await insertResponses(responses)
      const team = members.map((index) => people[index]!)
      const order = parseOrder(orderBy)
      expect((await resolveFilter(reader(team), {})).team).toEqual(team)
      const seen: string[] = []
      let count = Infinity
      for (let offset = 0; offset < count; offset += limit) {
        const page = { order, offset, limit }
        const expected = await readPlainly({ team, statuses: allStatuses }, page)
        ;({ count } = expected)
        expect(await countTeam(world.db, team)).toEqual({ count })
        expect(idsOf(await pageByTeamWalk(world.db, page, team))).toEqual(expected.ids)
        if (order.by[0] === 'start_time')
          expect(idsOf(await pageOfPeople(world.db, page, team))).toEqual(expected.ids)
        if (isIndexedByPerson(order))
          expect(idsOf(await pageOfSortedTeam(world.db, page, team))).toEqual(expected.ids)
        seen.push(...expected.ids)
      }
      expect(seen).toHaveLength(new Set(seen).size)
      expect(seen).toHaveLength(count)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('a filter of a team returns the count and the pages of a plain statement, to the end of the list', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ responses, members, orderBy, limit }) => {
      await insertResponses(responses)
      const team = members.map((index) => people[index]!)
      const order = parseOrder(orderBy)
      const rows = await resolveFilter(reader(team), { status: ['approved'] })
      expect(rows.team).toBeUndefined()
      let count = Infinity
      for (let offset = 0; offset < count + limit; offset += limit) {
        const page = { order, offset, limit }
        const expected = await readPlainly({ team, statuses: ['approved'] }, page)
        ;({ count } = expected)
        const { pageRows = [], ...total } = await countAndSort(world.db, rows, page, undefined)
        expect([total, idsOf(pageRows)]).toEqual([{ count }, expected.ids])
      }
    }),
    { numRuns: 30 },
  )
}, 120_000)
