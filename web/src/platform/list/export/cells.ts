import { wallClock } from '@baseline/contract/wall-clock.ts'
import { sheetLimits } from '@baseline/tabular/cell-xml.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import type { SheetColumn } from '@baseline/tabular/stream-workbook.ts'

import { valueAt } from '../value-at.ts'

/** A column as sent to the worker: plain data only. */
export interface ExportedColumn extends SheetColumn {
  /** Name of the row's field. */
  field: string
  /** Labels of its values. */
  labels?: Readonly<Record<string, string>>
}

const dayOf = (value: string): CellValue => {
  const timestamp = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(timestamp) ? value : new Date(timestamp)
}

/** Changes in the audit log can exceed the limit of a cell; truncation is marked and counted. */
const truncationMark = '… [cut]'

/** Converts rows to cells, and counts truncated texts. */
export const cellsOf = (columns: readonly ExportedColumn[], timeZone: string) => {
  const counts = { truncated: 0 }
  const truncate = (text: string): string => {
    if (text.length <= sheetLimits.characters) return text
    counts.truncated += 1
    return text.slice(0, sheetLimits.characters - truncationMark.length) + truncationMark
  }
  const toText = ({ labels }: ExportedColumn, value: unknown): string =>
    labels?.[String(value)] ?? (typeof value === 'string' ? value : JSON.stringify(value))
  const cellOf = (column: ExportedColumn, value: unknown): CellValue => {
    if (value === null || value === undefined || value === '') return null
    if (column.kind === 'time' && typeof value === 'string') return wallClock(timeZone)(value)
    if (column.kind === 'date' && typeof value === 'string') return dayOf(value)
    if (typeof value === 'number' && !column.labels) return value
    if (Array.isArray(value))
      return truncate(value.map((one: unknown) => toText(column, one)).join(', ')) || null
    return truncate(toText(column, value))
  }
  return {
    counts,
    toCells: (row: Readonly<Record<string, unknown>>): CellValue[] =>
      columns.map((column) => cellOf(column, valueAt(row, column.field))),
  }
}
