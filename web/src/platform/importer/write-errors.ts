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
const asRead = (cell: CellValue, column: TemplateColumn | undefined): CellValue =>
  typeof cell === 'number' && (column?.format === 'date' || column?.format === 'time') ? String(cell) : cell

interface Wrong {
  line: number
  why: string
  wrong: readonly string[]
}

const errorSheet = (
  name: string,
  { header, rows }: Table,
  known: SheetTexts['columns'],
  reason: TemplateColumn,
  wrongRows: readonly Wrong[],
  replaced: (line: number, key: string) => CellValue | undefined,
): TemplateSheet => {
  const byKey = new Map(known.map((column) => [column.header, column]))
  const kept = header.flatMap(({ text, key }, at) => {
    const column = key === undefined ? undefined : byKey.get(key)
    return key === undefined || !column ? [] : [{ key, at, column: { ...column, header: text } }]
  })
  const cells = new Map(rows.map((row) => [row.line, row.cells]))
  return {
    name,
    columns: [...kept.map(({ column }) => column), reason],
    rows: wrongRows.map(({ line, why, wrong }) => ({
      cells: [
        ...kept.map(
          ({ key, at, column }) => replaced(line, key) ?? asRead(cells.get(line)?.[at] ?? null, column),
        ),
        why,
      ],
      wrong: new Set(kept.flatMap(({ key }, at) => (wrong.includes(key) ? [at] : []))),
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
  const moved = new Map(
    rows.flatMap((row, at) =>
      (row.lines ?? []).map((line) => [`${line.sheet} ${String(line.line)}`, at + 2]),
    ),
  )
  const further = (texts.sheets ?? []).flatMap(({ name, columns }) => {
    const table = tables.sheets.get(name)
    if (!table) return []
    const numbers = new Map(
      table.rows.map(({ line, cells }) => {
        const at = table.header.findIndex(({ key }) => key === rowColumn)
        return [line, at < 0 ? null : (cells[at] ?? null)]
      }),
    )
    const own = lines.filter(({ sheet }) => sheet === name).toSorted((a, b) => a.line - b.line)
    return [
      errorSheet(name, table, columns, reason, own, (line, key) => {
        const isFilled = key === rowColumn && numbers.get(line) !== null
        return isFilled ? moved.get(`${name} ${String(line)}`) : undefined
      }),
    ]
  })
  const main = errorSheet(sheetName, tables, texts.columns, reason, rows, () => undefined)
  return writeTemplate({ sheets: [main, ...further], guide: texts.guide })
}
