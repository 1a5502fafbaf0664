import { writeXlsx } from 'hucre/xlsx'

import type { CellValue, SheetRows } from './read-workbook.ts'

/** Excel's own bound on the text of a cell. */
const longestText = 32_767

/** XML cannot hold these, and readers take `_x0041_` for the character of that number. */
const storable = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- these are the very characters that must go
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')

/** A value as it can be written; what would be cut or changed is refused. */
export const cellOf = (value: CellValue): CellValue => {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no number of a cell')
  if (typeof value !== 'string') return value
  if (value.length > longestText) throw new RangeError('too long for a cell')
  return storable(value)
}

/** A small workbook, whole in memory; nothing is cut silently. */
export const writeWorkbook = (sheets: readonly SheetRows[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.map((row) => row.map(cellOf)) })) })
