import { wallClock } from '@baseline/contract/wall-clock.ts'
import { sheetLimits } from '@baseline/tabular/cell-xml.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import type { SheetColumn } from '@baseline/tabular/stream-workbook.ts'

/** A column as sent to the worker: plain data only. */
export interface ExportedColumn extends SheetColumn {
  /** Name of the row's field. */
  from: string
  /** Labels of its values. */
  words?: Readonly<Record<string, string>>
}

const dayOf = (value: string): CellValue => {
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) ? value : new Date(at)
}

/** Changes in the audit log can exceed the limit of a cell; truncation is marked and counted. */
const cutMark = '… [cut]'

/** Converts rows to cells, and counts truncated texts. */
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
