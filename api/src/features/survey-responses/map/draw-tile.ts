import { tileLayers } from '@baseline/contract/survey-responses/contract.ts'
import type { CellProperties, LocalityProperties } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { addressOf, cellZooms, finestZoom, squareOf } from '@baseline/contract/survey-responses/square.ts'
import type { Square } from '@baseline/contract/survey-responses/square.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { fromVectorTileJs, GeoJSONWrapper } from '@maplibre/vt-pbf'

import type { Reader } from '../scope.ts'
import { squareAt } from './cells.ts'
import { findLocalities } from './find-localities.ts'
import type { Locality } from './find-localities.ts'
import { findInTile } from './find-squares.ts'
import type { LabelledResponse } from './find-squares.ts'

/** Width and height of a tile in its own coordinates. */
const extent = 4096

/** Returns the centre of a square in the coordinates of a tile. */
const centreIn = (tile: Square, { z, x, y }: Square): [number, number] => {
  const perTile = 2 ** (z - tile.z)
  const scale = (index: number, from: number) =>
    Math.floor(((index - from * perTile + 0.5) / perTile) * extent)
  return [scale(x, tile.x), scale(y, tile.y)]
}

/**
 * Returns the point of a locality. A tile smaller than the squares of localities also has names outside it,
 * so that the nearest name is known.
 */
const toLocalityPoint = (tile: Square, { kind, name, district, n, x, y }: Locality) => {
  const properties: LocalityProperties = { kind, name, n, ...(district !== null && { district }) }
  return point(centreIn(tile, { z: finestZoom, x, y }), properties)
}

interface Cell extends Pick<CellProperties, 'n'> {
  counts: Omit<CellProperties, 'n' | 'status' | 'cell'>
  /** The finest cell of all its responses, if they share one. */
  spot: number | undefined
}

type TileContent = Awaited<ReturnType<typeof findInTile>>

const groupByCell = (parts: TileContent['parts']): Map<number, Cell> => {
  const cells = new Map<number, Cell>()
  for (const { cell, status, n, first, last } of parts) {
    const existing = cells.get(cell)
    const spot = first === last && (!existing || existing.spot === first) ? first : undefined
    cells.set(cell, { n: n + (existing?.n ?? 0), counts: { ...existing?.counts, [status]: n }, spot })
  }
  return cells
}

/** Omits missing names: vector tiles have no null. */
const labelProperties = (response: LabelledResponse | undefined): Partial<CellProperties> =>
  response
    ? {
        id: response.id,
        displayId: response.displayId,
        ...(response.village !== null && { village: response.village }),
        ...(response.district !== null && { district: response.district }),
      }
    : {}

const mostFrequentStatus = (counts: Cell['counts']) =>
  responseStatuses.toSorted((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))[0] ?? 'submitted'

type Point = ReturnType<typeof point>
const point = (position: [number, number], tags: object) => ({ type: 1, geometry: [position], tags }) as const

const layer = (name: string, features: Point[]) =>
  Object.assign(new GeoJSONWrapper(features, { version: 2, extent }), { name })

/** Draws one point per cell with responses, at their position if they all have the same. */
export const drawTile = async (
  reader: Reader,
  tile: Square,
  filter: SurveyResponseFilter = {},
): Promise<Uint8Array> => {
  const [{ parts, capped, findResponses }, localities] = await Promise.all([
    findInTile(reader, tile, filter),
    findLocalities(reader, tile, filter),
  ])
  const cells = groupByCell(parts)
  const singleCells = [...cells.values()].flatMap(({ n, spot }) =>
    n === 1 && spot !== undefined ? [spot] : [],
  )
  const responsesByCell = new Map(
    (singleCells.length > 0 ? await findResponses(singleCells) : []).map((response) => [
      response.cell,
      response,
    ]),
  )
  const area = filter.area === undefined ? undefined : squareOf(filter.area)
  const zoom = tile.z + cellZooms
  // Sorted by cell, so that overlapping points are always drawn in the same order.
  const sortedCells = [...cells].toSorted(([one], [other]) => one - other)
  const features = sortedCells.map(([number, { n, counts, spot }]) => {
    const square = squareAt(zoom, number)
    const properties: CellProperties = {
      n,
      status: mostFrequentStatus(counts),
      // A click must not open more responses than the point shows.
      cell: addressOf(area && area.z > zoom ? area : square),
      ...counts,
      ...(n === 1 && spot !== undefined ? labelProperties(responsesByCell.get(spot)) : {}),
    }
    return point(centreIn(tile, spot === undefined ? square : squareAt(finestZoom, spot)), properties)
  })
  return fromVectorTileJs({
    layers: {
      ...(features.length > 0 && { [tileLayers.responses]: layer(tileLayers.responses, features) }),
      ...(localities.length > 0 && {
        [tileLayers.localities]: layer(
          tileLayers.localities,
          localities.map((locality) => toLocalityPoint(tile, locality)),
        ),
      }),
      ...(capped !== undefined && {
        [tileLayers.capped]: layer(tileLayers.capped, [point([extent / 2, extent / 2], { limit: capped })]),
      }),
    },
  })
}
