/** Rounds a figure for a sentence. */
export const round = (value: number, digits = 0): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}

interface Place {
  latitude: number | null
  longitude: number | null
}

const radians = Math.PI / 180
const earthRadiusMetres = 6_371_008.8

/** Returns the distance of two places in metres (haversine); undefined if one has no position. */
export const metresBetween = (a: Place, b: Place): number | undefined => {
  if (a.latitude === null || a.longitude === null || b.latitude === null || b.longitude === null)
    return undefined
  const sinLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2)
  const sinLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2)
  const h =
    sinLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * sinLongitude ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(h)))
}
