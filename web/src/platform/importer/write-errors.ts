import type { Table } from '@baseline/tabular/read-table.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeTemplate } from '@baseline/tabular/write-template.ts'
import type { TemplateColumn, TemplateSheet } from '@baseline/tabular/write-template.ts'

import { rowColumn } from './columns.ts'
import type { ImportTables } from './open-import.ts'
import type { ErrorRow, SheetTexts, ToWorker } from './protocol.ts'

export const sheetName = 'data'

/**
 * Writes a number that was refused as a date as text, because the column's format would show it as a date.
 */
const toWrittenCell = (cell: CellValue, column: TemplateColumn | undefined): CellValue =>
  typeof cell === 'number' && (column?.format === 'date' || column?.format === 'time') ? String(cell) : cell

interface RefusedRow {
  line: number
  message: string
  wrongColumns: readonly string[]
}

const errorSheet = (
  name: string,
  { header, rows }: Table,
  columnTexts: SheetTexts['columns'],
  reason: TemplateColumn,
  refusedRows: readonly RefusedRow[],
  replaceCell: (line: number, key: string) => CellValue | undefined,
): TemplateSheet => {
  const byKey = new Map(columnTexts.map((column) => [column.header, column]))
  const writtenColumns = header.flatMap(({ text, key }, index) => {
    const column = key === undefined ? undefined : byKey.get(key)
    return key === undefined || !column ? [] : [{ key, index, column: { ...column, header: text } }]
  })
  const cells = new Map(rows.map((row) => [row.line, row.cells]))
  return {
    name,
    columns: [...writtenColumns.map(({ column }) => column), reason],
    rows: refusedRows.map(({ line, message, wrongColumns }) => ({
      cells: [
        ...writtenColumns.map(
          ({ key, index, column }) =>
            replaceCell(line, key) ?? toWrittenCell(cells.get(line)?.[index] ?? null, column),
        ),
        message,
      ],
      wrong: new Set(writtenColumns.flatMap(({ key }, index) => (wrongColumns.includes(key) ? [index] : []))),
    })),
  }
}

type Lines = NonNullable<ErrorRow['lines']>

/**
 * Writes the refused rows as they were read, with wrong cells highlighted and the reason in the last column.
 */
export const writeErrors = (
  tables: ImportTables,
  { texts, reason, rows, strays = [] }: Extract<ToWorker, { type: 'errors' }>,
): Promise<Uint8Array> => {
  const lines: Lines = [...rows.flatMap((row) => row.lines ?? []), ...strays]
  // Row numbers change in this file; updates the references to them.
  const newRowNumbers = new Map(
    rows.flatMap((row, index) =>
      (row.lines ?? []).map((line) => [`${line.sheet} ${String(line.line)}`, index + 2]),
    ),
  )
  const furtherSheets = (texts.sheets ?? []).flatMap(({ name, columns }) => {
    const table = tables.sheets.get(name)
    if (!table) return []
    const numbers = new Map(
      table.rows.map(({ line, cells }) => {
        const index = table.header.findIndex(({ key }) => key === rowColumn)
        return [line, index < 0 ? null : (cells[index] ?? null)]
      }),
    )
    const sheetLines = lines.filter(({ sheet }) => sheet === name).toSorted((a, b) => a.line - b.line)
    return [
      errorSheet(name, table, columns, reason, sheetLines, (line, key) => {
        const isFilled = key === rowColumn && numbers.get(line) !== null
        return isFilled ? newRowNumbers.get(`${name} ${String(line)}`) : undefined
      }),
    ]
  })
  const mainSheet = errorSheet(sheetName, tables, texts.columns, reason, rows, () => undefined)
  return writeTemplate({ sheets: [mainSheet, ...furtherSheets], guide: texts.guide })
}
