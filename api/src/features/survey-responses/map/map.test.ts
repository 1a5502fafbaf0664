import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import {
  changeManyStatuses,
  getNeighbours,
  listSurveyResponses,
} from '@baseline/contract/survey-responses/contract.ts'
import { createSurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { stringify } from 'qs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { foldCounts } from '../counts/counts-job.ts'

/** More responses in one town than a tile draws for a filter without a rollup. */
const townsfolk = limits.tileRows + 2_000
const countryfolk = 2_000

let world: World
let surveys: string[]
/** Inserts in batches: on a busy machine, one statement for all rows would exceed the statement timeout. */
const insert = async (places: string, count: number) => {
  for (let from = 1; from <= count; from += 2_000)
    await world.services.pool.query(
      `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, survey_date,
         investigator_name, supervisor_name, district_name, latitude, longitude)
       select uuidv7(), ($1::uuid[])[n % 2 + 1], 1, 'Baseline', n,
         ($2::text[])[n / 3 % 8 + 1], date '2026-01-01' + n % 90, 'Enumerator ' || n % 40, 'Supervisor',
         (array['Manica', 'Tête', null])[n % 3 + 1], latitude, longitude
       from generate_series($3::int, $4::int) n, lateral (${places}) place`,
      [surveys, responseStatuses, from, Math.min(from + 1_999, count)],
    )
}

beforeAll(async () => {
  world = await openWorld()
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db)]
  await insert(
    'select -25.9 + (n % 211) / 4000.0 as latitude, 32.5 + (n % 307) / 4000.0 as longitude',
    townsfolk,
  )
  await insert(
    'select -27 + (n * 7919 % 4001) / 250.0 as latitude, 30 + (n * 104729 % 4003) / 250.0 as longitude',
    countryfolk,
  )
  // The limits of the map, the position 0/0 of a phone without a fix, and no position.
  await insert(
    `select * from (values (90, 180), (-90, -180), (89.9, -180), (0, 0), (0, 0), (null, null), (-85.06, 179.9999999))
       of (latitude, longitude)`,
    1,
  )
  await foldCounts(world.db)
  await world.services.pool.query('analyze survey_responses')
})
afterAll(() => world.close())

const ask = (path: string, filter?: object, token = world.people.supervisor.token) =>
  world.app.inject({
    url: `/api/survey-responses/map/${path}${filter ? `?${stringify({ filter }, { arrayFormat: 'brackets' })}` : ''}`,
    headers: { authorization: `Bearer ${token}` },
  })

interface Geometry {
  coordinates: [number, number]
}

interface Point extends CellProperties {
  position: [number, number]
}

const read = async (path: string, filter?: SurveyResponseFilter) => {
  const answer = await ask(path, filter)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['content-type']).toBe('application/vnd.mapbox-vector-tile')
  // Positions are personal data, so the browser must not store them.
  expect(answer.headers['cache-control']).toBe('no-store')
  const [z, x, y] = path.split('/').map(Number) as [number, number, number]
  const { layers } = new VectorTile(new PbfReader(answer.rawPayload))
  const points = Array.from({ length: layers['responses']?.length ?? 0 }, (_, nth): Point => {
    const feature = layers['responses']!.feature(nth)
    const { geometry } = feature.toGeoJSON(x, y, z)
    return {
      ...(feature.properties as unknown as CellProperties),
      position: (geometry as unknown as Geometry).coordinates,
    }
  })
  return { points, capped: layers['capped']?.feature(0).properties['limit'] }
}

/** Counts with the plain formula of the projection, independently of cells and their numbers. */
const recounted = async (z: number, where: string) => {
  const side = 2 ** (z + 6)
  const { rows } = await world.services.pool.query<{ x: number; y: number; status: string; n: number }>(
    `select x, y, status, count(*)::int n
     from (select status, least(greatest(floor((longitude + 180) / 360 * ${side}), 0), ${side - 1})::int x,
         least(greatest(floor((0.5 - asinh(tan(radians(least(greatest(latitude, -85.0511287798), 85.0511287798))))
           / (2 * pi())) * ${side}), 0), ${side - 1})::int y
       from survey_responses where latitude is not null and ${where}) placed
     group by 1, 2, 3`,
  )
  const cells: Record<string, Record<string, number>> = {}
  for (const { x, y, status, n } of rows) (cells[`${z + 6}/${x}/${y}`] ??= {})[status] = n
  return cells
}

const filters: Record<string, { filter: () => SurveyResponseFilter; where: () => string }> = {
  'no filter': { filter: () => ({}), where: () => 'true' },
  'a survey': {
    filter: () => ({ surveyId: [surveys[0] ?? ''] }),
    where: () => `survey_id = '${surveys[0] ?? ''}'`,
  },
  'two statuses': {
    filter: () => ({ status: ['submitted', 'rejected'] }),
    where: () => "status in ('submitted', 'rejected')",
  },
  'a district, without its accent': {
    filter: () => ({ districtName: ['tete'] }),
    where: () => "district_name = 'Tête'",
  },
  'an empty district, which matches nothing': {
    filter: () => ({ districtName: [''] }),
    where: () => 'false',
  },
  'survey, status and district': {
    filter: () => ({ surveyId: surveys, status: ['verified'], districtName: ['Manica', 'TÊTE'] }),
    where: () => "status = 'verified' and district_name is not null",
  },
  'a square of the map': {
    filter: () => ({ area: '12/2418/2353' }),
    where: () => `floor((longitude + 180) / 360 * 4096) = 2418
      and floor((0.5 - asinh(tan(radians(latitude))) / (2 * pi())) * 4096) = 2353`,
  },
  'a search': {
    filter: () => ({ search: 'enumerator 17' }),
    where: () => "investigator_name = 'Enumerator 17'",
  },
  'an enumerator': {
    filter: () => ({ investigatorName: ['Enumerator 17'] }),
    where: () => "investigator_name = 'Enumerator 17'",
  },
  'a week': {
    filter: () => ({ surveyDateRange: ['2026-02-01', '2026-02-07'] }),
    where: () => "survey_date between '2026-02-01' and '2026-02-07'",
  },
}

test.for(Object.entries(filters))(
  'every cell has the right counts at any zoom: %s',
  { timeout: 120_000 },
  async ([name, testCase]) => {
    for (const z of [0, 3, 7, 8, 10, 11, 14, 18]) {
      const expected = await recounted(z, testCase.where())
      // Samples the tiles of a zoom with many tiles.
      const tiles = [
        ...new Set(
          Object.keys(expected).map((cell) =>
            cell
              .split('/')
              .map((part, n) => (n === 0 ? z : Number(part) >> 6))
              .join('/'),
          ),
        ),
      ].filter((_, nth, { length }) => nth % Math.ceil(length / 15) === 0)
      for (const tile of tiles) {
        const { points, capped } = await read(tile, testCase.filter())
        expect(capped).toBeUndefined()
        const [, tx = 0, ty = 0] = tile.split('/').map(Number)
        const inTile = Object.entries(expected).filter(([cell]) => {
          const [, x = 0, y = 0] = cell.split('/').map(Number)
          return x >> 6 === tx && y >> 6 === ty
        })
        const drawn = Object.fromEntries(
          points.map(
            ({
              n,
              status,
              cell,
              position: _at,
              id: _id,
              displayId: _displayId,
              village: _village,
              district: _district,
              ...counts
            }) => {
              expect(n).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0))
              expect(counts[status]).toBe(Math.max(...Object.values(counts)))
              // A cell larger than the area of the filter opens only that area.
              const { area } = testCase.filter()
              if (area === undefined || z + 6 >= 12) return [cell, counts]
              expect(cell).toBe(area)
              return [inTile[0]?.[0], counts]
            },
          ),
        )
        expect(drawn, `${name} ${tile}`).toEqual(Object.fromEntries(inTile))
      }
    }
  },
)

test('a point of one response has its id and its position', async () => {
  const { rows } = await world.services.pool.query<{ id: string; latitude: number; longitude: number }>(
    `select id, latitude, longitude from survey_responses where latitude between -20 and -12 limit 20`,
  )
  for (const { id, latitude, longitude } of rows) {
    const tile = [14, Math.floor(((longitude + 180) / 360) * 2 ** 14), 0] as [number, number, number]
    tile[2] = Math.floor((0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * 2 ** 14)
    const { points } = await read(tile.join('/'))
    const ownPoint = points.find((point) => point.id === id)
    expect(ownPoint).toMatchObject({ n: 1, displayId: expect.any(String) })
    expect(ownPoint?.position[0]).toBeCloseTo(longitude, 4)
    expect(ownPoint?.position[1]).toBeCloseTo(latitude, 4)
  }
})

test('the list of the same filter and cell has as many responses as the point shows', async () => {
  for (const path of ['0/0/0', '7/75/73', '9/302/294', '12/2418/2353'])
    for (const filter of [{}, { status: ['submitted' as const] }, { investigatorName: ['Enumerator 17'] }]) {
      const { points } = await read(path, filter)
      for (const { n, cell } of points.filter((_, nth) => nth % Math.ceil(points.length / 5) === 0)) {
        const query = { filter: { ...filter, area: cell }, limit: 1 }
        const { body } = await world.as('supervisor')(listSurveyResponses, { query })
        expect(body.count, `${path} ${cell}`).toBe(Math.min(n, limits.countedRows))
      }
    }
})

test('neighbours, bulk reviews and exports accept an area', async () => {
  const { points } = await read('9/302/294')
  const { n, cell } = points.find((point) => point.n > 5 && point.n < 500) ?? { n: 0, cell: '' }
  const filter = { area: cell, surveyId: surveys }
  const { body } = await world.as('supervisor')(listSurveyResponses, { query: { filter, limit: 1 } })
  const id = body.rows[0]?.id ?? ''
  const neighbours = await world.as('supervisor')(getNeighbours, { params: { id }, query: { filter } })
  expect(neighbours.body).toMatchObject({ position: 1, count: n })
  const dryRun = { filter, status: 'verified' as const, dryRun: true }
  expect((await world.as('supervisor')(changeManyStatuses, { body: dryRun })).body).toMatchObject({
    count: n,
  })
  const data = {
    filter: { ...filter, surveyId: [surveys[0] ?? ''] },
    status: 'START' as const,
    format: 'csv' as const,
  }
  expect((await world.as('supervisor')(createSurveyExport, { body: { data } })).status).toBe(200)
})

test('the OpenAPI document has the content type of a tile', async () => {
  const { paths } = (await world.app.inject('/api/docs/json')).json<{ paths: Record<string, object> }>()
  expect(paths['/api/survey-responses/map/{z}/{x}/{y}']).toMatchObject({
    get: { responses: { 200: { content: { 'application/vnd.mapbox-vector-tile': {} } } } },
  })
})

test('a tile of a filter without a rollup stops at the limit and reports it', async () => {
  const filter = { supervisorName: ['Supervisor'] }
  const { points, capped } = await read('0/0/0', filter)
  expect(capped).toBe(limits.tileRows)
  expect(points.reduce((sum, { n }) => sum + n, 0)).toBe(limits.tileRows + 1)
  expect(points.some(({ id }) => id !== undefined)).toBe(false)
  const closeTile = await read('14/9673/9412', filter)
  expect(closeTile.capped).toBeUndefined()
  expect(closeTile.points).toEqual((await read('14/9673/9412')).points)
})

test('returns an empty tile where there are no responses', async () => {
  for (const path of ['4/0/6', '9/10/10', '15/300/300', '18/5/5']) {
    expect((await ask(path)).rawPayload).toHaveLength(0)
    expect(await read(path, { householdName: 'nobody' })).toEqual({ points: [], capped: undefined })
  }
  expect((await read('5/3/3', { area: '5/20/20' })).points).toEqual([])
})

test('returns 404 for an invalid tile and 400 for an invalid area', async () => {
  for (const path of [
    '0/1/0',
    '0/0/1',
    '3/8/0',
    '3/0/8',
    '19/0/0',
    '-1/0/0',
    '1/-1/0',
    '1.5/0/0',
    '1e0/0/0',
    'a/b/c',
    '1/0/0x',
    '%00/0/0',
    '5/99999999999999999999/0',
  ])
    expect((await ask(path)).statusCode, path).toBe(404)
  for (const area of [
    '',
    '0',
    '0/0',
    '0/0/0/0',
    '0/1/0',
    '25/0/0',
    '24/16777216/0',
    '24/0/16777216',
    '01/0/0',
    '1/00/0',
    '-1/0/0',
    '1/0/0 ',
    '1/0/0\n',
    ' 1/0/0',
    '1.0/0/0',
    '1e1/0/0',
    '٣/0/0',
    "1/0/0' or true --",
  ]) {
    expect((await ask('0/0/0', { area })).statusCode, area).toBe(400)
    const answer = await world.as('supervisor')(listSurveyResponses, {
      query: { filter: { area }, limit: 1 },
    })
    expect(answer.status, area).toBe(400)
  }
  expect((await ask('0/0/0', { area: ['0/0/0'] })).statusCode).toBe(400)
  for (const area of ['0/0/0', '24/16777215/16777215'])
    expect((await ask('0/0/0', { area })).statusCode).toBe(200)
})
