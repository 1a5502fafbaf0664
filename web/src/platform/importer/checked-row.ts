import type { FieldIssue } from '@baseline/contract/validation.ts'
import type { FileProblem } from '@baseline/tabular/problem.ts'

import type { PackedRow } from './file-row.ts'

/** Values from the screen, which are added to the data and the hash of every row. */
export interface ImportContext {
  timeZone: string
  extra: Readonly<Record<string, string>>
}

/** A problem of a row and its column; `column` is undefined for the row as a whole. */
export interface CellProblem extends Omit<FieldIssue, 'path'> {
  column: string | undefined
}

/** A row of a further sheet, with its own problems. */
export interface CheckedLine {
  sheet: string
  line: number
  /** Texts in the order of the sheet's columns. */
  texts: readonly string[]
  problems: readonly CellProblem[]
}

/** One changed field of a record, as text. */
export interface Difference {
  field: string
  before: string
  after: string
}

/** A row of the file: the texts to show, the data to send, and the problems. */
export interface CheckedRow {
  line: number
  /** Texts in the order of the importer's columns. */
  texts: readonly string[]
  data: Readonly<Record<string, unknown>>
  hash: string
  problems: readonly CellProblem[]
  /** Columns with a number in the cell where digits are required. */
  numbers: readonly string[]
  /** Rows of further sheets that belong to it. */
  lines?: readonly CheckedLine[]
  /** The cells of the row, if rows are compared with stored records. */
  file?: PackedRow
  /** For a row that updates a record: its name, the differences and a note. */
  update?: { name: string; differences: readonly Difference[]; note?: string }
}

/** Why a file is refused as a whole. spec §5 */
export interface Refusal {
  key: 'invalidFileExcel' | 'invalidFileUpload' | 'invalidFileEmpty'
  reason?: Exclude<FileProblem, 'notExcel'>
  /** The sheet with the wrong header, if it is not the first. */
  sheet?: string
  names?: {
    unknown: readonly string[]
    missing: readonly string[]
    repeated: readonly string[]
    sheets?: readonly string[]
  }
}

export const isRefusal = (result: object): result is Refusal => 'key' in result

/** Whether a row, or one of its rows in further sheets, has a problem. */
export const hasProblems = ({ problems, lines = [] }: Pick<CheckedRow, 'problems' | 'lines'>): boolean =>
  problems.length > 0 || lines.some((line) => line.problems.length > 0)
