import type { MapTiles } from '@baseline/contract/settings/contract.ts'

let tiles: MapTiles | null = null

/** The operator's own map, where there is one; told by the settings before anything is shown. */
export const mapTiles = (): MapTiles | null => tiles
export const setMapTiles = (given: MapTiles | null): void => {
  tiles = given
}
