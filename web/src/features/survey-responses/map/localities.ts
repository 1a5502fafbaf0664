import type { CellProperties, LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'

import { middleOf, squareBounds } from './bounds.ts'

/** A district or a village with its position. */
export interface Locality extends LocalityProperties {
  key: string
  longitude: number
  latitude: number
}

interface Naming {
  name: string
  district: string | undefined
  /** Whether the name belongs to the largest of several places in the cell, or to a place nearby. */
  isAround: boolean
}

/** Maximum distance between a cell and the place that it is named after, in cell widths. */
const mostCellsAway = 8

/** Names a cell of the map after its only village, or after the largest or nearest one. */
export const nameOf = (
  { cell, village, district }: Pick<CellProperties, 'cell' | 'village' | 'district'>,
  localities: readonly Locality[],
): Naming | undefined => {
  if (village !== undefined) return { name: village, district, isAround: false }
  const square = squareOf(cell)
  if (!square) return undefined
  const [west, south, east, north] = squareBounds(square)
  const inside = ({ longitude, latitude }: Locality) =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north
  const villages = localities.filter(({ kind }) => kind === 'village')
  const [largest, another] = villages.filter(inside).toSorted((one, other) => other.n - one.n)
  if (largest) return { name: largest.name, district: largest.district, isAround: another !== undefined }
  const middle = middleOf(cell)
  const shrink = Math.cos((middle.latitude * Math.PI) / 180)
  const distanceTo = ({ longitude, latitude }: Locality) =>
    Math.hypot((longitude - middle.longitude) * shrink, latitude - middle.latitude)
  const known = villages.length > 0 ? villages : localities
  const nearest = known.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0]
  // At high zoom levels cells are smaller than a village, so 0.01° (about 1 km) is always near enough.
  const most = Math.max((east - west) * mostCellsAway, 0.01)
  if (!nearest || distanceTo(nearest) > most) return undefined
  return { name: nearest.name, district: nearest.district, isAround: true }
}
