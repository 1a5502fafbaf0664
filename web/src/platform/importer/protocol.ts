import type { TemplateColumn } from '@baseline/tabular/write-template.ts'

import type { CheckedLine, CheckedRow, ImportContext, Refusal } from './checked-row.ts'

/** What the worker writes a workbook from: its texts are the screen's, in the person's language. */
export interface SheetTexts {
  /** By key; those that the template lacks are only written where a file has them. */
  columns: readonly (TemplateColumn & { hidden?: boolean })[]
  sheets?: readonly { name: string; columns: SheetTexts['columns'] }[]
  guide: { name: string; rows: string[][] }
}

/** A row to write into the file of errors: why, and which of its cells are wrong. */
export interface ErrorRow {
  line: number
  why: string
  wrong: readonly string[]
  /** Rows of further sheets that belong to it. */
  lines?: readonly { sheet: string; line: number; why: string; wrong: readonly string[] }[]
}

export type ToWorker =
  | { type: 'read'; file: File; context: ImportContext }
  | { type: 'template'; texts: SheetTexts }
  | {
      type: 'errors'
      texts: SheetTexts
      reason: TemplateColumn
      rows: readonly ErrorRow[]
      strays?: NonNullable<ErrorRow['lines']>
    }

export type FromWorker =
  | { type: 'refused'; refusal: Refusal }
  | { type: 'opened'; count: number }
  | { type: 'rows'; rows: readonly CheckedRow[]; strays: readonly CheckedLine[] }
  | { type: 'read' }
  | { type: 'workbook'; bytes: Uint8Array<ArrayBuffer> }
  | { type: 'failed' }

/** A template may be asked for while a file is read: what is answered carries the number of what was asked. */
export interface Asked {
  id: number
  message: ToWorker
}
export interface Answered {
  id: number
  answer: FromWorker
}
