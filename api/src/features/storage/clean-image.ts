import { AppError } from '@baseline/contract/errors.ts'
import { imageFormats } from '@baseline/contract/storage/folders.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

import { limits } from '#platform/limits.ts'

// Of all that the library reads, only these three are ever reached, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

const startsWith = (bytes: Buffer, at: number, ...wanted: (string | number)[]): boolean => {
  const expected = Buffer.concat(
    wanted.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  )
  return bytes.subarray(at, at + expected.length).equals(expected)
}

/** By the first bytes alone: neither a name nor a sender's word says what a file is. */
const findImageType = (bytes: Buffer): ImageType | undefined => {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0, 0x89, 'PNG\r\n', 0x1a, '\n')) return 'image/png'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return undefined
}

/** Images of other formats, whose sender is told which ones to use; anything else is told to be no image. */
const isOtherImage = (bytes: Buffer): boolean =>
  ['GIF8', 'BM', 'II*\0', 'MM\0*', '8BPS', '\0\0\u0001\0'].some((magic) => startsWith(bytes, 0, magic)) ||
  (startsWith(bytes, 4, 'ftyp') && /^(?:avif|avis|hei[cfsx]|mif1)/.test(bytes.toString('latin1', 8, 12))) ||
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.toString('utf8', 0, 2048),
  )

let decoding = 0
const waiting: (() => void)[] = []

/** Decoding takes memory by the pixel, so only a few go on at a time; the others wait their turn. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (decoding >= limits.files.decodedAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else decoding += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The place is handed on, so that nobody slips in between.
    if (next) next()
    else decoding -= 1
  }
}

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 85 }),
  'image/png': (image) => image.png(),
  // More effort takes more than twice as long and makes no smaller file of a large photo.
  'image/webp': (image) => image.webp({ quality: 85, effort: 2 }),
}

/** What cannot be decoded is no image, however it begins. */
const orNoImage = (cause: unknown): never => {
  throw new AppError('fileUploader.image', undefined, { cause })
}

/**
 * Takes the pixels of an image, the right way up, and writes them anew: whatever else the file held (places, names,
 * thumbnails, scripts, a second file behind the first) does not get through. Of an animation the first picture stays.
 */
export const cleanImage = async (
  bytes: Buffer,
  { maxSide }: { maxSide: number | undefined },
): Promise<{ content: Buffer; type: ImageType }> => {
  const type = findImageType(bytes)
  if (!type)
    throw isOtherImage(bytes)
      ? new AppError('fileUploader.formats', { 0: imageFormats })
      : new AppError('fileUploader.image')
  return inTurn(async () => {
    // The header alone is read here, so that a flood of pixels is refused before one of them is decoded.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(orNoImage)
    if (width * height > limits.files.pixels)
      throw new AppError('fileUploader.size', { 0: `${String(limits.files.pixels / 1_000_000)} megapixels` })
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: limits.files.pixels, pages: 1 })
      .timeout({ seconds: limits.files.decodeSeconds })
      .autoOrient()
      .toColourspace('srgb')
    if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    return { content: await encoders[type](image).toBuffer().catch(orNoImage), type }
  })
}
