import type { LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { stringify } from 'qs'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { foldCounts, recount } from '../counts/counts-job.ts'

let world: World
let surveys: string[]
let nextNumber = 0

interface Spot {
  village: string | null
  district: string | null
  latitude: number
  longitude: number
}

const put = async (spot: Spot, count: number, survey = 0): Promise<void> => {
  await world.services.pool.query(
    `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, investigator_name,
       supervisor_name, district_name, village, latitude, longitude)
     select uuidv7(), $1, 1, 'Baseline', $2 + n, 'submitted', 'Ana', 'Rui', $3, $4, $5, $6 from generate_series(1, $7) n`,
    [surveys[survey], nextNumber, spot.district, spot.village, spot.latitude, spot.longitude, count],
  )
  nextNumber += count
}

const xinavane = { village: 'Xinavane', district: 'Manhiça', latitude: -25.0492, longitude: 32.7856 }
const calanga = { village: 'Calanga', district: 'Manhiça', latitude: -25.36, longitude: 32.95 }
const namesake = { village: 'CALANGA', district: 'Magude', latitude: -24.98, longitude: 32.6 }
const nowhere = { latitude: 0, longitude: 0 }

beforeAll(async () => {
  world = await openWorld()
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db)]
  await put(xinavane, 30)
  // The same village a little further north, in the same square.
  await put({ ...xinavane, latitude: -25.0472 }, 10)
  // Phones without a GPS fix, then a village in another square.
  await put({ ...xinavane, ...nowhere }, 4)
  await put(calanga, 20)
  await put(namesake, 5, 1)
  await put({ village: 'Sem distrito', district: null, latitude: -25.2, longitude: 32.8 }, 3)
  await put({ village: null, district: 'Boane', latitude: -26.04, longitude: 32.33 }, 2)
  await foldCounts(world.db)
})
afterAll(() => world.close())

interface Geometry {
  coordinates: [number, number]
}

interface Named extends LocalityProperties {
  position: [number, number]
}

const namesIn = async (path: string, filter: SurveyResponseFilter = {}): Promise<Named[]> => {
  const query = stringify({ filter }, { arrayFormat: 'brackets' })
  const answer = await world.app.inject({
    url: `/api/survey-responses/map/${path}?${query}`,
    headers: { authorization: `Bearer ${world.people.supervisor.token}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const [z = 0, x = 0, y = 0] = path.split('/').map(Number)
  const layer = new VectorTile(new PbfReader(answer.rawPayload)).layers['localities']
  return Array.from({ length: layer?.length ?? 0 }, (_, nth) => {
    const feature = layer!.feature(nth)
    const { geometry } = feature.toGeoJSON(x, y, z)
    return {
      ...(feature.properties as unknown as LocalityProperties),
      position: (geometry as unknown as Geometry).coordinates,
    }
  })
}
const texts = (names: readonly Named[]) =>
  names.map(
    ({ kind, name, district, n }) => `${kind} ${name}${district ? `, ${district}` : ''}: ${String(n)}`,
  )

/** The address of the tile at a zoom that contains a position. */
const tileAt = (zoom: number, { latitude, longitude }: { latitude: number; longitude: number }): string => {
  const side = 2 ** zoom
  const y = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * side
  return [zoom, Math.floor(((longitude + 180) / 360) * side), Math.floor(y)].join('/')
}

test('names districts at low zoom and also villages at higher zoom, the largest first', async () => {
  expect(texts(await namesIn('0/0/0'))).toEqual([
    'district Manhiça: 40',
    'district Magude: 5',
    'district Boane: 2',
  ])
  expect(texts(await namesIn(tileAt(7, xinavane)))).toEqual([
    'district Manhiça: 40',
    'district Magude: 5',
    'district Boane: 2',
    'village Xinavane, Manhiça: 40',
    'village Calanga, Manhiça: 20',
    'village Calanga, Magude: 5',
    'village Sem distrito: 3',
  ])
  expect(texts(await namesIn(tileAt(12, xinavane)))).toEqual(['village Xinavane, Manhiça: 40'])
})

test('places a village at the mean of its responses, despite phones without a GPS fix', async () => {
  for (const zoom of [7, 11, 14, 18]) {
    const names = await namesIn(tileAt(zoom, xinavane))
    const locality = names.find(({ name }) => name === 'Xinavane')
    expect(locality?.position[0]).toBeCloseTo(32.7856, 1)
    expect(locality?.position[1]).toBeCloseTo(-25.0487, zoom > 11 ? 4 : 1)
  }
  expect(await namesIn(tileAt(12, nowhere))).toEqual([])
})

test('filters by survey, district and village apply to the names', async () => {
  const path = tileAt(7, xinavane)
  expect(texts(await namesIn(path, { surveyId: [surveys[1] ?? ''] }))).toEqual([
    'district Magude: 5',
    'village Calanga, Magude: 5',
  ])
  expect(texts(await namesIn(path, { districtName: ['MANHICA'] }))).toEqual([
    'district Manhiça: 40',
    'village Xinavane, Manhiça: 40',
    'village Calanga, Manhiça: 20',
  ])
  expect(texts(await namesIn(path, { districtName: [''] }))).toEqual([])
  expect(
    texts(await namesIn(path, { village: ['calanga'] })).filter((one) => one.startsWith('village')),
  ).toEqual(['village Calanga, Manhiça: 20', 'village Calanga, Magude: 5'])
})

test('moves a village when a response is moved or deleted, and the recount agrees', async () => {
  const { rows } = await world.services.pool.query<{ id: string }>(
    `select id from survey_responses where village = 'CALANGA' order by id`,
  )
  const [first, ...others] = rows.map(({ id }) => id)
  await world.services.pool.query(`delete from survey_responses where id = any($1)`, [others])
  await world.services.pool.query(`update survey_responses set latitude = -24.9801 where id = $1`, [first])
  await foldCounts(world.db)
  const [locality] = await namesIn(tileAt(15, namesake))
  expect(locality).toMatchObject({ name: 'Calanga', district: 'Magude', n: 1 })
  expect(locality?.position[1]).toBeCloseTo(-24.9801, 4)
  expect(await recount(world.services.streams)).toBe(0)
})
