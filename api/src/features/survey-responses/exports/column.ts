import type { Translate } from '@baseline/contract/messages/translate.ts'
import type { AnswerNotation } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { PseudonymOf } from '#platform/pseudonyms.ts'

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

/** A column of the record, or the key of a question about the sex or the age of a person. */
export type IndirectValue = { column: string } | { sex: string } | { age: string }

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
  /** Set if the value could identify a household in combination with others. */
  indirect?: IndirectValue
  choices: readonly Choice[]
  /** The label of a choice, or its value if codes were requested. */
  cell: (row: ReadRow) => CellValue
  /** The code of a choice; undefined for a column without choices. */
  code?: (row: ReadRow) => number | null
}

/** A column before it has a unique header and variable name. */
export type DraftColumn = Omit<ExportColumn, 'header' | 'variable'>

export interface ExportLocale {
  t: Translate
  language: string
  defaultLanguage: string
  timeZone: string
  answers: AnswerNotation
  pseudonymOf: PseudonymOf
}

export const toTextCell = (value: unknown): CellValue =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? value
        : JSON.stringify(value)
export const toNumberCell = (value: unknown): CellValue => (typeof value === 'number' ? value : null)
export const toDateCell = (value: unknown): CellValue => {
  const time = typeof value === 'string' ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  return Number.isNaN(time) ? toTextCell(value) : new Date(time)
}

/** Writes choices as labels or values in cells, and as numbers in statistics files. */
export const choiceCells = (
  choices: readonly Choice[],
  read: (row: ReadRow) => unknown,
  { answers }: Pick<ExportLocale, 'answers'>,
): Pick<ExportColumn, 'cell' | 'code'> => {
  const choicesByValue = new Map(choices.map((choice) => [choice.value, choice]))
  return {
    cell: (row) => {
      const value = read(row)
      if (answers === 'codes' || typeof value !== 'string') return toTextCell(value)
      return choicesByValue.get(value)?.label ?? toTextCell(value)
    },
    code: (row) => {
      const value = read(row)
      return typeof value === 'string' ? (choicesByValue.get(value)?.code ?? null) : null
    },
  }
}
