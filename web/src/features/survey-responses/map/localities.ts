import type { CellProperties, LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'

import { middleOf, squareBounds } from './bounds.ts'

/** A district or a village with its position. */
export interface Locality extends LocalityProperties {
  key: string
  longitude: number
  latitude: number
}

interface PlaceName {
  name: string
  district: string | undefined
  /** Whether the name belongs to the largest of several places in the cell, or to a place nearby. */
  isApproximate: boolean
}

/** Maximum distance between a cell and the place that it is named after, in cell widths. */
const maxCellsAway = 8

/** Names a cell of the map after its only village, or after the largest or nearest one. */
export const nameOf = (
  { cell, village, district }: Pick<CellProperties, 'cell' | 'village' | 'district'>,
  localities: readonly Locality[],
): PlaceName | undefined => {
  if (village !== undefined) return { name: village, district, isApproximate: false }
  const square = squareOf(cell)
  if (!square) return undefined
  const [west, south, east, north] = squareBounds(square)
  const isInside = ({ longitude, latitude }: Locality) =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north
  const villages = localities.filter(({ kind }) => kind === 'village')
  const [largest, secondLargest] = villages.filter(isInside).toSorted((one, other) => other.n - one.n)
  if (largest)
    return { name: largest.name, district: largest.district, isApproximate: secondLargest !== undefined }
  const middle = middleOf(cell)
  const shrink = Math.cos((middle.latitude * Math.PI) / 180)
  const distanceTo = ({ longitude, latitude }: Locality) =>
    Math.hypot((longitude - middle.longitude) * shrink, latitude - middle.latitude)
  const candidates = villages.length > 0 ? villages : localities
  const nearest = candidates.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0]
  // At high zoom levels cells are smaller than a village, so 0.01° (about 1 km) is always near enough.
  const maxDistance = Math.max((east - west) * maxCellsAway, 0.01)
  if (!nearest || distanceTo(nearest) > maxDistance) return undefined
  return { name: nearest.name, district: nearest.district, isApproximate: true }
}
