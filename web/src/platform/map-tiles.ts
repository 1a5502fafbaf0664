import type { MapTiles } from '@baseline/contract/settings/contract.ts'

let tiles: MapTiles | null = null

/** The operator's own base map, if any; set from the settings before the first render. */
export const mapTiles = (): MapTiles | null => tiles
export const setMapTiles = (newTiles: MapTiles | null): void => {
  tiles = newTiles
}
