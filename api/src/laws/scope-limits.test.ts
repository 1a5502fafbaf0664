import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import type { CellProperties, LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { stringify } from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { foldCounts } from '../features/survey-responses/counts/counts-job.ts'
import { exportJob } from '../features/survey-responses/exports/export-job.ts'
import type { Scope } from '../platform/auth/scope.ts'
import { createOpenSurvey } from '../testing/responses.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/** The scope of every caller. */
let scope: Scope = 'all'
/** Ids of user details. */
let staff: string[]
let world: World
let surveys: string[]

beforeAll(async () => {
  world = await openWorld({}, { scopeOf: () => scope })
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db)]
  // All positions are in one tile at zoom 14.
  const { rows: inserted } = await world.services.pool.query<{ id: string }>(
    `insert into user_details (first_name, gender) select 'Person ' || n, 'female' from generate_series(1, 4) n
     returning id`,
  )
  staff = inserted.map(({ id }) => id)
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, survey_date, start_time,
       user_id, investigator_email, investigator_name, supervisor_name, district_name, village, village_type,
       household_name, latitude, longitude, "values", investigator_id, supervisor_id)
     select ($1::uuid[])[n % 2 + 1], 1, 'Baseline', 'D-' || n, ($2::text[])[n / 3 % 8 + 1], date '2026-01-01' + n % 20,
       timestamptz '2026-01-01' + n * interval '1 hour', case when n % 5 = 0 then $3::uuid end,
       case when n % 7 = 0 then $4 else 'someone@example.org' end, 'Enumerator ' || n % 4, 'Supervisor ' || n % 3,
       (array['Manica', 'Tête', null])[n % 3 + 1], 'Village ' || n % 6, (array['Rural', 'Urban'])[n / 2 % 2 + 1],
       'Household ' || n, -25.9001 - (n % 5) / 10000.0, 32.5001 + (n % 5) / 10000.0, '{}',
       ($5::uuid[])[n / 5 % 4 + 1], case when n % 11 = 0 then ($5::uuid[])[2] end
     from generate_series(1, 120) n`,
    [surveys, responseStatuses, world.people.enumerator.id, world.people.enumerator.email, staff],
  )
  await world.services.pool.query(
    `insert into audit_log (created_by_email, entity_name, entity_id, action, "values")
     select 'someone@example.org', 'surveyResponse', id::text, 'create', '{"before": null, "after": null}'
     from survey_responses`,
  )
  await foldCounts(world.db)
})
afterAll(() => world.close())

const asManager = () => world.as('manager')
const query = async <Row>(text: string) => (await world.services.pool.query<Row & object>(text)).rows

/** Each scope with the same condition as plain SQL. */
const scopes: Record<string, { scope: () => Scope; where: () => string }> = {
  'one survey': {
    scope: () => [{ surveys: [surveys[0]!] }],
    where: () => `survey_id = '${surveys[0]!}'`,
  },
  'one district': { scope: () => [{ districts: ['tete'] }], where: () => `district_name = 'Tête'` },
  'one survey and one district': {
    scope: () => [{ surveys: [surveys[0]!], districts: ['Tête'] }],
    where: () => `survey_id = '${surveys[0]!}' and district_name = 'Tête'`,
  },
  'two districts': {
    scope: () => [{ districts: ['Tête', 'Manica'] }],
    where: () => `district_name in ('Tête', 'Manica')`,
  },
  'a team': {
    scope: () => [{ staff: staff.slice(0, 2) }],
    where: () => `(investigator_id in ('${staff[0]!}', '${staff[1]!}') or supervisor_id = '${staff[1]!}')`,
  },
  'a district of one survey, and a team in the other': {
    scope: () => [
      { surveys: [surveys[0]!], districts: ['Tête'] },
      { surveys: [surveys[1]!], staff: [staff[1]!] },
    ],
    where: () =>
      `(survey_id = '${surveys[0]!}' and district_name = 'Tête' or survey_id = '${surveys[1]!}'
        and (investigator_id = '${staff[1]!}' or supervisor_id = '${staff[1]!}'))`,
  },
  'one person': {
    scope: () => {
      const { id: userId, email } = world.people.enumerator
      return [{ people: [{ userId, email, userDetailsId: staff[0]! }] }]
    },
    where: () =>
      `(user_id = '${world.people.enumerator.id}' or investigator_email = '${world.people.enumerator.email}'
        or investigator_id = '${staff[0]!}')`,
  },
}

type FilterName = keyof SurveyResponseFilter

/** Filters that are counted in different ways, each with the same conditions as plain SQL. */
const filters: Record<string, { filter: () => SurveyResponseFilter; where: () => [FilterName, string][] }> = {
  nothing: { filter: () => ({}), where: () => [] },
  'the other survey': {
    filter: () => ({ surveyId: [surveys[1]!] }),
    where: () => [['surveyId', `survey_id = '${surveys[1]!}'`]],
  },
  'two statuses': {
    filter: () => ({ status: ['submitted', 'verified'] }),
    where: () => [['status', `status in ('submitted', 'verified')`]],
  },
  'a name': {
    filter: () => ({ investigatorName: ['Enumerator 1'] }),
    where: () => [['investigatorName', `investigator_name = 'Enumerator 1'`]],
  },
  'a name and a status': {
    filter: () => ({ investigatorName: ['Enumerator 1'], status: ['submitted'] }),
    where: () => [
      ['investigatorName', `investigator_name = 'Enumerator 1'`],
      ['status', `status = 'submitted'`],
    ],
  },
  'a district': {
    filter: () => ({ districtName: ['Tête'] }),
    where: () => [['districtName', `district_name = 'Tête'`]],
  },
  'a district and a village type': {
    filter: () => ({ districtName: ['Tête'], villageType: ['Rural'] }),
    where: () => [
      ['districtName', `district_name = 'Tête'`],
      ['villageType', `village_type = 'Rural'`],
    ],
  },
  'a village type': {
    filter: () => ({ villageType: ['Rural'] }),
    where: () => [['villageType', `village_type = 'Rural'`]],
  },
  dates: {
    filter: () => ({ surveyDateRange: ['2026-01-03', '2026-01-12'] }),
    where: () => [['surveyDateRange', `survey_date between '2026-01-03' and '2026-01-12'`]],
  },
  'a search': {
    filter: () => ({ search: 'Village 2' }),
    where: () => [['search', `village = 'Village 2'`]],
  },
}
const joinConditions = (conditions: readonly [FilterName, string][]) =>
  ['true', ...conditions.map(([, condition]) => condition)].join(' and ')

const tile = async (z: number, filter: SurveyResponseFilter) => {
  const x = Math.floor(((32.5001 + 180) / 360) * 2 ** z)
  const latitude = (-25.9001 * Math.PI) / 180
  const y = Math.floor((0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI)) * 2 ** z)
  const { rawPayload, statusCode } = await world.app.inject({
    url: `/api/survey-responses/map/${String(z)}/${String(x)}/${String(y)}?${stringify({ filter }, { arrayFormat: 'brackets' })}`,
    headers: { authorization: `Bearer ${world.people.manager.token}` },
  })
  expect(statusCode).toBe(200)
  const { layers } = new VectorTile(new PbfReader(rawPayload))
  const read = <Properties>(name: string) =>
    Array.from(
      { length: layers[name]?.length ?? 0 },
      (_, n) => layers[name]!.feature(n).properties as unknown as Properties,
    )
  const cells = read<CellProperties>(responses.tileLayers.responses)
  return {
    count: cells.reduce((sum, { n }) => sum + n, 0),
    districts: read<LocalityProperties>(responses.tileLayers.localities)
      .filter(({ kind }) => kind === 'district')
      .map(({ name, n }) => ({ name, n })),
  }
}

const facetColumns = {
  investigatorName: 'investigator_name',
  supervisorName: 'supervisor_name',
  districtName: 'district_name',
  village: 'village',
} as const

const byValue = <Row extends { value: string }>(rows: readonly Row[]) =>
  rows.toSorted((one, other) => one.value.localeCompare(other.value))

describe.for(Object.entries(scopes))('with a scope of %s', ([, limit]) => {
  /** Returns the condition as plain SQL, and limits every caller. */
  const begin = () => {
    scope = limit.scope()
    return limit.where()
  }

  test.for(Object.entries(filters))('the list, its count and the map agree for %s', async ([, filtered]) => {
    const where = `${begin()} and ${joinConditions(filtered.where())}`
    const filter = filtered.filter()
    const ids = (
      await query<{ id: string }>(
        `select id from survey_responses where ${where} order by start_time desc, id desc`,
      )
    ).map(({ id }) => id)
    const list = async (page: object) =>
      (await asManager()(responses.listSurveyResponses, { query: { filter, ...page } })).body
    const page = await list({ limit: 10 })
    expect(page.count).toBe(ids.length)
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(0, 10))
    expect((await list({})).rows.map(({ id }) => id)).toEqual(ids)
    expect((await tile(5, filter)).count).toBe(ids.length)
    expect((await tile(14, filter)).count).toBe(ids.length)
    const dryRun = await asManager()(responses.changeManyStatuses, {
      body: { filter, status: 'verified', dryRun: true },
    })
    expect(dryRun.body.count).toBe(ids.length)
  })

  test.for(Object.entries(filters))('the pickers have the values and counts of %s', async ([, filtered]) => {
    const where = begin()
    for (const facet of responses.facetNames) {
      const column = facetColumns[facet]
      const others = filtered.where().filter(([name]) => name !== facet)
      // Only the survey limits the values; all other filters limit their counts.
      const offered = joinConditions(others.filter(([name]) => name === 'surveyId'))
      const rows = await query<{ value: string; count: number }>(
        `select ${column} as value, (count(*) filter (where ${joinConditions(others)}))::int count
         from survey_responses where ${where} and ${offered} and ${column} is not null group by 1`,
      )
      const { body } = await asManager()(responses.getFacet, {
        query: { facet, filter: filtered.filter(), limit: 100 },
      })
      expect(byValue(body.values)).toEqual(byValue(rows))
    }
  })

  test('the neighbours lead through the whole list', async () => {
    const where = begin()
    const rows = await query<{ id: string }>(
      `select id from survey_responses where ${where} order by start_time desc, id desc`,
    )
    const visited: string[] = []
    const visit = async (id: string): Promise<string | null> => {
      visited.push(id)
      const { body } = await asManager()(responses.getNeighbours, { params: { id }, query: {} })
      expect(body).toMatchObject({ position: visited.length, count: rows.length })
      return body.nextId
    }
    let next: string | null = rows[0]!.id
    while (next !== null) next = await visit(next)
    expect(visited).toEqual(rows.map(({ id }) => id))
  })

  test.for([{}, { surveyDateRange: ['2026-01-03', '2026-01-12'] }])(
    'the dashboard has the figures of these responses, %j',
    async (range) => {
      const where = `${begin()} and ${'surveyDateRange' in range ? joinConditions(filters['dates']!.where()) : 'true'}`
      const { status, body } = await asManager()(getDashboard, {
        params: { id: 'all' },
        query: range as never,
      })
      expect(status).toBe(200)
      const statuses = await query<{ status: string; n: number }>(
        `select status, count(*)::int n from survey_responses where ${where} group by 1`,
      )
      expect(body.statuses).toMatchObject(Object.fromEntries(statuses.map(({ status: one, n }) => [one, n])))
      expect(body.count).toBe(statuses.reduce((sum, { n }) => sum + n, 0))
      type Group = { name: string | null; count: number }
      const summarise = (lines: readonly Group[]) =>
        lines
          .map(({ name, count }) => ({ name, count }))
          .toSorted((one, other) => (one.name ?? '').localeCompare(other.name ?? ''))
      const groupsOf = async (column: string) =>
        summarise(
          await query<Group>(
            `select ${column} as name, count(*)::int count from survey_responses where ${where} group by 1`,
          ),
        )
      expect(summarise(body.districts)).toEqual(await groupsOf('district_name'))
      expect(summarise(body.villageTypes)).toEqual(await groupsOf('village_type'))
      expect(summarise(body.people.rows)).toEqual(await groupsOf('investigator_name'))
      expect(body.days.map(({ date, count }) => ({ date, count }))).toEqual(
        await query(
          `select survey_date::text date, count(*)::int count from survey_responses where ${where} group by 1 order by 1`,
        ),
      )
      const last = await query<{ at: Date }>(
        `select max(created_at) at from survey_responses where ${limit.where()}`,
      )
      expect(Date.parse(body.lastReceivedAt ?? '')).toBe(last[0]!.at.getTime())
    },
  )

  test('the map names the districts of these responses', async () => {
    const where = begin()
    const rows = await query(
      `select district_name as name, count(*)::int n from survey_responses
       where ${where} and district_name is not null group by 1 order by 2 desc, folded(district_name)`,
    )
    expect((await tile(8, {})).districts).toEqual(rows)
  })

  test('the survey list, an export and the audit log have these responses', async () => {
    const where = begin()
    const counts = await query<{ survey_id: string; n: number }>(
      `select survey_id, count(*)::int n from survey_responses where ${where} group by 1`,
    )
    const countOf = (id: string) => counts.find(({ survey_id: one }) => one === id)?.n ?? 0
    const { rows } = (await asManager()(listSurveys, { query: { limit: 10 } })).body
    for (const { id, responseCount } of rows) expect(responseCount).toBe(countOf(id))
    const filter = { surveyId: [surveys[0]!] }
    const data = { filter, status: 'START', format: 'csv' } as const
    const { id } = (await asManager()(surveyExports.createSurveyExport, { body: { data } })).body
    await exportJob.run({ exportId: id }, world.services)
    const { body } = await asManager()(surveyExports.getSurveyExport, { params: { id } })
    expect(body.rowCount).toBe(countOf(surveys[0]!))
    const entries = (
      await asManager()(listAuditLog, { query: { limit: 1000, filter: { entityNames: ['surveyResponse'] } } })
    ).body
    expect(entries.count).toBe(counts.reduce((sum, { n }) => sum + n, 0))
  })
})

test('the dashboard lists the surveys of the scope, and has no figures of others', async () => {
  scope = [{ surveys: [surveys[0]!] }]
  const ask = (id: string) => asManager()(getDashboard, { params: { id }, query: {} })
  expect((await ask('all')).body.surveys.map(({ id }) => id)).toEqual([surveys[0]])
  expect((await ask(surveys[0]!)).status).toBe(200)
  expect((await ask(surveys[1]!)).status).toBe(404)
})
