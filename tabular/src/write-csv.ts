import type { CellValue } from './read-workbook.ts'

/** Formats a day, or a day with a time to the second, the unit in which interviews are measured. */
const dateText = (value: Date, kind: 'date' | 'time' | undefined): string =>
  value
    .toISOString()
    .slice(0, kind === 'date' ? 10 : 19)
    .replace('T', ' ')

const quote = (text: string): string =>
  /^\s|\s$|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Adds an apostrophe to texts that spreadsheet programs would compute. Numbers are written as numbers. */
const preventFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

interface CsvColumn {
  header: string
  kind?: 'date' | 'time' | undefined
}

interface CsvOptions {
  /** For spreadsheet programs: adds a UTF-8 byte order mark and prevents formulas. */
  forSpreadsheets: boolean
}

const pieceCharacters = 65_536

/** Writes comma-separated values according to RFC 4180, in constant memory. */
export async function* writeCsv(
  columns: readonly CsvColumn[],
  rows: AsyncIterable<readonly CellValue[]> | Iterable<readonly CellValue[]>,
  { forSpreadsheets }: CsvOptions,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  const textOf = (text: string): string => quote(forSpreadsheets ? preventFormula(text) : text)
  const cellOf = (value: CellValue, index: number): string => {
    if (value === null) return ''
    if (typeof value === 'string') return textOf(value)
    if (typeof value === 'object') return dateText(value, columns[index]?.kind)
    return String(value)
  }
  let piece = `${forSpreadsheets ? '\uFEFF' : ''}${columns.map(({ header }) => textOf(header)).join(',')}\r\n`
  for await (const cells of rows) {
    for (let index = 0; index < columns.length; index += 1)
      piece += (index === 0 ? '' : ',') + cellOf(cells[index] ?? null, index)
    piece += '\r\n'
    if (piece.length < pieceCharacters) continue
    yield encoder.encode(piece)
    piece = ''
  }
  if (piece) yield encoder.encode(piece)
}
