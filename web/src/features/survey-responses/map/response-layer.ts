import type { Request } from '@baseline/contract/http.ts'
import { getMapTile, tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import { Filter } from '@baseline/contract/survey-responses/response.ts'
import { nearestTile } from '@baseline/contract/survey-responses/square.ts'
import { addProtocol } from 'maplibre-gl'
import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'

import { call } from '#platform/api.ts'

import { addShapes, shapePrefix, shapePx } from './map-shapes.ts'
import { colour } from './open-map.ts'

export type MapFilter = NonNullable<Request<typeof getMapTile>['query']['filter']>

/** Loads tiles with the client of all calls, which adds the access token and retries after a refresh of it. */
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
/** Only one of the two is visible: shapes of the statuses, or circles in the colour of a share. */
export const shapes = 'responses-shapes'
export const circles = 'responses-circles'
export const layers = [shapes, circles]

/** Adds a step for ten times as many responses; in pixels. */
const diameter: ExpressionSpecification = [
  'interpolate',
  ['linear'],
  ['log10', ['get', 'n']],
  0,
  10,
  1,
  12,
  2,
  14,
  3,
  17,
  4,
  21,
  6,
  29,
]

/** Draws the responses by their status above everything else; the largest on top. */
export const addResponses = (map: MapLibre, filter: string): void => {
  addShapes(map)
  map.addSource(source, { type: 'vector', tiles: tilesOf(filter), maxzoom: nearestTile })
  const responses = { source, 'source-layer': tileLayers.responses }
  map.addLayer({
    ...responses,
    id: shapes,
    type: 'symbol',
    layout: {
      'icon-image': ['concat', shapePrefix, ['get', 'status']],
      'icon-size': ['/', diameter, shapePx],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
      'symbol-sort-key': ['get', 'n'],
    },
  })
  map.addLayer({
    ...responses,
    id: circles,
    type: 'circle',
    layout: { 'circle-sort-key': ['get', 'n'], visibility: 'none' },
    paint: {
      'circle-radius': ['/', diameter, 2],
      'circle-stroke-color': colour('color-text-secondary'),
      'circle-stroke-width': 1,
    },
  })
  // Invisible layers: without one MapLibre does not keep these features, and they could not be queried.
  for (const id of [tileLayers.capped, tileLayers.localities])
    map.addLayer({
      id,
      type: 'circle',
      source,
      'source-layer': id,
      paint: { 'circle-radius': 0, 'circle-opacity': 0 },
    })
}

/**
 * Removes the responses and adds them again, which loads every tile. After a failed load neither `setTiles` nor
 * `refreshTiles` does: MapLibre 6 marks a failed tile as loading and then waits for it forever.
 */
export const replaceResponses = (map: MapLibre, filter: string): void => {
  for (const { id, ...layer } of map.getStyle().layers)
    if ('source' in layer && layer.source === source) map.removeLayer(id)
  map.removeSource(source)
  addResponses(map, filter)
}
