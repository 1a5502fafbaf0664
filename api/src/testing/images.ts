import { crc32, deflateSync } from 'node:zlib'

import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** Marker in the hostile content. A served file must not contain it. */
export const marker = 'HOSTILE-MARKER'
const html = `<html><script>alert('${marker}')</script></html>`
const script = Buffer.from(html)

/** Returns a picture with detail, so that no encoder compresses it to almost nothing. */
export const picture = (width = 64, height = 48, channels: 3 | 4 = 3): Sharp =>
  sharp(
    Buffer.from(Array.from({ length: width * height * channels }, (_, i) => (i * 31 + (i >> 7) * 17) % 256)),
    { raw: { width, height, channels } },
  )

const join = (...parts: (Buffer | string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const chunk = (type: string, data: Buffer): Buffer => {
  const body = join(type, data)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
const pngSignature = join([0x89], 'PNG\r\n', [0x1a], '\n')
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', data)
}
export const pixelFlood = join(
  pngSignature,
  header(30_000, 30_000),
  chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
  chunk('IEND', Buffer.alloc(0)),
)
/** Inserts chunks after the header of a PNG. */
const withChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  join(png.subarray(0, 33), ...chunks, png.subarray(33))

const segment = (jpegMarker: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return join([0xff, jpegMarker], length, data)
}
/** Inserts segments after the first two bytes of a JPEG. */
const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  join(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2))

const firstHalf = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
const floodedJpeg = (jpeg: Buffer): Buffer => {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(65_500, frame + 5)
  changed.writeUInt16BE(65_500, frame + 7)
  return changed
}
const floodedWebp = (): Buffer => {
  const bits = Buffer.alloc(1_000)
  bits[0] = 0x2f
  bits.writeUInt32LE((16_383 | (16_383 << 14)) >>> 0, 1)
  const length = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  return join('RIFF', length(bits.length + 12), 'WEBPVP8L', length(bits.length), bits)
}

export interface HostileFile {
  name: string
  bytes: Buffer
  /** Accepted error codes; undefined if the file must be accepted and sanitised. */
  refused?: ('fileUploader.image' | 'fileUploader.formats' | 'fileUploader.size')[]
}

const notAnImage: HostileFile['refused'] = ['fileUploader.image']
const otherFormat: HostileFile['refused'] = ['fileUploader.formats']

const refusedFiles = (jpeg: Buffer, png: Buffer, webp: Buffer): HostileFile[] => [
  {
    name: 'script.svg',
    bytes: join(`<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`),
    refused: otherFormat,
  },
  {
    name: 'svg-with-entity.jpg',
    bytes: join(
      `<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`,
    ),
    refused: ['fileUploader.formats', 'fileUploader.image'],
  },
  { name: 'page.jpg', bytes: script, refused: notAnImage },
  { name: 'page-with-mark.png', bytes: join([0xef, 0xbb, 0xbf], script), refused: notAnImage },
  { name: 'script.js.webp', bytes: join(`alert('${marker}')`), refused: notAnImage },
  { name: 'xml.jpg', bytes: join('<?xml version="1.0"?><x/>'), refused: notAnImage },
  { name: 'gif-and-script.jpg', bytes: join(`GIF89a/*`, script, `*/=1;alert(1)`), refused: otherFormat },
  { name: 'bitmap.jpg', bytes: join('BM', Buffer.alloc(200)), refused: otherFormat },
  { name: 'big-endian-tiff.jpg', bytes: join('MM\0*', Buffer.alloc(200)), refused: otherFormat },
  { name: 'icon.png', bytes: join('\0\0\u0001\0\u0001\0', Buffer.alloc(200)), refused: otherFormat },
  { name: 'photoshop.png', bytes: join('8BPS', Buffer.alloc(200)), refused: otherFormat },
  { name: 'iphone.heic', bytes: join('\0\0\0\u0018ftypheic', Buffer.alloc(200)), refused: otherFormat },
  { name: 'film.jpg', bytes: join('\0\0\0\u0018ftypisom', Buffer.alloc(200)), refused: notAnImage },
  { name: 'film-in-riff.webp', bytes: join('RIFF\0\0\0\0AVI ', Buffer.alloc(200)), refused: notAnImage },
  { name: 'paper.png', bytes: join('%PDF-1.7\n', script), refused: notAnImage },
  {
    name: 'postscript.jpg',
    bytes: join('%!PS-Adobe-3.0 EPSF-3.0\n(/etc/passwd) (r) file'),
    refused: notAnImage,
  },
  {
    name: 'drawing.jpg',
    bytes: join(`push graphic-context\nimage over 0,0 0,0 'ephemeral:/etc/passwd'`),
    refused: notAnImage,
  },
  { name: 'archive.jpg', bytes: join('PK\u0003\u0004', script), refused: notAnImage },
  { name: 'program.png', bytes: join('MZ', Buffer.alloc(200)), refused: notAnImage },
  { name: 'link.png', bytes: join(`data:image/png;base64,${png.toString('base64')}`), refused: notAnImage },
  { name: 'empty.jpg', bytes: Buffer.alloc(0), refused: notAnImage },
  { name: 'one-byte.jpg', bytes: Buffer.of(0xff), refused: notAnImage },
  { name: 'start-of-jpeg.jpg', bytes: jpeg.subarray(0, 3), refused: notAnImage },
  { name: 'start-of-png.png', bytes: pngSignature, refused: notAnImage },
  { name: 'start-of-webp.webp', bytes: webp.subarray(0, 12), refused: notAnImage },
  { name: 'page-behind-jpeg-start.jpg', bytes: join([0xff, 0xd8, 0xff], script), refused: notAnImage },
  { name: 'page-behind-png-start.png', bytes: join(pngSignature, script), refused: notAnImage },
  { name: 'page-behind-webp-start.webp', bytes: join(webp.subarray(0, 12), script), refused: notAnImage },
  { name: 'half.jpg', bytes: firstHalf(jpeg), refused: notAnImage },
  { name: 'half.png', bytes: firstHalf(png), refused: notAnImage },
  { name: 'half.webp', bytes: firstHalf(webp), refused: notAnImage },
  { name: 'space-before.png', bytes: join(' ', png), refused: notAnImage },
  { name: 'no-width.png', bytes: join(pngSignature, header(0, 10), png.subarray(33)), refused: notAnImage },
  {
    name: 'garbage-for-pixels.png',
    bytes: join(pngSignature, header(64, 48), chunk('IDAT', script), chunk('IEND', Buffer.alloc(0))),
    refused: notAnImage,
  },
  { name: 'flood.png', bytes: pixelFlood, refused: ['fileUploader.size'] },
  { name: 'flood.jpg', bytes: floodedJpeg(jpeg), refused: ['fileUploader.size'] },
  { name: 'flood.webp', bytes: floodedWebp(), refused: ['fileUploader.size', 'fileUploader.image'] },
]

const sanitisedFiles = (jpeg: Buffer, png: Buffer, webp: Buffer): HostileFile[] => [
  { name: 'jpeg-and-page.jpg', bytes: join(jpeg, script) },
  { name: 'jpeg-and-archive.jpg', bytes: join(jpeg, 'PK\u0003\u0004', script) },
  { name: 'jpeg-and-script.js', bytes: withSegments(jpeg, segment(0xfe, join(`*/alert('${marker}')/*`))) },
  { name: 'png-and-page.html', bytes: join(png, script) },
  { name: 'png-with-text.php', bytes: withChunks(png, chunk('tEXt', join(`Comment\0<?php ${marker} ?>`))) },
  {
    name: 'png-with-text-bomb.png',
    bytes: withChunks(png, chunk('zTXt', join('Comment\0\0', deflateSync(Buffer.alloc(60_000_000, marker))))),
  },
  { name: 'webp-and-page.webp', bytes: join(webp, script) },
  {
    name: 'four-megabytes-of-metadata.jpg',
    bytes: withSegments(
      jpeg,
      ...Array.from({ length: 64 }, () => segment(0xed, Buffer.alloc(65_000, marker))),
    ),
  },
  { name: 'png-that-says-jpg.jpg', bytes: png },
  { name: 'jpeg-that-says-svg.svg', bytes: jpeg },
]

/** Generates every file that must be refused or sanitised, so that the repository contains none of them. */
export const hostileFiles = async (): Promise<HostileFile[]> => {
  const [jpeg, png, webp] = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().png().toBuffer(),
    picture().webp().toBuffer(),
  ])
  const gps = { GPSLatitude: '18/1 12/1 0/1', GPSLongitude: '32/1 30/1 0/1', GPSMapDatum: marker }
  const exif = { IFD0: { Artist: marker, Copyright: marker }, IFD3: gps }
  const frames = Buffer.concat([0, 90, 180].map((shade) => Buffer.alloc(32 * 32 * 3, shade)))
  return [
    ...refusedFiles(jpeg, png, webp),
    { name: 'moving.gif', bytes: await picture().gif().toBuffer(), refused: otherFormat },
    { name: 'scan.tiff', bytes: await picture().tiff().toBuffer(), refused: otherFormat },
    {
      name: 'new.avif',
      bytes: await picture().heif({ compression: 'av1' }).toBuffer(),
      refused: otherFormat,
    },
    ...sanitisedFiles(jpeg, png, webp),
    { name: 'place.jpg', bytes: await picture().withExif(exif).jpeg().toBuffer() },
    { name: 'place.png', bytes: await picture().withExif(exif).png().toBuffer() },
    { name: 'place.webp', bytes: await picture().withExif(exif).webp().toBuffer() },
    {
      name: 'xmp.jpg',
      bytes: await picture()
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${marker}</x:xmpmeta>`)
        .jpeg()
        .toBuffer(),
    },
    { name: 'profile.jpg', bytes: await picture().withIccProfile('p3').jpeg().toBuffer() },
    { name: 'cmyk.jpg', bytes: await picture().toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'sixteen-bits.png', bytes: await picture().toColourspace('rgb16').png().toBuffer() },
    { name: 'alpha.png', bytes: await picture(64, 48, 4).png().toBuffer() },
    { name: 'palette.png', bytes: await picture().png({ palette: true }).toBuffer() },
    { name: 'interlaced.png', bytes: await picture().png({ progressive: true }).toBuffer() },
    { name: 'progressive.jpg', bytes: await picture().jpeg({ progressive: true }).toBuffer() },
    { name: 'one-pixel.png', bytes: await picture(1, 1).png().toBuffer() },
    { name: 'one-pixel-high.webp', bytes: await picture(4_000, 1).webp().toBuffer() },
    {
      name: 'moving.webp',
      bytes: await sharp(frames, { raw: { width: 32, height: 96, channels: 3, pageHeight: 32 } })
        .webp({ delay: [100, 100, 100], loop: 0 })
        .toBuffer(),
    },
  ]
}
