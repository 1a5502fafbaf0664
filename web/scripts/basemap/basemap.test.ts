import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { cutRing } from './cut-ring.ts'
import { simplifyArc } from './simplify-arc.ts'

test('splits a country across the 180th meridian into one ring on each side', () => {
  const fiji = [
    [178, -16],
    [-178, -16],
    [-178, -20],
    [178, -20],
    [178, -16],
  ] as const
  const rings = cutRing(fiji)
  expect(rings).toHaveLength(2)
  const sides = rings.map((ring) => ring.map(([longitude]) => longitude))
  expect(sides.map((side) => [Math.min(...side), Math.max(...side)])).toEqual(
    expect.arrayContaining([
      [178, 180],
      [-180, -178],
    ]),
  )
})

test('extends a ring around the pole to the edge of the map', () => {
  const antarctica = [-180, -90, 0, 90, 180].map((longitude) => [longitude, -70] as const)
  const points = cutRing(antarctica).flat()
  expect(points).toContainEqual([180, -90])
  expect(points).toContainEqual([-180, -90])
})

test('leaves a ring that does not cross the meridian unchanged', () => {
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ] as const
  expect(cutRing(square)[0]?.map(String)).toEqual(expect.arrayContaining(square.map(String)))
  expect(cutRing(square)).toHaveLength(1)
})

test('keeps only points that deviate from the line', () => {
  const arc = [
    [0, 0],
    [1, 0.01],
    [2, 0],
    [3, 1],
    [4, 0],
  ] as const
  expect(simplifyArc(arc, 0.05).map(([x]) => x)).toEqual([0, 2, 3, 4])
})

test('the committed outlines match the script, and no line crosses the whole map', () => {
  const script = join(import.meta.dirname, '../generate-basemap.ts')
  expect(() => execFileSync(process.execPath, [script, '--check'])).not.toThrow()
  const file = join(import.meta.dirname, '../../src/features/survey-responses/map/countries.json')
  const { coordinates } = JSON.parse(readFileSync(file, 'utf8')) as { coordinates: [number, number][][][] }
  const rings = coordinates.flat()
  expect(rings.length).toBeGreaterThan(500)
  const jumps = rings.flatMap((ring) =>
    ring.slice(1).map(([x], index) => Math.abs(x - (ring[index]?.[0] ?? x))),
  )
  // Only the edge of the map below Antarctica is that long.
  expect(jumps.filter((jump) => jump > 180)).toHaveLength(1)
})
