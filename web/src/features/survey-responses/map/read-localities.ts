import { tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import type { LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import type { Map as MapLibre } from 'maplibre-gl'

import type { Locality } from './localities.ts'
import { source } from './response-layer.ts'

const isLocality = (properties: object): properties is LocalityProperties =>
  'kind' in properties && 'name' in properties && 'n' in properties

/** Returns the names in the loaded tiles, each once: tiles that share a square repeat its names. */
export const readLocalities = (map: MapLibre): Locality[] => {
  const localities = new Map<string, Locality>()
  const features = map.querySourceFeatures(source, { sourceLayer: tileLayers.localities })
  for (const { geometry, properties } of features) {
    if (geometry.type !== 'Point' || !isLocality(properties)) continue
    const [longitude = 0, latitude = 0] = geometry.coordinates
    const key = JSON.stringify([properties.kind, properties.district, properties.name])
    if ((localities.get(key)?.n ?? 0) < properties.n)
      localities.set(key, { ...properties, key, longitude, latitude })
  }
  return [...localities.values()]
}
