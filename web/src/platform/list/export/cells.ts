import { wallClock } from '@baseline/contract/wall-clock.ts'
import { sheetLimits } from '@baseline/tabular/cell-xml.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import type { SheetColumn } from '@baseline/tabular/stream-workbook.ts'

/** A column as a worker is told of it: nothing in it but data. */
export interface ExportedColumn extends SheetColumn {
  /** The row's field. */
  from: string
  /** What its values are called. */
  words?: Readonly<Record<string, string>>
}

const dayOf = (value: string): CellValue => {
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) ? value : new Date(at)
}

/** Long changes of the audit log are longer than a cell; the cut is visible, and counted. */
const cutMark = '… [cut]'

/** Makes the cells of rows, and counts what had to be cut. */
export const cellsOf = (columns: readonly ExportedColumn[], timeZone: string) => {
  const counts = { cut: 0 }
  const fitting = (text: string): string => {
    if (text.length <= sheetLimits.characters) return text
    counts.cut += 1
    return text.slice(0, sheetLimits.characters - cutMark.length) + cutMark
  }
  const wordOf = ({ words }: ExportedColumn, value: unknown): string =>
    words?.[String(value)] ?? (typeof value === 'string' ? value : JSON.stringify(value))
  const cellOf = (column: ExportedColumn, value: unknown): CellValue => {
    if (value === null || value === undefined || value === '') return null
    if (column.kind === 'time' && typeof value === 'string') return wallClock(timeZone)(value)
    if (column.kind === 'date' && typeof value === 'string') return dayOf(value)
    if (typeof value === 'number' && !column.words) return value
    if (Array.isArray(value))
      return fitting(value.map((one: unknown) => wordOf(column, one)).join(', ')) || null
    return fitting(wordOf(column, value))
  }
  return {
    counts,
    row: (row: Readonly<Record<string, unknown>>): CellValue[] =>
      columns.map((column) => cellOf(column, row[column.from])),
  }
}
