import type { MapTiles } from '@baseline/contract/settings/contract.ts'
import type { StyleSpecification } from 'maplibre-gl'

const tileSize = 256

/**
 * Style with land, sea and borders. It has no text, which would need external font files. Tiles of the
 * operator are drawn above; if a tile fails to load, the outlines stay visible.
 */
export const mapStyle = (dark: boolean, outlines: string, tiles: MapTiles | null): StyleSpecification => ({
  version: 8,
  sources: {
    countries: { type: 'geojson', data: outlines },
    ...(tiles && { tiles: { type: 'raster', tiles: [tiles.url], tileSize } }),
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': dark ? '#1c2733' : '#dbe7f0' } },
    {
      id: 'land',
      type: 'fill',
      source: 'countries',
      paint: { 'fill-color': dark ? '#2f3338' : '#f7f5f0', 'fill-antialias': false },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': dark ? '#6b7480' : '#a3a9b0', 'line-width': 1 },
    },
    ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
  ],
})
