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
