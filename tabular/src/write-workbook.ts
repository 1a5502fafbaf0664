import { writeXlsx } from 'hucre/xlsx'

import type { CellValue, SheetRows } from './read-workbook.ts'

/** Excel's limit for the text of a cell. */
const maxTextLength = 32_767

/**
 * Removes characters that XML cannot contain, and escapes `_x0041_`, which readers decode to the character of
 * that code.
 */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- matches the control characters to remove
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** Returns a value that a cell can store. Throws instead of truncating or changing it. */
export const cellOf = (value: CellValue): CellValue => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not a finite number')
  if (typeof value !== 'string') return value
  if (value.length > maxTextLength) throw new RangeError('the text is too long for a cell')
  return escapeText(value)
}

/** Writes a small workbook in memory; nothing is truncated. */
export const writeWorkbook = (sheets: readonly SheetRows[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map(cellOf)) })) })
