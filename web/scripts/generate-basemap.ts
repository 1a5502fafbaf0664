/**
 * Writes the countries' outlines that the maps are drawn on, so that a map needs nothing from the internet.
 * `--check` only says whether the file is what this script makes of world-atlas.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { cutRing } from './basemap/cut-ring.ts'
import type { Ring } from './basemap/cut-ring.ts'
import { polygonsIn } from './basemap/read-topology.ts'
import type { Topology } from './basemap/read-topology.ts'

const target = join(import.meta.dirname, '../src/features/survey-responses/map/countries.json')
const source = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')

/** About five kilometres: what a country's outline needs, at a third of the bytes. */
const toleranceDegrees = 0.05

/** About a kilometre: finer than the outlines are true. */
const rounded = (ring: Ring): number[][] => {
  const points = ring.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])
  return points.filter((point, index) => index === 0 || String(point) !== String(points[index - 1]))
}

/** Rings are drawn as lines and holes as land: a border is a border, and a lake is smaller than a pixel here. */
const outlines = (topology: Topology): number[][][] =>
  polygonsIn(topology, 'countries', toleranceDegrees)
    .flatMap((rings) => rings.flatMap(cutRing))
    .map(rounded)
    .filter((ring) => ring.length > 3)

// world-atlas is of an exact version; its shape is known.
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology
const text = `${JSON.stringify({ type: 'MultiPolygon', coordinates: outlines(topology).map((ring) => [ring]) })}\n`

if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('the outlines are not what the script makes: npm run basemap -w web')
  process.exitCode = 1
}
