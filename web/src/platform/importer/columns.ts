import type { MessageKey } from '@baseline/contract/messages/translate.ts'

interface Column {
  /** The heading in the file and the name of the field. spec §5 */
  key: string
  label: MessageKey
  /** Says what to enter, in the template. */
  entry?: MessageKey
  required?: true
  /** Zeros at the beginning count, which Excel drops from numbers. */
  digits?: true
}

/** A column of an importer. Choices are written as their values; several stand beside each other. spec §5 */
export type ImportColumn = Column &
  (
    | { kind: 'text' | 'date' | 'time' | 'links' }
    /** JSON as it may be written, since few people know how. */
    | { kind: 'json'; example: string }
    | { kind: 'choice' | 'choices'; choices: readonly string[] }
  )

/** The column that says why a row was refused; whoever mends the file may leave it there. */
export const reasonColumn = 'error'
