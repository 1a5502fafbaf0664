import { z } from 'zod'

/** Longitude and latitude, as in GeoJSON (RFC 7946). */
const Position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
export type Position = z.infer<typeof Position>

const maxPoints = 10_000

const isClosed = (ring: readonly Position[]): boolean => {
  const [first, last] = [ring[0], ring.at(-1)]
  return first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1]
}

const Line = z.strictObject({
  type: z.literal('LineString'),
  coordinates: z.array(Position).min(2).max(maxPoints),
})
const Area = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: z.tuple([z.array(Position).min(4).max(maxPoints).refine(isClosed)]),
})

/** A geometry in GeoJSON: the answer to `geotrace` or `geoshape`. */
export type Shape = z.infer<typeof Line> | z.infer<typeof Area>

export const isShape = (value: unknown): value is Shape =>
  Line.safeParse(value).success || Area.safeParse(value).success

/** Returns the points of a shape, without the repetition of the first one in an area. */
export const pointsOf = ({ type, coordinates }: Shape): readonly Position[] =>
  type === 'Polygon' ? coordinates[0].slice(0, -1) : coordinates

/** Writes a shape as ODK does: latitude, longitude, altitude and accuracy of each point. */
export const textOfShape = (shape: Shape): string => {
  const points = shape.type === 'Polygon' ? shape.coordinates[0] : shape.coordinates
  return points.map(([longitude, latitude]) => `${String(latitude)} ${String(longitude)} 0 0`).join('; ')
}

/** Reads points in the notation of ODK: latitude and longitude of each point, separated by semicolons or lines. */
const positionsIn = (text: string): (number | undefined)[][] =>
  text
    .split(/[;\n]/)
    .filter((point) => point.trim() !== '')
    .map((point) => {
      const [latitude, longitude] = point
        .trim()
        .split(/[\s,]+/)
        .map(Number)
      return [longitude, latitude]
    })

/** Reads the valid points of a text that a user is typing. */
export const readPoints = (text: string): Position[] =>
  positionsIn(text).flatMap((position) => {
    const { data } = Position.safeParse(position)
    return data ? [data] : []
  })

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toGeoJson = (text: string, type: 'line' | 'area'): unknown => {
  if (text.trim().startsWith('{')) return parseJson(text)
  const positions = positionsIn(text)
  if (type === 'line') return { type: 'LineString', coordinates: positions }
  const [first] = positions
  const last = positions.at(-1)
  const isOpen = first?.[0] !== last?.[0] || first?.[1] !== last?.[1] || positions.length < 2
  return { type: 'Polygon', coordinates: [isOpen && first ? [...positions, first] : positions] }
}

/** Reads GeoJSON, its text, or points in the notation of ODK; undefined if it is no such shape. */
export const readShape = (input: unknown, type: 'line' | 'area'): Shape | undefined => {
  const value = typeof input === 'string' ? toGeoJson(input, type) : input
  return type === 'line' ? Line.safeParse(value).data : Area.safeParse(value).data
}
