import sharp from 'sharp'

import type { Answers } from '../../../../../../scripts/collect/fill.ts'
import { picture } from '../../../../testing/images.ts'

/** A photo of an interview. Its width identifies it, also after the server has written it again. */
export interface Photo {
  name: string
  bytes: Buffer
  width: number
  /** The question that it answers, with the row of the repeat. */
  question: string
}

/** Photo questions of the repeat `rooms`; the question `house` is outside of it. */
export const roomPhotos = ['a', 'b', 'c', 'd', 'e'] as const

/** Adds comments to a JPEG, so that it is large on the way and quick to decode. */
const pad = (jpeg: Buffer, bytes: number): Buffer => {
  const comments: Buffer[] = []
  for (let rest = bytes; rest > 0; rest -= 65_000) {
    const size = Math.min(rest, 65_000)
    comments.push(Buffer.from([0xff, 0xfe, (size + 2) >> 8, (size + 2) & 255]), Buffer.alloc(size, 'x'))
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

const questionOf = (index: number): string => {
  if (index === 0) return 'house'
  const position = index - 1
  return `rooms.${String(Math.floor(position / roomPhotos.length))}.${roomPhotos[position % roomPhotos.length] ?? ''}`
}

/** Takes photos: the first one for `house`, the others for the rooms. `paddedBytes` makes each of them larger. */
export const takePhotos = (
  count: number,
  { paddedBytes = 0, firstWidth = 16 }: { paddedBytes?: number; firstWidth?: number } = {},
): Promise<Photo[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const width = firstWidth + index
      const jpeg = await picture(width, 8).jpeg().toBuffer()
      return {
        name: `casa ção ${String(width)}.jpg`,
        bytes: pad(jpeg, paddedBytes),
        width,
        question: questionOf(index),
      }
    }),
  )

/** Returns the answers that name the photos, as Collect's paths. */
export const answersOf = (photos: readonly Photo[]): Answers => {
  const rooms: Record<string, string>[] = []
  for (const { name, question } of photos) {
    const [, row = '', key = ''] = question.split('.')
    if (question !== 'house') (rooms[Number(row)] ??= {})[key] = name
  }
  const house = photos.find(({ question }) => question === 'house')
  return { ...(house && { '/data/house': house.name }), '/data/rooms': rooms }
}

export const widthOf = async (image: Buffer): Promise<number> => (await sharp(image).metadata()).width
