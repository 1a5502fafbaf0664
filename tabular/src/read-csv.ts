import { TabularError } from './problem.ts'

export interface CsvLimits {
  fileBytes: number
  rows: number
  columns: number
}

/** Programs write the separator of their language: a comma, a semicolon or a tab. */
const findSeparator = (header: string): string => {
  const counts = [',', ';', '\t'].map((sign) => [sign, header.split(sign).length] as const)
  return counts.toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ','
}

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new TabularError('damaged', { cause: error })
  }
}

/**
 * Returns the content of the quoted cell that begins at a position, which can contain separators, line breaks and
 * doubled quotes, and the position after it. An expression for it would need a stack as deep as the cell is long.
 */
const readQuoted = (text: string, start: number): { cell: string; end: number } => {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text.charAt(close + 1) === '"') close = text.indexOf('"', close + 2)
  if (close < 0) throw new TabularError('damaged')
  return { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
}

/** Matches a cell without quotes, or nothing after a quoted one, and the sign that ends it. */
const endPattern = (separator: string): RegExp =>
  new RegExp(`([^"${separator}\\r\\n]*)(${separator}|\\r?\\n|\\r|$)`, 'y')

/** Returns the next cell and the sign after it. The pattern keeps the position. */
const readCell = (text: string, pattern: RegExp): { cell: string; end: string } => {
  const start = pattern.lastIndex
  const quoted = text.charAt(start) === '"' ? readQuoted(text, start) : undefined
  if (quoted) pattern.lastIndex = quoted.end
  const match = pattern.exec(text)
  const plain = match?.[1] ?? ''
  // A quote inside of a cell, or text after a quoted cell.
  if (!match || (quoted && plain !== '')) throw new TabularError('damaged')
  return { cell: (quoted?.cell ?? plain).trim(), end: match[2] ?? '' }
}

/**
 * Reads a CSV file (RFC 4180) in UTF-8 as rows of texts, without blank rows. Throws a TabularError for a file
 * that is damaged or too large.
 */
export const readCsv = (bytes: Uint8Array, { fileBytes, rows: maxRows, columns }: CsvLimits): string[][] => {
  if (bytes.length > fileBytes) throw new TabularError('tooLarge')
  const text = decode(bytes)
  const [header = ''] = text.split(/\r?\n|\r/, 1)
  const pattern = endPattern(findSeparator(header))
  const rows: string[][] = []
  let row: string[] = []
  while (pattern.lastIndex < text.length) {
    const { cell, end } = readCell(text, pattern)
    row.push(cell)
    const isLast = pattern.lastIndex >= text.length
    // A separator at the end of the file is followed by a blank cell, which has no meaning.
    if (isLast || /[\r\n]/.test(end)) {
      if (row.some((one) => one !== '')) rows.push(row)
      row = []
    }
    if (row.length > columns || rows.length > maxRows) throw new TabularError('tooLarge')
  }
  return rows
}
