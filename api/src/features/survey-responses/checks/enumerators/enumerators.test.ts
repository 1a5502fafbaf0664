import { addDays } from '@baseline/contract/checks/enumerator-work.ts'
import { getEnumerator, listEnumerators } from '@baseline/contract/survey-responses/enumerators.ts'
import type { EnumeratorRow } from '@baseline/contract/survey-responses/enumerators.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Scope } from '#platform/auth/scope.ts'

import { createFarmSurvey, insertInterviews, plan } from '../../../../testing/planned-interviews.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'
import { allEnumeratorsJob } from './enumerators-job.ts'

let world: World
let surveyId = ''
let scope: Scope = 'all'
/** Ids of Ana's interviews, of which the first ten are the latest. */
let ids: string[] = []

beforeAll(async () => {
  world = await openWorld({}, { scopeOf: () => scope })
  surveyId = await createFarmSurvey(world.db)
  ids = (
    await insertInterviews(world.db, surveyId, [
      ...plan('Ana Sitoe', { minutes: 10, values: { rooms: 5 } }),
      ...plan('Bento', { minutes: 41, to: 41, values: { farms: 'no', hectares: null } }),
      ...plan('Célia', { minutes: 44, hasPlace: false }),
      ...plan('Dino', { minutes: 50, to: 4, values: { water: 'dontKnow' } }),
      ...plan('Eva', { minutes: 47 }),
      ...plan('Hugo', { minutes: 90, district: 'Moamba' }),
    ])
  ).slice(0, 56)
  await checkQueued(world.services.streams, 'UTC', 60)
  await allEnumeratorsJob.run({}, world.services)
})
afterAll(() => world.close())
beforeEach(() => {
  scope = 'all'
})

const list = async (query: object = {}) =>
  (await world.as('supervisor')(listEnumerators, { params: { id: surveyId }, query })).body
const rowOf = (rows: readonly EnumeratorRow[], name: string) => {
  const row = rows.find((one) => one.name === name)
  if (!row) throw new Error(`no row of ${name}`)
  return row
}
const last = addDays(todayIn('UTC'), -1)

test('shows the figures of each person next to the figures of the others', async () => {
  const { rows, count, window, questions } = await list()
  expect(count).toBe(6)
  expect(window).toEqual({
    from: addDays(last, -13),
    to: last,
    start: `${addDays(last, -13)}T00:00:00.000Z`,
  })
  const ana = rowOf(rows, 'Ana Sitoe')
  // The most severe findings are first. Hugo works in another district.
  expect(rows[0]).toEqual(ana)
  expect(ana).toMatchObject({ district: 'Boane', interviews: 28, lastDay: last, others: 4 })
  expect(ana.cells).toMatchObject({
    perDay: { value: 2, n: 14, others: 2 },
    // The others with 20 interviews: 41, 44 and 47.
    minutes: { value: 10, n: 28, others: 44 },
    // Dino: 8 of the 92 answers of the others.
    dontKnow: { value: 0, n: 28, others: 8.7 },
    missing: { value: 0, n: 112, others: 0 },
    noLocation: { value: 0, n: 28, others: 30.4 },
    filterNo: { value: 0, n: 28, others: 30.4 },
    refused: { value: null, n: 0, others: null },
    warnings: { value: 0, n: 28, others: 14 },
    errors: { value: 0, n: 28, others: 0 },
    confirmed: { value: null, n: 0, others: null },
  })
  expect(ana.findings.map(({ rule, question, until }) => [rule, question, until])).toEqual([
    ['E2', '', null],
    ['E4', 'rooms', null],
    ['E5', 'rooms', null],
  ])
  expect(questions).toEqual({ rooms: { en: 'rooms' } })
  expect(rowOf(rows, 'Dino').cells).toMatchObject({
    perDay: { value: 2, n: 4 },
    dontKnow: { value: 100, n: 8, others: 0 },
  })
})

test('orders and pages the people', async () => {
  const names = async (query: object) => (await list(query)).rows.map(({ name }) => name)
  expect(await names({ orderBy: 'name_DESC', limit: 2 })).toEqual(['Hugo', 'Eva'])
  expect(await names({ orderBy: 'minutes_ASC', limit: 2, offset: 1 })).toEqual(['Bento', 'Célia'])
  expect((await names({ orderBy: 'noLocation_DESC' }))[0]).toBe('Célia')
})

test('shows one person with the weeks, the days and the flags before', async () => {
  // One of the last flags: a person has more than the page shows.
  await sql`update response_flags set state = 'confirmed' where response_id in (
    select response_id from response_flags where investigator = folded('Célia') order by detected_at desc limit 1)`.execute(
    world.db,
  )
  const { key } = rowOf((await list()).rows, 'Célia')
  const { body } = await world.as('supervisor')(getEnumerator, { params: { id: surveyId, key } })
  expect(body).toMatchObject({ name: 'Célia', survey: { id: surveyId, label: 'Baseline' }, interviews: 28 })
  expect(body.weeks.map(({ from, interviews }) => [from, interviews])).toEqual(
    [55, 48, 41, 34, 27, 20, 13, 6].map((ago, week) => [addDays(last, -ago), week < 4 ? 0 : 14]),
  )
  expect(body.weeks.at(-1)?.values).toMatchObject({ perDay: 2, minutes: 44, noLocation: 100, filterNo: 0 })
  expect(body.weeks[0]?.values).toMatchObject({ perDay: null, minutes: null, noLocation: null })
  expect(body.days).toHaveLength(14)
  expect(body.days[0]).toMatchObject({ day: last, interviews: 2, minutes: 44 })
  expect(body.flags).toHaveLength(20)
  expect(body.flags.filter(({ state }) => state === 'confirmed')).toHaveLength(1)
  expect(body.flags[0]).toMatchObject({ rule: 'G1', condition: 'missing', severity: 'warn' })
  expect(body.cells).toMatchObject({
    warnings: { value: 55, others: 0 },
    confirmed: { value: 100, n: 1, others: null },
  })
  await sql`update response_flags set state = 'open', decided_at = null`.execute(world.db)
})

test('a reader of one district sees only its people and their interviews there', async () => {
  scope = [{ districts: ['Moamba'] }]
  const { rows } = await list()
  expect(rows.map(({ name }) => name)).toEqual(['Hugo'])
  // Alone in the district: compared with all of the survey, of whom Célia has no locations.
  expect(rows[0]).toMatchObject({ others: 5, cells: { noLocation: { value: 0, n: 28, others: 23.3 } } })
  scope = 'all'
  const { key } = rowOf((await list()).rows, 'Ana Sitoe')
  scope = [{ districts: ['Moamba'] }]
  const { status } = await world.as('supervisor')(getEnumerator, { params: { id: surveyId, key } })
  expect(status).toBe(404)
})

test('a supervisor of a team sees only its people, and findings only about all of their interviews', async () => {
  const person = '01a1f1d5-f8c7-7d0e-ac69-1a12504898b7'
  await sql`
    insert into user_details (id, first_name, last_name, gender) values (${person}, 'Rui', 'Macamo', 'male')
    on conflict do nothing`.execute(world.db)
  const team = [{ staff: [person] }]
  scope = team
  expect((await list()).rows).toEqual([])
  await sql`update survey_responses set supervisor_id = ${person} where id = any(${ids.slice(0, 10)}::uuid[])`.execute(
    world.db,
  )
  const { rows, count } = await list()
  expect(count).toBe(1)
  expect(rows[0]).toMatchObject({
    name: 'Ana Sitoe',
    interviews: 10,
    findings: [],
    cells: { minutes: { value: 10, n: 10, others: 44 }, heaping: { value: 50, n: 20 } },
  })
  await sql`update survey_responses set supervisor_id = ${person} where id = any(${ids}::uuid[])`.execute(
    world.db,
  )
  const [all] = (await list()).rows
  expect(all?.interviews).toBe(28)
  expect(all?.findings.map(({ rule }) => rule)).toEqual(['E2', 'E4', 'E5'])
})

test('without interviews there is no window', async () => {
  const empty = await createFarmSurvey(world.db)
  const { body } = await world.as('manager')(listEnumerators, { params: { id: empty }, query: {} })
  expect(body).toMatchObject({ rows: [], count: 0, window: null })
})
