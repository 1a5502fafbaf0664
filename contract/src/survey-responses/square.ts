import { z } from 'zod'

import { wholeNumber } from '../list.ts'

/**
 * A square of the Web Mercator tile grid: at zoom z the world has 2^z squares each way, counted from the
 * north-west.
 */
export interface Square {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Zoom of the stored cells, which are about two metres wide. */
export const finestZoom = 24

/** Zoom levels between a tile and its cells: a tile has 64 × 64 cells. */
export const cellZooms = 6

/** Highest zoom of a tile; higher ones would need cells smaller than the stored ones. */
export const maxTileZoom = finestZoom - cellZooms

const isInGrid = ({ z: zoom, x, y }: Square): boolean => x < 2 ** zoom && y < 2 ** zoom

const zoomUpTo = (max: number) => wholeNumber.pipe(z.int().max(max))

export const TileAddress = z
  .strictObject({ z: zoomUpTo(maxTileZoom), x: wholeNumber, y: wholeNumber })
  .refine(isInGrid)

export const addressOf = ({ z: zoom, x, y }: Square): string => [zoom, x, y].join('/')

/** Parses `z/x/y` in its canonical form; returns undefined if there is no such square. */
export const squareOf = (address: string): Square | undefined => {
  if (!/^(0|[1-9]\d?)(\/(0|[1-9]\d{0,7})){2}$/.test(address)) return undefined
  const [zoom = 0, x = 0, y = 0] = address.split('/').map(Number)
  const square = { z: zoom, x, y }
  return zoom <= finestZoom && isInGrid(square) ? square : undefined
}

/** The address of a square, as a filter of lists. */
export const area = z.string().refine((address) => squareOf(address) !== undefined)
