/**
 * Compares the archive writer of `tabular` with packages from npm, see docs/decisions/0013-exports.md:
 *   node bench/exports/compare-zip-writers.ts WRITER OUT [--packages FOLDER] [--rows N] [--slow]
 * WRITER is `none` (writes the sheet without an archive), `tabular`, `fflate` or `client-zip`. The packages are
 * not dependencies of the project: install them in FOLDER. `--slow` waits before each read of the archive,
 * which shows whether the writer waits for its reader.
 */
import { createWriteStream } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

import { cellXml } from '../../tabular/src/cell-xml.ts'
import { columnLetters } from '../../tabular/src/column-letters.ts'
import { writeZip } from '../../tabular/src/write-zip.ts'

type Chunks = AsyncIterable<Uint8Array>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'string', default: '.' },
    rows: { type: 'string', default: '100000' },
    slow: { type: 'boolean', default: false },
  },
})
const [writerName = '', out = ''] = positionals
const rowCount = Number(values.rows)
const columnCount = 30
const name = 'xl/worksheets/sheet1.xml'
const pieceCharacters = 65_536
const slowReadMs = 5

/** A third of the cells are numbers, as in the answers of the demo questionnaire. */
const valueAt = (row: number, column: number): string | number =>
  column % 3 === 0 ? (row * 31 + column * 17) % 5_000 : `Answer ${String((row * 7 + column) % 400)}`

/** Writes the rows like the sheets of an export. */
// oxlint-disable-next-line typescript/require-await -- The writers take an async iterable.
async function* generateSheet(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const letters = Array.from({ length: columnCount }, (_, index) => columnLetters(index + 1))
  let piece = ''
  for (let row = 1; row <= rowCount; row += 1) {
    piece += `<row r="${String(row)}">`
    for (const [column, letter] of letters.entries())
      piece += cellXml(`${letter}${String(row)}`, valueAt(row, column), 0)
    piece += '</row>'
    if (piece.length < pieceCharacters) continue
    yield encoder.encode(piece)
    piece = ''
  }
  yield encoder.encode(piece)
}

const importPackage = async <T>(packageName: string): Promise<T> => {
  const require = createRequire(join(values.packages, 'package.json'))
  return (await import(pathToFileURL(require.resolve(packageName)).href)) as T
}

interface Fflate {
  Zip: new (onData: (error: Error | null, chunk: Uint8Array) => void) => {
    add: (file: object) => void
    end: () => void
  }
  ZipDeflate: new (
    name: string,
    options: { level: number },
  ) => { push: (chunk: Uint8Array, isLast?: boolean) => void }
}

/** Pulls the chunks through fflate, whose streams push: an entry would otherwise be held in memory. */
async function* writeWithFflate(): AsyncGenerator<Uint8Array> {
  const { Zip, ZipDeflate } = await importPackage<Fflate>('fflate')
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  const file = new ZipDeflate(name, { level: 6 })
  zip.add(file)
  for await (const chunk of generateSheet()) {
    file.push(chunk)
    yield* written.splice(0)
  }
  file.push(new Uint8Array(0), true)
  zip.end()
  yield* written.splice(0)
}

interface ClientZip {
  makeZip: (files: { name: string; input: Chunks }[]) => ReadableStream<Uint8Array>
}

const writers: Record<string, () => Chunks | Promise<Chunks>> = {
  none: generateSheet,
  tabular: () => writeZip([{ name, content: generateSheet() }]),
  fflate: writeWithFflate,
  'client-zip': async () =>
    (await importPackage<ClientZip>('client-zip')).makeZip([{ name, input: generateSheet() }]),
}

const writer = writers[writerName]
if (!writer || out === '')
  throw new Error(`expected a writer (${Object.keys(writers).join(', ')}) and a file`)

let bytes = 0
async function* read(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (values.slow) await setTimeout(slowReadMs)
    yield chunk
  }
}

const startedAt = performance.now()
await pipeline(Readable.from(read(await writer())), createWriteStream(out))
const { user, system } = process.cpuUsage()
console.log(
  `${writerName.padEnd(10)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ` +
    `processor ${((user + system) / 1e6).toFixed(1)} s, ` +
    `peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, ${(bytes / 1e6).toFixed(1)} MB written`,
)
