import {
  autocompleteSurveyResponses,
  changeManyStatuses,
  getNeighbours,
  listSurveyResponses,
} from '@baseline/contract/survey-responses/contract.ts'
import { sortableColumns } from '@baseline/contract/survey-responses/filter.ts'
import type { SortableColumn } from '@baseline/contract/survey-responses/filter.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { columns } from './order.ts'

const size = 600
let world: World
let surveys: string[]
beforeAll(async () => {
  world = await openWorld()
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db, { label: 'Other' })]
  // Names with accents and capitals, every fourth value null, ids spread over three partitions.
  await world.services.pool.query(
    `insert into survey_responses
       (id, survey_id, survey_version, survey_label, display_id, status, survey_date, start_time, end_time,
        investigator_name, investigator_mobile_number, supervisor_name, district_name, village, village_type,
        village_category, household_name, created_at)
     select overlay(uuidv7()::text placing left(uuid7_floor(timestamptz '2024-06-01' + n * interval '1 day')::text, 13) from 1)::uuid,
       ($1::uuid[])[n % 2 + 1], 1, 'Baseline', 'ID-' || n % 90, ($2::text[])[n % 8 + 1],
       case when n % 4 <> 3 then date '2026-01-01' + n % 100 end,
       case when n % 4 <> 1 then timestamptz '2026-01-01' + (n % 200) * interval '1 hour 0.123456 seconds' end,
       case when n % 4 <> 2 then timestamptz '2026-02-01' + n * interval '1 hour' end,
       (array['João', 'Ângela', 'maria', 'ÉLIO', 'Zeca', 'ana'])[n % 6 + 1] || ' ' || n % 50,
       case when n % 4 > 0 then '84 ' || n % 200 end,
       'Chefe ' || n % 9,
       case when n % 4 > 0 then (array['Manica', 'Évora', 'manica', 'Tete'])[n % 4 + 1] end,
       case when n % 4 > 0 then 'Vila ' || n % 12 end,
       case when n % 4 > 1 then (array['Rural', 'urbana'])[n % 2 + 1] end,
       case when n % 4 > 1 then (array['A', 'b', 'C'])[n % 3 + 1] end,
       case when n % 4 <> 2 then (array['Sitoe', 'Évora', 'macamo', 'Ñique'])[n % 4 + 1] || ' ' || n % 30 end,
       timestamptz '2024-06-01' + n * interval '1 day'
     from generate_series(1, $3::int) n`,
    [surveys, responseStatuses, size],
  )
})
afterAll(() => world.close())

const list = (query: object) => world.as('supervisor')(listSurveyResponses, { query })
const count = async (filter: object) => (await list({ limit: 1, filter })).body.count
const of = async (where: string) => {
  const { rows } = await world.services.pool.query<{ n: number }>(
    `select count(*) n from survey_responses where ${where}`,
  )
  return rows[0]?.n
}
const fold = (value: string) => value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
const caseless: readonly SortableColumn[] = ['status', 'startTime', 'endTime', 'surveyDate', 'createdAt']

test('§4 lists the latest interview first, in pages, with the total count and without answers', async () => {
  const { body } = await list({ limit: 10, offset: 10 })
  expect(body.count).toBe(size)
  const allRows = (await list({ limit: 1000 })).body.rows
  expect(allRows.slice(10, 20)).toEqual(body.rows)
  const times = allRows.map(({ startTime }) => startTime ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  expect(body.rows[0]).not.toHaveProperty('values')
})

test.for(sortableColumns)(
  '§4 sorts by %s in both directions, nulls as the smallest value',
  async (column) => {
    const { body: ascending } = await list({ limit: 1000, orderBy: `${column}_ASC` })
    const keyOf = (row: SurveyResponseRow) =>
      caseless.includes(column) ? (row[column] ?? '') : fold(row[column] ?? '')
    const thenBy = (row: SurveyResponseRow) => [
      ...(columns[column].length > 1 ? [row.startTime ?? ''] : []),
      row.id,
    ]
    const compare = (a: SurveyResponseRow, b: SurveyResponseRow) => {
      const [one, other] = [
        [keyOf(a), ...thenBy(a)],
        [keyOf(b), ...thenBy(b)],
      ]
      const index = one.findIndex((key, n) => key !== other[n])
      return (one[index] ?? '') < (other[index] ?? '') ? -1 : 1
    }
    expect(ascending.rows).toHaveLength(size)
    expect(ascending.rows.map(({ id }) => id)).toEqual(ascending.rows.toSorted(compare).map(({ id }) => id))
    const { body: down } = await list({ limit: 1000, orderBy: `${column}_DESC` })
    expect(down.rows).toEqual(ascending.rows.toReversed())
  },
)

describe('§5 filters', () => {
  test('match text regardless of accents and case, anywhere from three characters on', async () => {
    for (const text of ['joao', 'JOÃO', 'jo', 'oão'])
      expect(await count({ investigatorName: text }), text).toBe(100)
    expect(await count({ supervisorName: 'hefe 3' })).toBe(await of(`supervisor_name = 'Chefe 3'`))
    expect(await count({ supervisorName: 'fe' })).toBe(0)
    expect(await count({ householdName: 'nique' })).toBe(await of(`household_name like 'Ñique%'`))
    expect(await count({ investigatorMobileNumber: '84 19' })).toBe(
      await of(`investigator_mobile_number like '84 19%'`),
    )
    expect(await count({ displayId: 'id-8' })).toBe(await of(`display_id like 'ID-8%'`))
    for (const wild of ['%', '_', '%%%', '___']) expect(await count({ householdName: wild })).toBe(0)
  })

  test('match a full name in double quotes', async () => {
    expect(await count({ investigatorName: 'zeca 4' })).toBe(await of(`investigator_name like 'Zeca 4%'`))
    expect(await count({ investigatorName: '"ZECA 4"' })).toBe(await of(`investigator_name = 'Zeca 4'`))
    expect(await count({ investigatorName: '"Zeca"' })).toBe(0)
    // Includes characters that folding turns into wildcards, and one that would end in an escape.
    for (const wild of ['"%"', '"Zeca _"', '"%4"', '"％％"', '"Zeca ＿"', '"Zeca＼"', '"Zeca\n4"'])
      expect(await count({ investigatorName: wild })).toBe(0)
  })

  test('match several names, each in part or, in double quotes, in full', async () => {
    expect(await count({ investigatorName: ['joao', '"zeca 4"'] })).toBe(
      await of(`investigator_name like 'João%' or investigator_name = 'Zeca 4'`),
    )
    expect(await count({ supervisorName: ['"chefe 1"', '"Chefe 2"'], status: 'submitted' })).toBe(
      await of(`supervisor_name in ('Chefe 1', 'Chefe 2') and status = 'submitted'`),
    )
    expect(await count({ investigatorName: ['', '"nobody"'] })).toBe(0)
  })

  test('match one value or several, and names of places regardless of accents and case', async () => {
    expect(await count({ status: 'submitted' })).toBe(75)
    expect(await count({ status: ['submitted', 'verified'] })).toBe(150)
    expect(await count({ surveyId: surveys[0] })).toBe(300)
    expect(await count({ surveyId: surveys })).toBe(size)
    expect(await count({ districtName: ['MANICA'] })).toBe(await of(`lower(district_name) = 'manica'`))
    expect(await count({ districtName: ['evora', 'Tete'] })).toBe(
      await of(`district_name in ('Évora', 'Tete')`),
    )
    expect(await count({ village: ['vila 3', 'Vila 5'] })).toBe(await of(`village in ('Vila 3', 'Vila 5')`))
    // Matches full names only.
    expect(await count({ village: 'vil' })).toBe(0)
    expect(await count({ villageType: 'RURAL' })).toBe(await of(`village_type = 'Rural'`))
    expect(await count({ villageCategory: ['a', 'B'] })).toBe(await of(`village_category in ('A', 'b')`))
    expect((await list({ filter: { status: 'gone' } })).status).toBe(400)
  })

  test('count combinations of district, village type and village category', async () => {
    const filter = {
      districtName: ['MANICA', 'evora'],
      villageType: 'rural',
      status: ['approved', 'submitted'],
    }
    expect(await count(filter)).toBe(
      await of(`lower(district_name) in ('manica', 'évora') and village_type = 'Rural'
        and status in ('approved', 'submitted')`),
    )
    expect(await count({ districtName: [''], villageType: ['rural', ''] })).toBe(0)
    expect(await count({ villageType: 'rural', villageCategory: ['a', 'b'], surveyId: surveys[0] })).toBe(
      await of(
        `village_type = 'Rural' and village_category in ('A', 'b') and survey_id = '${surveys[0] ?? ''}'`,
      ),
    )
  })

  test('match ranges, which include both ends and may be open', async () => {
    expect(await count({ surveyDateRange: ['', ''] })).toBe(size)
    expect(await count({ surveyDateRange: ['2026-01-10', '2026-01-19'] })).toBe(
      await of(`survey_date between '2026-01-10' and '2026-01-19'`),
    )
    expect(await count({ startTimeRange: ['2026-01-03T00:00:00Z'] })).toBe(
      await of(`start_time >= '2026-01-03T00:00:00Z'`),
    )
    expect(await count({ endTimeRange: ['', '2026-02-05T00:00:00+02:00'] })).toBe(
      await of(`end_time <= '2026-02-05T00:00:00+02:00'`),
    )
    expect(await count({ createdAtRange: ['2025-01-01T00:00:00Z', '2025-06-30T00:00:00Z'] })).toBe(
      await of(`created_at between '2025-01-01Z' and '2025-06-30Z'`),
    )
  })

  test('can be combined, also with the id', async () => {
    const filter = { investigatorName: 'joao', status: ['onHold', 'approved'], surveyId: surveys[0] }
    const { rows } = (await list({ limit: 100, filter })).body
    expect(rows.length).toBeGreaterThan(3)
    const [first] = rows
    expect((await list({ limit: 5, filter: { ...filter, id: first?.id } })).body.rows).toEqual([first])
    expect(await count({ id: first?.id, status: 'verified' })).toBe(0)
  })
})

/** A list without a limit has no flags. */
const withoutFlags = ({ flags: _flags, ...row }: SurveyResponseRow) => row

test('§7 streams every row in the requested order without a limit', async () => {
  const { body } = await list({ orderBy: 'village_ASC', filter: { status: 'verified' } })
  const page = (await list({ orderBy: 'village_ASC', filter: { status: 'verified' }, limit: 1000 })).body
  expect(body).toEqual({ ...page, rows: page.rows.map(withoutFlags) })
})

test('§7 autocomplete finds by Survey Id or household', async () => {
  const suggest = async (query: object) =>
    (await world.as('supervisor')(autocompleteSurveyResponses, { query })).body
  expect(
    (await suggest({ query: 'evora 1', limit: 3 })).map(({ label }) => label.includes('Évora 1')),
  ).toEqual([true, true, true])
  for (const { label } of await suggest({ query: 'id-77' })) expect(label).toMatch(/^ID-77( · |$)/)
  expect(await suggest({})).toHaveLength(10)
  expect(await suggest({ query: 'nobody' })).toEqual([])
})

describe('search', () => {
  const inAny = (text: string) =>
    ['display_id', 'household_name', 'village', 'investigator_name']
      .map((column) => `strpos(${column}_folded, '${fold(text)}') ${text.length < 3 ? '= 1' : '> 0'}`)
      .join(' or ')

  test.for([
    'ÉVORA', // households
    'vila 1', // villages
    'angela 4', // enumerators
    'ID-7',
    'la 1',
    'zeca 44',
    'an',
    'ID',
    'nobody',
    '%',
    '___',
    '"',
  ])('finds %s in the Survey Id, the household, the village and the enumerator', async (text) => {
    const where = `(${inAny(text)})`
    expect(await count({ search: text })).toBe(await of(where))
    expect(await count({ search: text, status: ['submitted', 'approved'], districtName: 'manica' })).toBe(
      await of(`${where} and status in ('submitted', 'approved') and lower(district_name) = 'manica'`),
    )
    expect(await count({ search: text, surveyDateRange: ['2026-01-10', '2026-02-19'] })).toBe(
      await of(`${where} and survey_date between '2026-01-10' and '2026-02-19'`),
    )
  })

  test('lists a response that matches in two columns once, in the order of the list', async () => {
    const filter = { search: 'evora' }
    const { rows } = (await list({ limit: 1000, filter, orderBy: 'householdName_ASC' })).body
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const names = rows.map(({ householdName }) => fold(householdName ?? ''))
    expect(names).toEqual(names.toSorted())
    expect((await list({ filter, orderBy: 'householdName_ASC' })).body.rows).toEqual(rows.map(withoutFlags))
  })

  test('applies to neighbours and bulk reviews', async () => {
    const filter = { search: 'vila 1' }
    const { rows, count: foundCount } = (await list({ limit: 1000, filter })).body
    expect(foundCount).toBe(rows.length)
    const { body } = await world.as('supervisor')(getNeighbours, {
      params: { id: rows[3]?.id ?? '' },
      query: { filter },
    })
    expect(body).toEqual({ previousId: rows[2]?.id, nextId: rows[4]?.id, position: 4, count: foundCount })
    const dryRun = { filter, status: 'verified' as const, dryRun: true }
    expect((await world.as('supervisor')(changeManyStatuses, { body: dryRun })).body).toMatchObject({
      count: foundCount,
    })
  })
})

describe('neighbours', () => {
  const filter = { status: ['submitted', 'onHold', 'approved'] }
  const readNeighbours = async (id: string, query: object) =>
    (await world.as('supervisor')(getNeighbours, { params: { id }, query })).body

  test.for(sortableColumns.flatMap((column) => [`${column}_ASC`, `${column}_DESC`] as const))(
    'are the same as in the list ordered by %s',
    async (orderBy) => {
      const { rows } = (await list({ limit: 1000, filter, orderBy })).body
      for (const index of [0, 1, 57, 100, 130, rows.length - 1])
        expect(await readNeighbours(rows[index]?.id ?? '', { filter, orderBy })).toEqual({
          previousId: rows[index - 1]?.id ?? null,
          nextId: rows[index + 1]?.id ?? null,
          position: index + 1,
          count: rows.length,
        })
    },
  )

  test('exist for a response that no longer matches, without a position', async () => {
    const { rows } = (await list({ limit: 1000, filter })).body
    const all = (await list({ limit: 1000 })).body.rows
    const index = all.findIndex(({ id }) => id === rows[20]?.id)
    const other = all[index + 1]?.status === 'approved' ? all[index - 1] : all[index + 1]
    const neighbours = await readNeighbours(other?.id ?? '', { filter })
    expect(neighbours.position).toBeUndefined()
    expect([neighbours.previousId, neighbours.nextId]).toContain(rows[20]?.id)
    expect(
      (await world.as('supervisor')(getNeighbours, { params: { id: crypto.randomUUID() }, query: {} }))
        .status,
    ).toBe(404)
  })
})

test.for(Object.keys(columns) as SortableColumn[])(
  'one index serves %s in both directions, over all partitions',
  async (column) => {
    const client = await world.services.pool.connect()
    // Sorting is off, because the planner prefers it for this few rows. The plan must work without it.
    await client.query('set enable_sort = off; set enable_seqscan = off; set enable_bitmapscan = off')
    const orderClause = (direction: string) => columns[column].map((one) => `${one} ${direction}`).join(', ')
    for (const order of [
      `${orderClause('asc nulls first')}, id asc`,
      `${orderClause('desc nulls last')}, id desc`,
    ]) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select * from survey_responses order by ${order} limit 10`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Merge Append/)
      expect(plan).toMatch(/Index Scan/)
      expect(plan).not.toMatch(/Sort\b(?! Key)/)
    }
    client.release(true)
  },
)
