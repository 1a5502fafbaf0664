import type { MessageKey } from '@baseline/contract/messages/translate.ts'

/** A text of ours by its key, or one that a questionnaire brings along. */
export type ColumnText = MessageKey | { text: string }

interface Column {
  /** The heading in the file and the name of the field. spec §5 */
  key: string
  label: ColumnText
  /** Says what to enter, in the template. */
  entry?: ColumnText
  required?: true
  /** Zeros at the beginning count, which Excel drops from numbers. */
  digits?: true
  /** Where the call names this field, if not by the key: `values.age`. */
  path?: string
  /** Headings that are understood if no other column has them. */
  labels?: readonly string[]
  /** May be present, but is no part of the template. */
  hidden?: true
}

/** The values of a choice, and the words that mean one of them, folded. */
export interface Choices {
  choices: readonly string[]
  words?: ReadonlyMap<string, string>
  /** What a drop-down offers; without it, the values. */
  offered?: readonly string[]
}

/** A column of an importer. spec §5 */
export type ImportColumn = Column &
  (
    | { kind: 'text' | 'date' | 'time' | 'links' | 'number' | 'clock' | 'place' | 'flag' }
    /** JSON, with an example of how to write it. */
    | { kind: 'json'; example: string }
    | ({ kind: 'choice' } & Choices)
    /** Separated by spaces, or by semicolons where words may hold spaces. */
    | ({ kind: 'choices'; separator?: ';' } & Choices)
  )

/** Rows that belong to a row of the first sheet: each names it by its Survey Id or by its row number. */
export interface ImportSheet {
  name: string
  label: string
  columns: readonly ImportColumn[]
  /** Where the call names a row of it, without its number: `values.members`. */
  path: string
  /** The columns that its header lacks; without it, every column of the template must be present. */
  missing?: (present: ReadonlySet<string>) => readonly string[]
}

/** The columns of a further sheet that say to which row of the first sheet a row belongs. */
export const idColumn = 'displayId'

export const rowColumn = 'row'
/** Orders the rows that belong together. */
export const lineColumn = 'line'

/** The column that gives the reason for a refused row; it may stay in the file. */
export const reasonColumn = 'error'

/** Text as it is compared: neither case nor spaces nor the form of accents count. */
export const fold = (text: string): string =>
  text.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ')
