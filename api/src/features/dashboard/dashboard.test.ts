import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { getDashboard, peoplePerPage } from '@baseline/contract/dashboard/contract.ts'
import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { doneStatuses, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { loadResponses } from '../../../../scripts/seed/load.ts'
import { createSurvey } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { foldCounts } from '../survey-responses/counts/counts-job.ts'
import { loadSurvey } from '../surveys/load-survey.ts'
import { readXlsForm } from '../surveys/xlsform/read-xlsform.ts'
import { addDays } from './calendar.ts'

const today = todayIn('UTC')

let world: World
let [baseline, other] = ['', '']
beforeAll(async () => {
  world = await openWorld()
  const file = await readFile(join(import.meta.dirname, '../../../../demo/household.xlsx'))
  const { definition, targets } = await readXlsForm(file, { fileName: 'household.xlsx' })
  const author = { id: undefined, email: 'operator' }
  const days = { openFrom: addDays(today, -99), closeOn: addDays(today, 100) }
  const survey = { ...definition, timeZone: null }
  baseline = (await loadSurvey({ db: world.db, author }, survey, { status: 'open', ...days, targets })).id
  await loadResponses(world.database.owner, {
    count: 3_000,
    days: 90,
    villages: 40,
    enumerators: 25,
    seed: 5,
  })
  other = await createSurvey(world.db, { label: 'Another', status: 'open' })
  // Adds responses of another survey, with missing values, with future dates and with names in capitals.
  const changeSome = (change: string, remainder: number) =>
    world.services.pool.query(
      `update survey_responses set ${change} where ('x' || right(id::text, 4))::bit(16)::int % 20 = ${String(remainder)}`,
    )
  await changeSome(`survey_id = '${other}'`, 1)
  await changeSome('survey_date = null', 2)
  await changeSome('district_name = null, village_type = null', 3)
  await changeSome('investigator_name = upper(investigator_name)', 4)
  await changeSome('end_time = null', 5)
  await changeSome(`end_time = start_time - interval '1 hour'`, 6)
  await changeSome(`survey_date = date '2031-02-03'`, 7)
  await changeSome(`survey_date = date '${today}'`, 8)
  await changeSome(`user_id = '${world.people.enumerator.id}', investigator_email = null`, 9)
  await world.services.pool.query(
    'delete from survey_responses where id in (select id from survey_responses limit 50)',
  )
  await foldCounts(world.db)
})
afterAll(() => world.close())

const ask = (role: Role, id: string, query: object = {}) =>
  world.as(role)(getDashboard, { params: { id }, query })

type Range = readonly [(string | undefined)?, string?]

/** Counts the responses again, with SQL that is independent of the product. */
const recount = (role: Role, id: string, [from, to]: Range) => {
  const conditions = [
    'true',
    ...(id === 'all' ? [] : [`survey_id = '${id}'`]),
    ...(from ? [`survey_date >= '${from}'`] : []),
    ...(to ? [`survey_date <= '${to}'`] : []),
    ...(role === 'enumerator'
      ? [
          `(user_id = '${world.people.enumerator.id}' or investigator_email = '${world.people.enumerator.email}')`,
        ]
      : []),
  ]
  const done = `status in (${doneStatuses.map((one) => `'${one}'`).join(', ')})`
  const figures = `count(*)::int count, (count(*) filter (where ${done}))::int done,
    (count(*) filter (where status = 'returned'))::int returned`
  const rows = async (text: string) => (await world.services.pool.query<Record<string, unknown>>(text)).rows
  const where = conditions.join(' and ')
  const withoutDates = conditions.filter((one) => !one.startsWith('survey_date')).join(' and ')
  return {
    statuses: async () =>
      Object.fromEntries(
        (await rows(`select status, count(*)::int n from survey_responses where ${where} group by 1`)).map(
          ({ status, n }) => [status, n],
        ),
      ),
    days: () =>
      rows(`select survey_date::text date, count(*)::int count, (count(*) filter (where ${done}))::int done
        from survey_responses where ${where} and survey_date is not null group by 1 order by 1`),
    groups: (column: string) =>
      rows(`select lower(${column}) name, ${figures} from survey_responses where ${where} group by 1`),
    people: (column: string) =>
      rows(`with lately as (
            select distinct lower(${column}) name from survey_responses
            where ${withoutDates} and survey_date between date '${today}' - 2 and '${today}'
          )
        select lower(${column}) name, ${figures},
          percentile_disc(0.5) within group (order by floor(extract(epoch from end_time - start_time) / 60)::int)
            filter (where end_time >= start_time) "medianMinutes",
          lower(${column}) in (select name from lately) active
        from survey_responses where ${where} group by 1`),
  }
}

const byName = (groups: readonly { name?: unknown }[]) =>
  groups
    .map(({ name, ...figures }) => ({
      name: typeof name === 'string' ? name.toLowerCase() : null,
      ...figures,
    }))
    .toSorted((one, another) => String(one.name).localeCompare(String(another.name)))

const listAllPeople = async (role: Role, id: string, query: object, count: number) => {
  const pages = Array.from({ length: Math.ceil(count / peoplePerPage) }, (_, n) => n * peoplePerPage)
  const rows: Dashboard['people']['rows'] = []
  for (const offset of pages) rows.push(...(await ask(role, id, { ...query, offset })).body.people.rows)
  return rows
}

const ranges: readonly Range[] = [
  [],
  [today, today],
  [addDays(today, -40), addDays(today, -3)],
  [addDays(today, -75)],
  [undefined, addDays(today, -31)],
]
const roles = ['manager', 'supervisor', 'monitor', 'enumerator'] as const
const cases = roles.flatMap((role) =>
  ['all', 'baseline'].flatMap((which) => ranges.map((range) => ({ role, which, range }))),
)

describe.for(cases)('§7 figures of $which for a $role, $range', ({ role, which, range }) => {
  const id = () => (which === 'all' ? 'all' : baseline)
  const query = range.length === 0 ? {} : { surveyDateRange: [range[0] ?? '', range[1] ?? ''] }

  test('equal a recount', async () => {
    const { status, body } = await ask(role, id(), query)
    expect(status).toBe(200)
    const truth = recount(role, id(), range)
    const statuses = await truth.statuses()
    expect(body.statuses).toEqual(
      Object.fromEntries(responseStatuses.map((one) => [one, statuses[one] ?? 0])),
    )
    expect(body.count).toBe(Object.values(body.statuses).reduce((all, one) => all + one, 0))
    expect(body.count).toBeGreaterThan(0)
    expect(
      body.days.filter(({ count }) => count > 0).map(({ date, count, done }) => ({ date, count, done })),
    ).toEqual(await truth.days())
    const plain = (groups: Dashboard['villageTypes']) =>
      byName(
        groups
          .filter((group) => group.count > 0)
          .map(({ name, count, done, returned }) => ({ name, count, done, returned })),
      )
    expect(plain(body.districts)).toEqual(byName(await truth.groups('district_name')))
    expect(plain(body.villageTypes)).toEqual(byName(await truth.groups('village_type')))
    expect(plain(body.villageCategories)).toEqual(byName(await truth.groups('village_category')))
  })

  test.for([
    ['enumerators', 'investigator_name'],
    ['supervisors', 'supervisor_name'],
  ] as const)('equal a recount of %s', async ([people, column]) => {
    const truth = await recount(role, id(), range).people(column)
    const { body } = await ask(role, id(), { ...query, people })
    expect(body.people.count).toBe(truth.length)
    expect(body.people.active).toBe(truth.filter(({ active }) => active).length)
    expect(body.people.most).toBe(Math.max(0, ...truth.map(({ count }) => Number(count))))
    const rows = await listAllPeople(role, id(), { ...query, people }, truth.length)
    expect(byName(rows)).toEqual(byName(truth))
  })
})

test('returns the count of today, the last receipt and the number of active people', async () => {
  const { body } = await ask('monitor', 'all')
  const { rows } = await world.services.pool.query<{ today: number; active: number }>(
    `select (count(*) filter (where survey_date = '${today}'))::int today,
       (count(distinct lower(investigator_name))
         filter (where survey_date between date '${today}' - 2 and '${today}'))::int active
     from survey_responses`,
  )
  expect(body).toMatchObject({ countToday: rows[0]?.today, people: { active: rows[0]?.active } })
  expect(Date.parse(body.lastReceivedAt ?? '')).toBeGreaterThan(Date.now() - 86_400_000)
  expect(Date.now() - Date.parse(body.asOf)).toBeLessThan(600_000)
  expect(body.surveys.map(({ label }) => label)).toEqual(['Another', 'Household baseline'])
})

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

test.for(['name', 'count', 'done', 'returned', 'active'] as const)(
  'orders the rows of people by %s',
  async (key) => {
    const valueOf = (person: Dashboard['people']['rows'][number]) => {
      if (key === 'returned') return person.returned / person.count
      const value = person[key]
      return typeof value === 'string' ? folded(value) : Number(value)
    }
    for (const direction of ['ASC', 'DESC'] as const) {
      const { body } = await ask('manager', 'all')
      const rows = await listAllPeople(
        'manager',
        'all',
        { orderBy: `${key}_${direction}` },
        body.people.count,
      )
      const values = rows.map(valueOf)
      const sorted = values.toSorted((one, another) => (one < another ? -1 : Number(one > another)))
      expect(values).toEqual(direction === 'ASC' ? sorted : sorted.toReversed())
    }
  },
)

test('returns the total number of people with an empty page after the last', async () => {
  const { body } = await ask('manager', 'all', { offset: 100_000 })
  expect(body.people.rows).toEqual([])
  expect(body.people.count).toBeGreaterThan(20)
})

describe('targets', () => {
  test('give the progress, the number expected by the end of yesterday and the forecast end', async () => {
    const { body } = await ask('manager', baseline)
    // 99 of 200 planned days are over; today is the hundredth.
    expect(body.plan).toMatchObject({ target: 6_500, expected: 3_218 })
    const { rows } = await world.services.pool.query<{ done: number; lately: number }>(
      `select count(*)::int done, (count(*) filter (where survey_date between date '${today}' - 13 and '${today}'))::int lately
       from survey_responses where survey_id = '${baseline}'
         and status in ('submitted', 'resubmitted', 'onHold', 'verified', 'approved')`,
    )
    const { done = 0, lately = 0 } = rows[0] ?? {}
    expect(body.plan?.done).toBe(done)
    expect(body.plan?.forecastEnd).toBe(addDays(today, Math.ceil((6_500 - done) / (lately / 14))))
    expect(body.days.find(({ date }) => date === today)?.expected).toBe(32.5)
    expect(body.days.filter(({ expected }) => expected !== null)).toHaveLength(100)
    const boane = body.districts.find(({ name }) => name === 'Boane')
    expect(boane?.plan).toEqual({ target: 1_000, done: boane?.done, expected: 495 })
  })

  test('are reduced to their share in a range', async () => {
    const surveyDateRange = [addDays(today, -9), addDays(today, 50)] as [string, string]
    const { body } = await ask('manager', baseline, { surveyDateRange })
    expect(body.plan).toMatchObject({ target: 6_500, expected: 293, forecastEnd: null })
  })

  test('of all surveys count only responses of surveys with targets', async () => {
    const [all, one] = [(await ask('monitor', 'all')).body, (await ask('monitor', baseline)).body]
    expect(all.plan).toEqual(one.plan)
    expect(all.count).toBeGreaterThan(one.count)
    const boane = (dashboard: Dashboard) => dashboard.districts.find(({ name }) => name === 'Boane')?.plan
    expect(boane(all)).toEqual(boane(one))
  })

  test('include districts without responses; are absent without planned days', async () => {
    const put = (id: string) =>
      world.as('manager')(updateSurveyTargets, {
        params: { id },
        body: { data: { total: null, districts: [{ districtName: 'Chókwè', target: 40 }] } },
      })
    expect((await put(baseline)).status).toBe(200)
    const { body } = await ask('supervisor', baseline)
    expect(body.plan?.target).toBe(40)
    expect(body.districts).toContainEqual({
      name: 'Chókwè',
      count: 0,
      done: 0,
      returned: 0,
      plan: { target: 40, done: 0, expected: 20 },
    })
    expect((await put(other)).status).toBe(200)
    expect((await ask('supervisor', other)).body.plan).toBeNull()
  })

  test('use yesterday in the time zone of the survey', async () => {
    // These two zones always differ by one or two calendar days.
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12']
    for (const zone of [east, west]) {
      const days = { openFrom: addDays(todayIn(zone), -4), closeOn: addDays(todayIn(zone), 5) }
      const id = await createSurvey(world.db, { label: zone, timeZone: zone, status: 'open', ...days })
      const body = { data: { total: 100, districts: [] } }
      expect((await world.as('manager')(updateSurveyTargets, { params: { id }, body })).status).toBe(200)
      expect((await ask('manager', id)).body).toMatchObject({
        today: todayIn(zone),
        plan: { target: 100, expected: 40 },
      })
    }
    expect(todayIn(east)).not.toBe(todayIn(west))
  })

  test('are hidden from an enumerator', async () => {
    expect((await ask('enumerator', baseline)).body.plan).toBeNull()
  })
})

test('shows draft surveys only to users who may edit surveys', async () => {
  const draft = await createSurvey(world.db, { label: 'Not yet', status: 'draft' })
  for (const [role, sees] of [
    ['manager', true],
    ['supervisor', false],
    ['monitor', false],
    ['enumerator', false],
  ] as const) {
    const { surveys } = (await ask(role, 'all')).body
    expect(surveys.some(({ id }) => id === draft)).toBe(sees)
    expect((await ask(role, draft)).status).toBe(sees ? 200 : 404)
  }
})

test('returns 404 for a missing survey', async () => {
  expect((await ask('manager', '00000000-0000-7000-8000-000000000000')).status).toBe(404)
  expect((await ask('manager', 'none')).status).toBe(404)
})

test('returns the time zone of the survey, or of the installation', async () => {
  const survey = { label: 'Kathmandu', status: 'open', timeZone: 'Asia/Kathmandu' } as const
  const kathmandu = await createSurvey(world.db, survey)
  const figuresOf = async (id: string) => (await ask('manager', id)).body
  expect(await figuresOf(kathmandu)).toMatchObject({
    timeZone: 'Asia/Kathmandu',
    today: todayIn('Asia/Kathmandu'),
  })
  expect(await figuresOf(baseline)).toMatchObject({ timeZone: 'UTC', today })
  expect(await figuresOf('all')).toMatchObject({ timeZone: 'UTC', today })
})
