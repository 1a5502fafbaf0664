/**
 * Writes the country outlines of the base map, so that a map needs no internet. `--check` only reports
 * whether the file matches the output of this script.
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

/** About five kilometres: enough detail for country outlines, at a third of the size. */
const toleranceDegrees = 0.05

/** Rounds to about a kilometre, which is finer than the accuracy of the outlines. */
const roundRing = (ring: Ring): number[][] => {
  const points = ring.map(([x, y]) => [Math.round(x * 100) / 100, Math.round(y * 100) / 100])
  return points.filter((point, index) => index === 0 || String(point) !== String(points[index - 1]))
}

/** Returns all rings as lines. Holes count as land: lakes are smaller than a pixel here. */
const outlines = (topology: Topology): number[][][] =>
  polygonsIn(topology, 'countries', toleranceDegrees)
    .flatMap((rings) => rings.flatMap(cutRing))
    .map(roundRing)
    .filter((ring) => ring.length > 3)

// The version of world-atlas is pinned, so its shape is known.
const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology
const text = `${JSON.stringify({ type: 'MultiPolygon', coordinates: outlines(topology).map((ring) => [ring]) })}\n`

if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text) {
  console.error('the outlines differ from the output of the script; run npm run basemap -w web')
  process.exitCode = 1
}
