import type { Point } from './cut-ring.ts'

const distance = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}

/**
 * Removes points that deviate less than the tolerance (Ramer–Douglas–Peucker). Neighbouring countries share
 * an arc, so a border stays one line.
 */
export const simplifyArc = (arc: readonly Point[], tolerance: number): Point[] => {
  const [first, last] = [arc[0], arc.at(-1)]
  if (!first || !last || arc.length < 3) return [...arc]
  const strays = arc.map((point) => distance(point, first, last))
  const farthest = Math.max(...strays)
  if (farthest <= tolerance) return [first, last]
  const middle = strays.indexOf(farthest)
  return [
    ...simplifyArc(arc.slice(0, middle + 1), tolerance).slice(0, -1),
    ...simplifyArc(arc.slice(middle), tolerance),
  ]
}
