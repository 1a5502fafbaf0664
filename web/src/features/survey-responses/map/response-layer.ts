import type { CallInput } from '@baseline/contract/http.ts'
import { getMapTile, tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import { Filter } from '@baseline/contract/survey-responses/filter.ts'
import { maxTileZoom } from '@baseline/contract/survey-responses/square.ts'
import { addProtocol } from 'maplibre-gl'
import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'

import { call } from '#platform/api.ts'

import { addShapes, shapePrefix, shapePx } from './map-shapes.ts'
import { cssColour } from './open-map.ts'

export type MapFilter = NonNullable<CallInput<typeof getMapTile>['query']['filter']>

/** Loads tiles with the API client, which adds the access token and retries after a token refresh. */
const protocol = 'responses'
addProtocol(protocol, async ({ url }, { signal }) => {
  const [filter = '', z = '', x = '', y = ''] = url.slice(`${protocol}://`.length).split('/')
  const query = { filter: Filter.parse(JSON.parse(decodeURIComponent(filter))) }
  const tile = await call(getMapTile, { params: { z, x, y }, query, signal })
  return { data: tile.buffer }
})

/** Returns the tile URL of a filter. The filter is JSON, so that equal filters have equal URLs. */
export const tilesOf = (filter: string): string[] => [
  `${protocol}://${encodeURIComponent(filter)}/{z}/{x}/{y}`,
]

export const source = 'responses'
/** Only one of these layers is visible: status shapes, or circles coloured by a share. */
export const shapesLayer = 'responses-shapes'
export const circlesLayer = 'responses-circles'
export const layers = [shapesLayer, circlesLayer]

/** Diameter in pixels, on a logarithmic scale of the number of responses. */
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

/** Adds the response layers above all other layers, with the largest symbols on top. */
export const addResponses = (map: MapLibre, filter: string): void => {
  addShapes(map)
  map.addSource(source, { type: 'vector', tiles: tilesOf(filter), maxzoom: maxTileZoom })
  const responses = { source, 'source-layer': tileLayers.responses }
  map.addLayer({
    ...responses,
    id: shapesLayer,
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
    id: circlesLayer,
    type: 'circle',
    layout: { 'circle-sort-key': ['get', 'n'], visibility: 'none' },
    paint: {
      'circle-radius': ['/', diameter, 2],
      'circle-stroke-color': cssColour('--ant-color-text-secondary'),
      'circle-stroke-width': 1,
    },
  })
  // MapLibre keeps only features that a layer uses. These invisible layers make the features available for
  // queries.
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
