import type { Translate } from '@baseline/contract/messages/translate.ts'
import type { AnswerNotation } from '@baseline/contract/survey-exports/contract.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

/** A response by the names of its columns, or a row of a repeat with `values` and `line`. */
export interface ReadRow {
  readonly [column: string]: unknown
  readonly values: Readonly<Record<string, unknown>>
}

export interface Choice {
  value: string
  label: string
  /** Number in files that hold numbers only. */
  code: number
}

export interface ExportColumn {
  /** Title of the column, unique in its table. */
  header: string
  label: string
  /** Name in statistics files. */
  variable: string
  key: string
  /** Type in the codebook. */
  type: string
  kind: 'text' | 'number' | 'date' | 'time'
  versions: readonly number[]
  choices: readonly Choice[]
  /** The label of a choice, or its value if codes were requested. */
  cell: (row: ReadRow) => CellValue
  /** The code of a choice; undefined for a column without choices. */
  code?: (row: ReadRow) => number | null
}

/** A column before it has a unique header and variable name. */
export type Draft = Omit<ExportColumn, 'header' | 'variable'>

export interface Wording {
  t: Translate
  language: string
  defaultLanguage: string
  timeZone: string
  answers: AnswerNotation
}

export const text = (value: unknown): CellValue =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? value
        : JSON.stringify(value)
export const number = (value: unknown): CellValue => (typeof value === 'number' ? value : null)
export const date = (value: unknown): CellValue => {
  const at = typeof value === 'string' ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? text(value) : new Date(at)
}

/** Writes choices as labels or values in cells, and as numbers in statistics files. */
export const chosen = (
  choices: readonly Choice[],
  read: (row: ReadRow) => unknown,
  { answers }: Pick<Wording, 'answers'>,
): Pick<ExportColumn, 'cell' | 'code'> => {
  const known = new Map(choices.map((choice) => [choice.value, choice]))
  return {
    cell: (row) => {
      const value = read(row)
      if (answers === 'codes' || typeof value !== 'string') return text(value)
      return known.get(value)?.label ?? text(value)
    },
    code: (row) => {
      const value = read(row)
      return typeof value === 'string' ? (known.get(value)?.code ?? null) : null
    },
  }
}
