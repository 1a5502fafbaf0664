export type Point = readonly [longitude: number, latitude: number]
export type Ring = readonly Point[]

/** Goes on past the 180th meridian instead of jumping back to the other side of the world. */
const unrolled = (ring: Ring): Point[] => {
  let turns = 0
  return ring.map(([longitude, latitude], index) => {
    const before = ring[index - 1]?.[0] ?? longitude
    if (longitude - before > 180) turns -= 1
    if (longitude - before < -180) turns += 1
    return [longitude + turns * 360, latitude]
  })
}

/** A ring that has gone once around the world encloses a pole: it is closed over that pole's edge of the map. */
const closedOverPole = (ring: Point[]): Point[] => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** The part of a ring on one side of a meridian. */
const clipped = (ring: Ring, meridian: number, isInside: (longitude: number) => boolean): Point[] =>
  ring.flatMap((point, index): Point[] => {
    const before = ring.at(index - 1) ?? point
    const entersOrLeaves = isInside(before[0]) !== isInside(point[0])
    const share = (meridian - before[0]) / (point[0] - before[0])
    const crossing: Point[] = entersOrLeaves ? [[meridian, before[1] + share * (point[1] - before[1])]] : []
    return isInside(point[0]) ? [...crossing, point] : crossing
  })

/**
 * world-atlas draws for globes, where a country may cross the 180th meridian; on a flat map such a ring would smear
 * over the whole width. Here it becomes one ring on each side.
 */
export const cutRing = (ring: Ring): Point[][] => {
  const whole = closedOverPole(unrolled(ring))
  return [-360, 0, 360].flatMap((shift) => {
    const moved = whole.map(([longitude, latitude]): Point => [longitude + shift, latitude])
    const east = clipped(moved, -180, (longitude) => longitude >= -180)
    const part = clipped(east, 180, (longitude) => longitude <= 180)
    const [first] = part
    return first && part.length > 2 ? [[...part, first]] : []
  })
}
