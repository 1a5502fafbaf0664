export type Point = readonly [longitude: number, latitude: number]
export type Ring = readonly Point[]

/** Continues past the 180th meridian instead of jumping to the other side of the map. */
const unrollRing = (ring: Ring): Point[] => {
  let turns = 0
  return ring.map(([longitude, latitude], index) => {
    const before = ring[index - 1]?.[0] ?? longitude
    if (longitude - before > 180) turns -= 1
    if (longitude - before < -180) turns += 1
    return [longitude + turns * 360, latitude]
  })
}

/** A ring that goes around the world encloses a pole: closes it along that pole's edge of the map. */
const closeOverPole = (ring: Point[]): Point[] => {
  const [first, last] = [ring[0], ring.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring
  const pole = first[1] < 0 ? -90 : 90
  return [...ring, [last[0], pole], [first[0], pole], first]
}

/** Returns the part of a ring on one side of a meridian. */
const clipRing = (ring: Ring, meridian: number, isInside: (longitude: number) => boolean): Point[] =>
  ring.flatMap((point, index): Point[] => {
    const before = ring.at(index - 1) ?? point
    const crosses = isInside(before[0]) !== isInside(point[0])
    const share = (meridian - before[0]) / (point[0] - before[0])
    const crossing: Point[] = crosses ? [[meridian, before[1] + share * (point[1] - before[1])]] : []
    return isInside(point[0]) ? [...crossing, point] : crossing
  })

/**
 * Splits a ring at the 180th meridian into one ring on each side. world-atlas is drawn for globes; on a flat
 * map a ring that crosses the meridian would stretch over the whole width.
 */
export const cutRing = (ring: Ring): Point[][] => {
  const closedRing = closeOverPole(unrollRing(ring))
  return [-360, 0, 360].flatMap((shift) => {
    const shiftedRing = closedRing.map(([longitude, latitude]): Point => [longitude + shift, latitude])
    const east = clipRing(shiftedRing, -180, (longitude) => longitude >= -180)
    const part = clipRing(east, 180, (longitude) => longitude <= 180)
    const [first] = part
    return first && part.length > 2 ? [[...part, first]] : []
  })
}
