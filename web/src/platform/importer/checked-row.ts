import type { FieldProblem } from '@baseline/contract/validation.ts'
import type { FileProblem } from '@baseline/tabular/problem.ts'

/** What the screen knows and a row does not: it joins the data and the hash of every row. */
export interface ImportContext {
  timeZone: string
  extra: Readonly<Record<string, string>>
}

/** Something wrong with a row, and with which of its columns; undefined when it is the row as a whole. */
export interface CellProblem extends Omit<FieldProblem, 'path'> {
  column: string | undefined
}

/** A row as it was found: what it shows, what would be sent, and what is wrong with it. */
export interface CheckedRow {
  line: number
  /** In the order of the importer's columns. */
  texts: readonly string[]
  data: Readonly<Record<string, unknown>>
  hash: string
  problems: readonly CellProblem[]
  /** Columns whose cells are numbers where digits were asked for. */
  numbers: readonly string[]
}

/** Why a file as a whole is not taken. spec §5 */
export interface Refusal {
  key: 'invalidFileExcel' | 'invalidFileUpload' | 'invalidFileEmpty'
  reason?: Exclude<FileProblem, 'notExcel'>
  names?: { unknown: readonly string[]; missing: readonly string[]; repeated: readonly string[] }
}
