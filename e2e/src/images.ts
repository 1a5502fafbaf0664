import { crc32, deflateSync } from 'node:zlib'

const buildChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Returns a PNG picture of one colour that fades towards the bottom. */
const createPng = (
  [red, green, blue]: readonly [number, number, number],
  width = 300,
  height = 200,
): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits per channel, colour type 2 (RGB).
  header.set([8, 2], 8)
  const rows = Array.from({ length: height }, (_, y) => {
    const fade = 1 - y / height / 2
    const pixel = Buffer.from([red * fade, green * fade, blue * fade])
    return Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, pixel)])
  })
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    buildChunk('IHDR', header),
    buildChunk('IDAT', deflateSync(Buffer.concat(rows))),
    buildChunk('IEND', Buffer.alloc(0)),
  ])
}

export const createPngFile = (name: string, colour: readonly [number, number, number] = [200, 80, 40]) => ({
  name,
  mimeType: 'image/png',
  buffer: createPng(colour),
})
