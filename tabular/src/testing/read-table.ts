import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parseCsv } from './office.ts'

/** Yields the output of a program as text, and throws if the program fails. */
async function* outputOf(program: string, args: readonly string[]): AsyncGenerator<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  for await (const chunk of child.stdout.setEncoding('utf8')) yield String(chunk)
  const code = await ended
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`)
}

/** Yields pieces that end with `end`, except the last. `isWhole` can refuse an end inside of a record. */
async function* piecesOf(
  chunks: AsyncIterable<string>,
  end: string,
  isWhole: (piece: string) => boolean = () => true,
): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    rest += chunk
    const length = rest.lastIndexOf(end) + end.length
    if (length < end.length || !isWhole(rest.slice(0, length))) continue
    yield rest.slice(0, length)
    rest = rest.slice(length)
  }
  yield rest
}

const hasClosedQuotes = (piece: string): boolean => piece.split('"').length % 2 === 1

async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  for await (const piece of piecesOf(chunks, '\n', hasClosedQuotes)) yield* parseCsv(piece)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const decode = (text: string): string =>
  text
    .replaceAll(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const columnIndex = (letters: string): number =>
  Array.from(letters).reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Returns the cells of a row. A workbook omits blank cells. */
const cellsOf = (row: string): string[] => {
  const cells: string[] = []
  for (const [, letters = '', content = ''] of row.matchAll(/<c [^>]*?r="([A-Z]+)\d+"[^>]*>([^]*?)<\/c>/g)) {
    const index = columnIndex(letters)
    while (cells.length < index) cells.push('')
    cells[index] = decode(content.replaceAll(/<[^>]*>/g, ''))
  }
  return cells
}

async function* sheetRows(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  for await (const piece of piecesOf(chunks, '</row>'))
    for (const [, row = ''] of piece.matchAll(/<row[^>]*>([^]*?)<\/row>/g)) yield cellsOf(row)
}

/** Returns the path of a sheet in a workbook, whose sheets are numbered in their order. */
const sheetPath = (workbook: string, name: string): string => {
  const xml = execFileSync('unzip', ['-p', workbook, 'xl/workbook.xml'], { encoding: 'utf8' })
  const names = [...xml.matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(([, sheet]) => sheet)
  return `xl/worksheets/sheet${String(names.indexOf(name) + 1)}.xml`
}

/**
 * Yields the rows of one table of an exported file, beginning with its headers, read by programs that are not
 * part of the product: `unzip` and `readstat`. Dates of a workbook are day numbers.
 */
export async function* readTable(
  file: string,
  format: 'xlsx' | 'csv' | 'dta' | 'sav',
  name: string,
): AsyncGenerator<string[]> {
  if (format === 'xlsx') yield* sheetRows(outputOf('unzip', ['-p', file, sheetPath(file, name)]))
  else if (format === 'csv') yield* csvRows(outputOf('unzip', ['-p', file, `${name}.csv`]))
  else {
    const folder = await mkdtemp(join(tmpdir(), 'baseline-table-'))
    try {
      execFileSync('unzip', ['-q', file, `${name}.${format}`, '-d', folder])
      yield* csvRows(outputOf('readstat', [join(folder, `${name}.${format}`), '-']))
    } finally {
      await rm(folder, { recursive: true })
    }
  }
}
