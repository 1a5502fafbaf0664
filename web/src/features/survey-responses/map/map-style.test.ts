import { expect, test } from 'vitest'

import { mapStyle } from './map-style.ts'

const layersOf = (style: ReturnType<typeof mapStyle>) => style.layers.map(({ id }) => id)

test('loads the map only from this server if the operator has no tiles', () => {
  const style = mapStyle(false, '/outlines.json', null)
  expect(style.sources).toEqual({ countries: { type: 'geojson', data: '/outlines.json' } })
  expect(layersOf(style)).toEqual(['sea', 'land', 'borders'])
})

test('draws tiles of the operator above the outlines', () => {
  const tiles = { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Example' }
  const style = mapStyle(true, '/outlines.json', tiles)
  expect(style.sources['tiles']).toMatchObject({ type: 'raster', tiles: [tiles.url] })
  expect(layersOf(style)).toEqual(['sea', 'land', 'borders', 'tiles'])
})
