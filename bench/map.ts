import { squareAt } from '../api/src/features/survey-responses/map/cells.ts'
import type { SurveyResponseFilter } from '../contract/src/survey-responses/response.ts'
import { addressOf, finestZoom, nearestTile } from '../contract/src/survey-responses/square.ts'
import { combinations, queryText, samplesOf, searches, singleFilters } from './queries.ts'
import type { Sample } from './queries.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

const mostMs = 2_000

/** Returns the addresses of the two tiles with the most responses at a zoom. */
const busiest = async ({ owner }: World, zoom: number): Promise<string[]> => {
  const { rows } = await owner.query<{ tile: number }>(
    `select cell >> $1 as tile from survey_responses where cell is not null group by 1 order by count(*) desc limit 2`,
    [2 * (finestZoom - zoom)],
  )
  return rows.map(({ tile }) => addressOf(squareAt(zoom, tile)))
}

const timed = async (world: World, tile: string, filter: SurveyResponseFilter): Promise<number> => {
  const query = queryText({ filter })
  const headers = { authorization: `Bearer ${await world.bearer()}` }
  const began = performance.now()
  const { status } = await send(`${world.stack.apiUrl}/api/survey-responses/map/${tile}?${query}`, {
    headers,
  })
  if (status !== 200) throw new Error(`${tile} ${query}: ${String(status)}`)
  return performance.now() - began
}

interface Asked {
  name: string
  tile: string
  filter: SurveyResponseFilter
}

const slowestOf = async (world: World, asked: readonly Asked[]) => {
  const slowest = { value: 0, note: '' }
  for (const { name, tile, filter } of asked) {
    const value = await timed(world, tile, filter)
    if (value > slowest.value) Object.assign(slowest, { value, note: `${name}, ${tile}` })
  }
  return slowest
}

const counted: Readonly<Record<string, (row: Sample) => SurveyResponseFilter>> = {
  everything: () => ({}),
  'a survey': (row) => ({ surveyId: [row.survey_id] }),
  'two statuses': () => ({ status: ['submitted', 'rejected'] }),
  'a district': (row) => ({ districtName: [row.district_name] }),
}

/**
 * Measures the busiest tiles of every zoom, with the filters that have rollups and with every other filter.
 */
export const map = async (world: World, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(world, times)
  const others = { ...singleFilters, ...combinations, ...searches }
  const part = 'Tiles of the map'
  const asked = (filters: typeof others, tiles: readonly string[]): Asked[] =>
    Object.entries(filters).flatMap(([name, filterOf]) =>
      samples.flatMap((row, n) => tiles.map((tile) => ({ name, tile, filter: filterOf(row, n) }))),
    )
  for (let zoom = 0; zoom <= nearestTile; zoom += 1) {
    const slowest = await slowestOf(world, asked(counted, await busiest(world, zoom)))
    const what = `zoom ${String(zoom)}, slowest of the filters with rollups`
    report.tell({ part, what, unit: 'ms', most: mostMs, ...slowest })
  }
  for (const zoom of [0, 3, 6, 9, 12, 15, nearestTile]) {
    const slowest = await slowestOf(world, asked(others, (await busiest(world, zoom)).slice(0, 1)))
    const what = `zoom ${String(zoom)}, slowest of ${String(Object.keys(others).length)} other filters`
    report.tell({ part, what, unit: 'ms', most: mostMs, ...slowest })
  }
}
