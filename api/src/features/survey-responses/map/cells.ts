import { finestZoom } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * A square's number: the bits of x and y take turns, as the column `cell` has them. The numbers of all squares within a
 * larger one follow each other. They need 48 bits, more than operators on bits take here.
 */
const numberOf = ({ z, x, y }: Square): number => {
  let number = 0
  for (let bit = z - 1; bit >= 0; bit -= 1) number = number * 4 + ((y >> bit) & 1) * 2 + ((x >> bit) & 1)
  return number
}

/** The other way round. */
export const squareAt = (z: number, number: number): Square => {
  let [x, y] = [0, 0]
  for (let bit = 0, rest = number; bit < z; bit += 1, rest = Math.floor(rest / 4)) {
    x |= (rest % 2) << bit
    y |= (Math.floor(rest / 2) % 2) << bit
  }
  return { z, x, y }
}

/** Numbers from one up to another, which is not one of them. */
export interface Cells {
  from: number
  until: number
}

/** The finest cells of a square. */
export const cellsOf = (square: Square): Cells => {
  const within = 4 ** (finestZoom - square.z)
  const from = numberOf(square) * within
  return { from, until: from + within }
}

/** What two squares share is one of them, or nothing. */
export const inBoth = (one: Cells, other: Cells): Cells => ({
  from: Math.max(one.from, other.from),
  until: Math.min(one.until, other.until),
})

export const inCells = ({ from, until }: Cells): RawBuilder<boolean> =>
  sql<boolean>`cell >= ${from} and cell < ${until}`
