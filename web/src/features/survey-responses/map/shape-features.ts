import type { Position } from '@baseline/contract/surveys/shapes.ts'

export type DrawnKind = 'location' | 'line' | 'area'

/** Six decimals are about 10 cm on the ground. */
const scale = 1e6

/** Rounds a position of the mouse. Crossing the 180th meridian continues on the other side. */
export const roundPosition = ([longitude, latitude]: Position): Position => [
  Math.round((((((longitude + 180) % 360) + 360) % 360) - 180) * scale) / scale,
  Math.round(latitude * scale) / scale,
]

const outlineOf = (kind: DrawnKind, points: readonly Position[]) => {
  const [first] = points
  if (kind === 'location' || first === undefined || points.length < 2) return []
  return kind === 'area' && points.length > 2
    ? [{ type: 'Polygon' as const, coordinates: [[...points, first]] }]
    : [{ type: 'LineString' as const, coordinates: [...points] }]
}

/** Returns the shape of the points and each point, in GeoJSON. */
export const featuresOf = (kind: DrawnKind, points: readonly Position[]) => ({
  type: 'FeatureCollection' as const,
  features: [
    ...outlineOf(kind, points).map((geometry) => ({ type: 'Feature' as const, geometry, properties: {} })),
    ...points.map((coordinates) => ({
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates },
      properties: {},
    })),
  ],
})
