import type { ReadCell } from './read-cell.ts'

/** The cells of a row by the key of their column; absent columns are absent. */
export type ReadCells = ReadonlyMap<string, ReadCell>

/** A row of a further sheet, read. */
export interface ReadLine {
  line: number
  cells: ReadCells
}

/** Further rows by sheet, for one row of the first sheet. */
export type LinesOf = ReadonlyMap<string, readonly ReadLine[]>

/** A row of the first sheet with the rows that belong to it, and the names of the further sheets of its file. */
export interface FileRow {
  cells: ReadCells
  lines: LinesOf
  sheets: ReadonlySet<string>
}

/** A cell whose value is its text is only that text: copying it between threads costs a fraction. */
type PackedCells = { keys: readonly string[]; cells: readonly (string | ReadCell)[] }

/** A row as the worker sends it. */
export interface PackedRow extends PackedCells {
  lines: readonly (readonly [sheet: string, lines: readonly (PackedCells & { line: number })[]])[]
  sheets: readonly string[]
}

const packCell = (cell: ReadCell): string | ReadCell =>
  cell.problem === undefined && cell.value === (cell.text === '' ? undefined : cell.text) ? cell.text : cell

const knownKeys = new Map<number, readonly string[]>()

/** Rows of one sheet share their keys, which are then copied once. */
const sharedKeys = (cells: ReadCells): readonly string[] => {
  const known = knownKeys.get(cells.size) ?? []
  let at = 0
  for (const key of cells.keys()) {
    if (known[at] !== key) break
    at += 1
  }
  if (at === cells.size && at > 0) return known
  const keys = [...cells.keys()]
  knownKeys.set(cells.size, keys)
  return keys
}

const packCells = (cells: ReadCells): PackedCells => ({
  keys: sharedKeys(cells),
  cells: [...cells.values()].map(packCell),
})

export const packRow = ({ cells, lines, sheets }: FileRow): PackedRow => ({
  ...packCells(cells),
  lines: [...lines].map(([sheet, list]) => [
    sheet,
    list.map((one) => ({ line: one.line, ...packCells(one.cells) })),
  ]),
  sheets: [...sheets],
})

const unpackCells = ({ keys, cells }: PackedCells): ReadCells =>
  new Map(
    keys.map((key, at) => {
      const cell = cells[at] ?? ''
      return [key, typeof cell === 'string' ? { text: cell, value: cell === '' ? undefined : cell } : cell]
    }),
  )

export const unpackRow = (row: PackedRow): FileRow => ({
  cells: unpackCells(row),
  lines: new Map(
    row.lines.map(([sheet, list]) => [
      sheet,
      list.map((one) => ({ line: one.line, cells: unpackCells(one) })),
    ]),
  ),
  sheets: new Set(row.sheets),
})
