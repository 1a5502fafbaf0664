import { z } from 'zod'

import { wholeNumber } from '../list.ts'

/** A square of the world map: at zoom z it has 2^z of them each way, counted from the north-west. */
export interface Square {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Where a response was taken is known as one of these, some two metres wide. */
export const finestZoom = 24

/** A tile of the map has 64 cells each way, so many halvings below it. */
export const cellZooms = 6

/** Nearer tiles would have cells finer than what is known. */
export const nearestTile = finestZoom - cellZooms

const exists = ({ z: zoom, x, y }: Square): boolean => x < 2 ** zoom && y < 2 ** zoom

const zoomUpTo = (most: number) => wholeNumber.pipe(z.int().max(most))

export const TileAddress = z
  .strictObject({ z: zoomUpTo(nearestTile), x: wholeNumber, y: wholeNumber })
  .refine(exists)

export const addressOf = ({ z: zoom, x, y }: Square): string => [zoom, x, y].join('/')

/** Reads `z/x/y`, one way of writing each; undefined where there is no such square. */
export const squareOf = (address: string): Square | undefined => {
  if (!/^(0|[1-9]\d?)(\/(0|[1-9]\d{0,7})){2}$/.test(address)) return undefined
  const [zoom = 0, x = 0, y = 0] = address.split('/').map(Number)
  const square = { z: zoom, x, y }
  return zoom <= finestZoom && exists(square) ? square : undefined
}

/** A square as lists are filtered by it. */
export const area = z.string().refine((address) => squareOf(address) !== undefined)
