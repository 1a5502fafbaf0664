import type { FieldProblem } from '@baseline/contract/validation.ts'
import type { FileProblem } from '@baseline/tabular/problem.ts'

import type { PackedRow } from './file-row.ts'

/** What the screen knows and a row does not: it joins the data and the hash of every row. */
export interface ImportContext {
  timeZone: string
  extra: Readonly<Record<string, string>>
}

/** A problem of a row and its column; undefined when it concerns the row as a whole. */
export interface CellProblem extends Omit<FieldProblem, 'path'> {
  column: string | undefined
}

/** A row of a further sheet, with its own problems. */
export interface CheckedLine {
  sheet: string
  line: number
  /** In the order of the sheet's columns. */
  texts: readonly string[]
  problems: readonly CellProblem[]
}

/** One changed field of a record, in words. */
export interface Difference {
  field: string
  before: string
  after: string
}

/** A row as it was read: what it shows, what would be sent, and what is wrong with it. */
export interface CheckedRow {
  line: number
  /** In the order of the importer's columns. */
  texts: readonly string[]
  data: Readonly<Record<string, unknown>>
  hash: string
  problems: readonly CellProblem[]
  /** Columns whose cells are numbers where digits were asked for. */
  numbers: readonly string[]
  /** The rows of further sheets that belong to it. */
  lines?: readonly CheckedLine[]
  /** Its cells, where the rows of a file are compared with what is stored. */
  file?: PackedRow
  /** Of a row that changes a record: which one, what changes, and what else follows. */
  update?: { name: string; differences: readonly Difference[]; note?: string }
}

/** Why a file as a whole is not taken. spec §5 */
export interface Refusal {
  key: 'invalidFileExcel' | 'invalidFileUpload' | 'invalidFileEmpty'
  reason?: Exclude<FileProblem, 'notExcel'>
  /** The sheet whose header is wrong, unless it is the first. */
  sheet?: string
  names?: {
    unknown: readonly string[]
    missing: readonly string[]
    repeated: readonly string[]
    sheets?: readonly string[]
  }
}

export const isRefusal = (read: object): read is Refusal => 'key' in read
