import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'

/** West, south, east, north. */
export type Bounds = [number, number, number, number]

const longitude = (x: number): number => x * 360 - 180
const latitude = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** Share of positions to ignore at each edge: phones without a fix report the Gulf of Guinea. */
const strayShare = 0.01

interface Span {
  start: number
  end: number
  n: number
}

/** Returns the range of nearly all positions along one axis. */
const findRange = (spans: readonly Span[]): [number, number] => {
  const maxStrays = spans.reduce((sum, { n }) => sum + n, 0) * strayShare
  const skipStrays = (sorted: readonly Span[]): Span | undefined => {
    let count = 0
    return sorted.find(({ n }) => (count += n) > maxStrays)
  }
  const first = skipStrays(spans.toSorted((one, other) => one.start - other.start))
  const last = skipStrays(spans.toSorted((one, other) => other.end - one.end))
  return [first?.start ?? 0, last?.end ?? 1]
}

/** Returns the bounds of nearly all positions; undefined if the list is empty. */
export const boundsOf = (cells: readonly Pick<CellProperties, 'n' | 'cell'>[]): Bounds | undefined => {
  const squares = cells.flatMap(({ n, cell }) => {
    const square = squareOf(cell)
    return square ? [{ n, square }] : []
  })
  if (squares.length === 0) return undefined
  const rangeAlong = (axis: 'x' | 'y') =>
    findRange(
      squares.map(({ n, square }: { n: number; square: Square }) => ({
        start: square[axis] / 2 ** square.z,
        end: (square[axis] + 1) / 2 ** square.z,
        n,
      })),
    )
  const [west, east] = rangeAlong('x')
  const [north, south] = rangeAlong('y')
  return [longitude(west), latitude(south), longitude(east), latitude(north)]
}

/** Returns the edges of a square in degrees. */
export const squareBounds = ({ z, x, y }: Square): Bounds => [
  longitude(x / 2 ** z),
  latitude((y + 1) / 2 ** z),
  longitude((x + 1) / 2 ** z),
  latitude(y / 2 ** z),
]

/** Returns the centre of a cell. */
export const middleOf = (cell: string): { latitude: number; longitude: number } => {
  const { z, x, y } = squareOf(cell) ?? { z: 0, x: 0, y: 0 }
  return { latitude: latitude((y + 0.5) / 2 ** z), longitude: longitude((x + 0.5) / 2 ** z) }
}
