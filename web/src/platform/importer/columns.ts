import type { MessageKey } from '@baseline/contract/messages/translate.ts'

/** A message key, or a text from a questionnaire. */
export type ColumnText = MessageKey | { text: string }

interface Column {
  /** The heading in the file and the name of the field. spec §5 */
  key: string
  label: ColumnText
  /** Instructions in the template. */
  entry?: ColumnText
  required?: true
  /** Leading zeros matter; Excel drops them from numbers. */
  digits?: true
  /** Path of this field in the request, if it is not the key: `values.age`. */
  path?: string
  /** Headings that identify the column if no other column has them. */
  labels?: readonly string[]
  /** Accepted in a file, but not part of the template. */
  hidden?: true
}

/** The values of a choice, and their alternative names, folded. */
export interface Choices {
  choices: readonly string[]
  valuesByName?: ReadonlyMap<string, string>
  /** Values of the drop-down; defaults to `choices`. */
  dropDownValues?: readonly string[]
}

/** A column of an importer. spec §5 */
export type ImportColumn = Column &
  (
    | { kind: 'text' | 'date' | 'time' | 'links' | 'number' | 'clock' | 'place' | 'flag' }
    /** JSON, with an example. */
    | { kind: 'json'; example: string }
    | ({ kind: 'choice' } & Choices)
    /** Separated by spaces, or by semicolons if values may contain spaces. */
    | ({ kind: 'choices'; separator?: ';' } & Choices)
  )

/** A further sheet, whose rows refer to a row of the first sheet by its id or its row number. */
export interface ImportSheet {
  name: string
  label: string
  columns: readonly ImportColumn[]
  /** Path of its rows in the request, without the index: `values.members`. */
  path: string
  /** Returns the columns that its header lacks; by default every column of the template is required. */
  missing?: (present: ReadonlySet<string>) => readonly string[]
}

/** Columns of a further sheet that refer to a row of the first sheet. */
export const idColumn = 'displayId'

export const rowColumn = 'row'
/** Orders the rows of a further sheet that belong to the same row. */
export const lineColumn = 'line'

/** Column with the reason of a refused row; a corrected file may keep it. */
export const reasonColumn = 'error'

/** Folds a text for comparison: ignores case, repeated spaces and the normal form of accents. */
export const fold = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')
