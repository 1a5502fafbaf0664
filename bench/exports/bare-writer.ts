/**
 * A minimal sheet writer to compare with: concatenates strings and compresses them with zlib, without any
 * checks. Usage: `node bare-writer.ts rows.json count out`. Prints the processor time in seconds.
 */
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

const [file = '', count = '0', out = ''] = process.argv.slice(2)
const sample = JSON.parse(readFileSync(file, 'utf8')) as (string | number)[][] // written by main.ts
const letters = Array.from({ length: 100 }, (_, at) =>
  at < 26 ? String.fromCharCode(65 + at) : String.fromCharCode(64 + Math.floor(at / 26), 65 + (at % 26)),
)
const began = process.cpuUsage()
const packing = createDeflateRaw({ level: 6, chunkSize: 262_144 })
const written = packing.pipe(createWriteStream(out))
let crc = 0
let piece = ''
const send = async (): Promise<void> => {
  const bytes = Buffer.from(piece)
  crc = crc32(bytes, crc)
  piece = ''
  if (!packing.write(bytes)) await once(packing, 'drain')
}
for (let line = 1; line <= Number(count); line += 1) {
  piece += `<row r="${String(line)}">`
  const cells = sample[line % sample.length] ?? []
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at]
    piece +=
      typeof cell === 'string'
        ? `<c r="${letters[at] ?? ''}${String(line)}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
        : `<c r="${letters[at] ?? ''}${String(line)}"><v>${String(cell)}</v></c>`
  }
  piece += '</row>'
  if (piece.length > 131_072) await send()
}
await send()
packing.end()
await once(written, 'finish')
const { user, system } = process.cpuUsage(began)
console.log((user + system) / 1e6)
