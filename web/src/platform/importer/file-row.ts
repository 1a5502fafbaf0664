import type { ReadCell } from './read-cell.ts'

/** Cells of a row by column key; columns that the file lacks are absent. */
export type ReadCells = ReadonlyMap<string, ReadCell>

/** A row of a further sheet, as read. */
export interface ReadLine {
  line: number
  cells: ReadCells
}

/** Rows of further sheets, by sheet, that belong to one row of the first sheet. */
export type LinesOf = ReadonlyMap<string, readonly ReadLine[]>

/**
 * A row of the first sheet with its rows of further sheets, and the names of all further sheets in the file.
 */
export interface FileRow {
  cells: ReadCells
  lines: LinesOf
  sheets: ReadonlySet<string>
}

/** A cell whose value equals its text is sent as that text, which is much cheaper to copy between threads. */
type PackedCells = { keys: readonly string[]; cells: readonly (string | ReadCell)[] }

/** A row as the worker sends it. */
export interface PackedRow extends PackedCells {
  lines: readonly (readonly [sheet: string, lines: readonly (PackedCells & { line: number })[]])[]
  sheets: readonly string[]
}

const packCell = (cell: ReadCell): string | ReadCell =>
  cell.problem === undefined && cell.value === (cell.text === '' ? undefined : cell.text) ? cell.text : cell

const lastKeysBySize = new Map<number, readonly string[]>()

/** Rows of one sheet share one array of keys, which is then copied once. */
const sharedKeys = (cells: ReadCells): readonly string[] => {
  const previousKeys = lastKeysBySize.get(cells.size) ?? []
  let index = 0
  for (const key of cells.keys()) {
    if (previousKeys[index] !== key) break
    index += 1
  }
  if (index === cells.size && index > 0) return previousKeys
  const keys = [...cells.keys()]
  lastKeysBySize.set(cells.size, keys)
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
    keys.map((key, index) => {
      const cell = cells[index] ?? ''
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
