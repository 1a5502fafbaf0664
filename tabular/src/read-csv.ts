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

/** Matches one cell and the sign after it. A quoted cell can contain separators, line breaks and doubled quotes. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y')

/**
 * Reads a CSV file (RFC 4180) in UTF-8 as rows of texts, without blank rows. Throws a TabularError for a file
 * that is damaged or too large.
 */
export const readCsv = (bytes: Uint8Array, { fileBytes, rows: maxRows, columns }: CsvLimits): string[][] => {
  if (bytes.length > fileBytes) throw new TabularError('tooLarge')
  const text = decode(bytes)
  const [header = ''] = text.split(/\r?\n|\r/, 1)
  const pattern = cellPattern(findSeparator(header))
  const rows: string[][] = []
  let row: string[] = []
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) throw new TabularError('damaged')
    const [whole, quoted, plain = '', end = ''] = match
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    const isLast = pattern.lastIndex >= text.length
    // A separator at the end of the file is followed by a blank cell, which has no meaning.
    if (isLast || /[\r\n]/.test(end)) {
      if (row.some((cell) => cell !== '')) rows.push(row)
      row = []
    }
    if (row.length > columns || rows.length > maxRows) throw new TabularError('tooLarge')
    if (whole === '') break
  }
  return rows
}
