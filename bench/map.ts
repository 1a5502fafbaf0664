import { squareAt } from '../api/src/features/survey-responses/map/cells.ts'
import type { SurveyResponseFilter } from '../contract/src/survey-responses/filter.ts'
import { addressOf, finestZoom, maxTileZoom } from '../contract/src/survey-responses/square.ts'
import type { BenchStack } from './bench-stack.ts'
import { combinations, queryText, samplesOf, searches, singleFilters } from './queries.ts'
import type { Sample } from './queries.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'

const maxMs = 2_000

/** Returns the addresses of the two tiles with the most responses at a zoom. */
const findBusiestTiles = async ({ owner }: BenchStack, zoom: number): Promise<string[]> => {
  const { rows } = await owner.query<{ tile: number }>(
    `select cell >> $1 as tile from survey_responses where cell is not null group by 1 order by count(*) desc limit 2`,
    [2 * (finestZoom - zoom)],
  )
  return rows.map(({ tile }) => addressOf(squareAt(zoom, tile)))
}

const measureTile = async (
  bench: BenchStack,
  tile: string,
  filter: SurveyResponseFilter,
): Promise<number> => {
  const query = queryText({ filter })
  const headers = { authorization: `Bearer ${await bench.bearer()}` }
  const startedAt = performance.now()
  const { status } = await send(`${bench.stack.apiUrl}/api/survey-responses/map/${tile}?${query}`, {
    headers,
  })
  if (status !== 200) throw new Error(`${tile} ${query}: ${String(status)}`)
  return performance.now() - startedAt
}

interface TileRequest {
  name: string
  tile: string
  filter: SurveyResponseFilter
}

const findSlowest = async (bench: BenchStack, requests: readonly TileRequest[]) => {
  const slowest = { value: 0, note: '' }
  for (const { name, tile, filter } of requests) {
    const value = await measureTile(bench, tile, filter)
    if (value > slowest.value) Object.assign(slowest, { value, note: `${name}, ${tile}` })
  }
  return slowest
}

const rollupFilters: Readonly<Record<string, (row: Sample) => SurveyResponseFilter>> = {
  everything: () => ({}),
  'a survey': (row) => ({ surveyId: [row.survey_id] }),
  'two statuses': () => ({ status: ['submitted', 'rejected'] }),
  'a district': (row) => ({ districtName: [row.district_name] }),
}

/**
 * Measures the busiest tiles of every zoom, with the filters that have rollups and with every other filter.
 */
export const map = async (bench: BenchStack, report: Report, times: number): Promise<void> => {
  const samples = await samplesOf(bench, times)
  const others = { ...singleFilters, ...combinations, ...searches }
  const part = 'Tiles of the map'
  const toRequests = (filters: typeof others, tiles: readonly string[]): TileRequest[] =>
    Object.entries(filters).flatMap(([name, filterOf]) =>
      samples.flatMap((row, n) => tiles.map((tile) => ({ name, tile, filter: filterOf(row, n) }))),
    )
  for (let zoom = 0; zoom <= maxTileZoom; zoom += 1) {
    const slowest = await findSlowest(bench, toRequests(rollupFilters, await findBusiestTiles(bench, zoom)))
    const what = `zoom ${String(zoom)}, slowest of the filters with rollups`
    const row = zoom <= 10 ? 'map.zooms 0 to 10' : zoom === 11 ? 'map.zoom 11' : 'map.zoom 12 and higher'
    report.add({
      part,
      what,
      unit: 'ms',
      most: maxMs,
      row,
      cases: Object.keys(rollupFilters).length,
      ...slowest,
    })
  }
  for (const zoom of [0, 3, 6, 9, 12, 15, maxTileZoom]) {
    const slowest = await findSlowest(
      bench,
      toRequests(others, (await findBusiestTiles(bench, zoom)).slice(0, 1)),
    )
    const cases = Object.keys(others).length
    const what = `zoom ${String(zoom)}, slowest of ${String(cases)} other filters`
    report.add({ part, what, unit: 'ms', most: maxMs, row: 'map.other filters', cases, ...slowest })
  }
}
