import { finestZoom } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Returns the Z-order (Morton) number of a square: the bits of x and y are interleaved, as in the column
 * `cell`. The squares within a larger one are one range of numbers. Uses arithmetic, because a number has 48
 * bits and bitwise operators in JavaScript only support 32.
 */
const numberOf = ({ z, x, y }: Square): number => {
  let number = 0
  for (let bit = z - 1; bit >= 0; bit -= 1) number = number * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
  return number
}

/** Inverse of numberOf(). */
export const squareAt = (z: number, number: number): Square => {
  let [x, y] = [0, 0]
  for (let bit = 0, rest = number; bit < z; bit += 1, rest = Math.floor(rest / 4)) {
    x |= (rest % 2) << bit
    y |= (Math.floor(rest / 2) % 2) << bit
  }
  return { z, x, y }
}

/** Range of cell numbers. Includes `from`, excludes `until`. */
export interface Cells {
  from: number
  until: number
}

/** Returns the finest cells of a square. */
export const cellsOf = (square: Square): Cells => {
  const cellCount = 4 ** (finestZoom - square.z)
  const from = numberOf(square) * cellCount
  return { from, until: from + cellCount }
}

/** Intersection of two squares: one of them, or empty. */
export const intersect = (one: Cells, other: Cells): Cells => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
})

export const inCells = ({ from, until }: Cells): RawBuilder<boolean> =>
  sql<boolean>`cell >= ${from} and cell < ${until}`
