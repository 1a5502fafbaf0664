/**
 * A minimal sheet writer to compare with: concatenates strings and compresses them with zlib, without any
 * checks. Usage: `node bare-writer.ts rows.json count out`. Prints the processor time in seconds.
 */
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

const [file = '', count = '0', out = ''] = process.argv.slice(2)
const sample = JSON.parse(readFileSync(file, 'utf8')) as (string | number)[][] // written by main.ts
const letters = Array.from({ length: 100 }, (_, index) =>
  index < 26
    ? String.fromCharCode(65 + index)
    : String.fromCharCode(64 + Math.floor(index / 26), 65 + (index % 26)),
)
const startUsage = process.cpuUsage()
const compression = createDeflateRaw({ level: 6, chunkSize: 262_144 })
const output = compression.pipe(createWriteStream(out))
let crc = 0
let piece = ''
const send = async (): Promise<void> => {
  const bytes = Buffer.from(piece)
  crc = crc32(bytes, crc)
  piece = ''
  if (!compression.write(bytes)) await once(compression, 'drain')
}
for (let line = 1; line <= Number(count); line += 1) {
  piece += `<row r="${String(line)}">`
  const cells = sample[line % sample.length] ?? []
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index]
    piece +=
      typeof cell === 'string'
        ? `<c r="${letters[index] ?? ''}${String(line)}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
        : `<c r="${letters[index] ?? ''}${String(line)}"><v>${String(cell)}</v></c>`
  }
  piece += '</row>'
  if (piece.length > 131_072) await send()
}
await send()
compression.end()
await once(output, 'finish')
const { user, system } = process.cpuUsage(startUsage)
console.log((user + system) / 1e6)
