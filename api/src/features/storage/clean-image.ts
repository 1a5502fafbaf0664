import { AppError } from '@baseline/contract/errors.ts'
import { imageFormats } from '@baseline/contract/storage/folders.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

import { limits } from '#platform/limits.ts'
import { createSlots } from '#platform/slots.ts'

// Allows only these three loaders of libvips, regardless of the content of a file.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)
sharp.concurrency(1)

const startsWith = (bytes: Buffer, offset: number, ...signature: (string | number)[]): boolean => {
  const expected = Buffer.concat(
    signature.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  )
  return bytes.subarray(offset, offset + expected.length).equals(expected)
}

/** Detects the type from the first bytes only; the file name and the declared type do not count. */
export const findImageType = (bytes: Buffer): ImageType | undefined => {
  if (startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(bytes, 0, 0x89, 'PNG\r\n', 0x1a, '\n')) return 'image/png'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP')) return 'image/webp'
  return undefined
}

/** Detects images of other formats: their error lists the accepted formats. */
const isOtherImage = (bytes: Buffer): boolean =>
  ['GIF8', 'BM', 'II*\0', 'MM\0*', '8BPS', '\0\0\u0001\0'].some((magic) => startsWith(bytes, 0, magic)) ||
  (startsWith(bytes, 4, 'ftyp') && /^(?:avif|avis|hei[cfsx]|mif1)/.test(bytes.toString('latin1', 8, 12))) ||
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    bytes.toString('utf8', 0, 2048),
  )

/** Each decode takes memory per pixel. */
const withDecodeSlot = createSlots(limits.files.concurrentDecodes)

const encoders: Record<ImageType, (image: Sharp) => Sharp> = {
  'image/jpeg': (image) => image.jpeg({ quality: 85 }),
  'image/png': (image) => image.png(),
  // A higher effort takes more than twice as long and does not make a large photo smaller.
  'image/webp': (image) => image.webp({ quality: 85, effort: 2 }),
}

/** Reports content that cannot be decoded as not an image. */
const throwNotAnImage = (cause: unknown): never => {
  throw new AppError('fileUploader.image', undefined, { cause })
}

/**
 * Re-encodes an image from its pixels, with its orientation applied. This removes everything else in the
 * file: locations, names, thumbnails, scripts, an appended file. Keeps only the first frame of an animation.
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
  return withDecodeSlot(async () => {
    // Reads only the header, to refuse an image with too many pixels before decoding it.
    const { width, height } = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(throwNotAnImage)
    if (width * height > limits.files.pixels)
      throw new AppError('fileUploader.size', { 0: `${String(limits.files.pixels / 1_000_000)} megapixels` })
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: limits.files.pixels, pages: 1 })
      .timeout({ seconds: limits.files.decodeSeconds })
      .autoOrient()
      .toColourspace('srgb')
    if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    return { content: await encoders[type](image).toBuffer().catch(throwNotAnImage), type }
  })
}
