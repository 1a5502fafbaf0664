import { crc32, deflateSync } from 'node:zlib'

import type { Chance } from './chance.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Colour = readonly [number, number, number]

/** Draws a house under the sky as a PNG, so that the demo shows no real home. */
export const housePicture = (chance: Chance, width = 960, height = 720): Buffer => {
  const shade = (red: number, green: number, blue: number): Colour => [
    red + chance.integer(-20, 20),
    green + chance.integer(-20, 20),
    blue + chance.integer(-20, 20),
  ]
  const [sky, ground, wall, roof] = [
    shade(150, 195, 230),
    shade(175, 140, 95),
    shade(200, 165, 120),
    shade(140, 70, 50),
  ]
  const [left, right] = [width * (0.2 + chance.fraction() * 0.1), width * (0.65 + chance.fraction() * 0.15)]
  const [eaves, floor] = [height * 0.45, height * 0.78]
  const colourAt = (x: number, y: number): Colour => {
    const middle = (left + right) / 2
    const half = ((right - left) / 2 + 40) * ((y - height * 0.25) / (eaves - height * 0.25))
    if (y < eaves && y > height * 0.25 && Math.abs(x - middle) < half) return roof
    if (y >= eaves && y < floor && x > left && x < right)
      return Math.abs(x - middle) < 45 && y > floor - 150 ? roof : wall
    return y < height * 0.7 ? sky : ground
  }
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, offset = 0; y < height; y += 1) {
    offset += 1
    for (let x = 0; x < width; x += 1) {
      const grain = chance.integer(-6, 6)
      for (const part of colourAt(x, y)) rows[offset++] = Math.max(0, Math.min(255, part + grain))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
