import type { Table } from '@baseline/tabular/read-table.ts'

import type { CellProblem, CheckedLine } from './checked-row.ts'
import { fold, idColumn, lineColumn, rowColumn } from './columns.ts'
import type { ImportColumn, ImportSheet } from './columns.ts'
import type { LinesOf, ReadCells, ReadLine } from './file-row.ts'
import { readCell } from './read-cell.ts'
import type { CellReader } from './read-cell.ts'

type CellsReader = (cells: Table['rows'][number]['cells']) => ReadCells

/** Resolves the columns of a table once, then reads its rows. */
export const cellsReader = (
  { header }: Pick<Table, 'header'>,
  columns: readonly ImportColumn[],
  reader: CellReader,
): CellsReader => {
  const indexByKey = new Map(header.map(({ key }, index) => [key, index]))
  const presentColumns = columns.flatMap((column) => {
    const index = indexByKey.get(column.key)
    return index === undefined ? [] : [{ column, index }]
  })
  return (cells) =>
    new Map(
      presentColumns.map(
        ({ column, index }) => [column.key, readCell(cells[index] ?? null, column, reader)] as const,
      ),
    )
}

interface AssignedLines {
  /** By line number of the row in the first sheet. */
  byRow: ReadonlyMap<number, LinesOf>
  /** Rows that belong to no row of the first sheet. */
  strays: readonly CheckedLine[]
}

const orderOf = ({ cells }: ReadLine): number => {
  const value = cells.get(lineColumn)?.value
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY
}

export const toCheckedLine = (
  { name, columns }: ImportSheet,
  { line, cells }: ReadLine,
  problems: readonly CellProblem[],
  withoutTexts = false,
): CheckedLine => ({
  sheet: name,
  line,
  texts: withoutTexts ? [] : columns.map(({ key }) => cells.get(key)?.text ?? ''),
  problems,
})

/** Finds the row of a line, by its row number or its id. */
const targetOf = (
  cells: ReadCells,
  lines: ReadonlySet<number>,
  ids: ReadonlyMap<string, readonly number[]>,
): number | CellProblem => {
  const id = cells.get(idColumn)?.text ?? ''
  const row = cells.get(rowColumn)
  const problem = (column: string, key: CellProblem['key']): CellProblem => ({ column, key, params: {} })
  const linesWithId = id === '' ? [] : (ids.get(fold(id)) ?? [])
  if (row && row.text !== '') {
    if (typeof row.value !== 'number' || !lines.has(row.value))
      return problem(rowColumn, 'importer.errors.rowUnknown')
    if (id !== '' && !linesWithId.includes(row.value)) return problem(idColumn, 'importer.errors.rowOther')
    return row.value
  }
  if (id === '') return problem(idColumn, 'importer.errors.rowNeeded')
  const [line, secondLine] = linesWithId
  if (line === undefined) return problem(idColumn, 'importer.errors.idUnknown')
  return secondLine === undefined ? line : problem(idColumn, 'importer.errors.idRepeated')
}

/** Assigns the rows of further sheets to the rows of the first sheet. */
export const assignLines = (
  tables: ReadonlyMap<string, Table>,
  sheets: readonly ImportSheet[],
  mainRows: readonly { line: number; id: string }[],
  reader: CellReader,
): AssignedLines => {
  const lines = new Set(mainRows.map(({ line }) => line))
  const ids = new Map<string, number[]>()
  for (const { line, id } of mainRows) if (id !== '') ids.set(fold(id), [...(ids.get(fold(id)) ?? []), line])
  const byRow = new Map<number, Map<string, ReadLine[]>>()
  const strays: CheckedLine[] = []
  for (const sheet of sheets) {
    const table = tables.get(sheet.name)
    if (!table) continue
    const readCells = cellsReader(table, sheet.columns, reader)
    for (const { line, cells: rawCells } of table.rows) {
      const cells = readCells(rawCells)
      const target = targetOf(cells, lines, ids)
      if (typeof target !== 'number') {
        strays.push(toCheckedLine(sheet, { line, cells }, [target]))
        continue
      }
      const linesBySheet = byRow.get(target) ?? new Map<string, ReadLine[]>()
      byRow.set(target, linesBySheet)
      linesBySheet.set(sheet.name, [...(linesBySheet.get(sheet.name) ?? []), { line, cells }])
    }
  }
  for (const linesBySheet of byRow.values())
    for (const [name, list] of linesBySheet)
      linesBySheet.set(
        name,
        list.toSorted((a, b) => (orderOf(a) === orderOf(b) ? a.line - b.line : orderOf(a) - orderOf(b))),
      )
  return { byRow, strays }
}
