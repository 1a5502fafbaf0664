import type { Request } from '@baseline/contract/http.ts'
import { getMapTile, tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import { Filter } from '@baseline/contract/survey-responses/response.ts'
import { nearestTile } from '@baseline/contract/survey-responses/square.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { addProtocol } from 'maplibre-gl'
import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'

import { call } from '#platform/api.ts'
import { responseTones } from '#platform/ui/response-tones.ts'

import { colour } from './open-map.ts'

export type MapFilter = NonNullable<Request<typeof getMapTile>['query']['filter']>

/** Tiles are asked for as every call is, with the token of the person, and again where that is refused. */
const protocol = 'responses'
addProtocol(protocol, async ({ url }, { signal }) => {
  const [filter = '', z = '', x = '', y = ''] = url.slice(`${protocol}://`.length).split('/')
  const query = { filter: Filter.parse(JSON.parse(decodeURIComponent(filter))) }
  const tile = await call(getMapTile, { params: { z, x, y }, query, signal })
  return { data: tile.buffer }
})

/** The filter as JSON, so that the same one is known again. */
export const tilesOf = (filter: string): string[] => [
  `${protocol}://${encodeURIComponent(filter)}/{z}/{x}/{y}`,
]

export const source = 'responses'
export const layer = 'responses'

/** As the dots beside the words, so that one learns them once; a grey is drawn darker, as it lies on grey. */
const tones = {
  off: 'color-text-tertiary',
  new: 'color-info',
  waiting: 'color-warning',
  checked: 'color-bg-container',
  good: 'color-success',
  bad: 'color-error',
} as const

const byStatus = (value: (status: ResponseStatus) => string): ExpressionSpecification => {
  const [first, ...others] = responseStatuses
  const pairs = others.flatMap((status) => [status, value(status)])
  return ['match', ['get', 'status'], first, value(first), ...pairs, 'black']
}

/** Ten times as many are a step larger. */
const radius: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['log10', ['get', 'n']],
  0,
  4,
  1,
  5,
  2,
  6.5,
  3,
  8,
  4,
  10,
  6,
  14,
]

/** Circles of the responses above everything else; the most of them on top. */
export const addResponses = (map: MapLibre, filter: string): void => {
  const edge = colour('color-bg-container')
  map.addSource(source, { type: 'vector', tiles: tilesOf(filter), maxzoom: nearestTile })
  map.addLayer({
    id: layer,
    type: 'circle',
    source,
    'source-layer': tileLayers.responses,
    layout: { 'circle-sort-key': ['get', 'n'] },
    paint: {
      'circle-radius': radius,
      'circle-color': byStatus((status) => colour(tones[responseTones[status]])),
      'circle-stroke-color': byStatus((status) =>
        responseTones[status] === 'checked' ? colour('color-success') : edge,
      ),
      'circle-stroke-width': ['match', ['get', 'status'], 'verified', 2, 1],
    },
  })
  // Only so that its tiles are kept and can be asked whether they are whole.
  map.addLayer({
    id: tileLayers.capped,
    type: 'circle',
    source,
    'source-layer': tileLayers.capped,
    paint: { 'circle-radius': 0, 'circle-opacity': 0 },
  })
}
