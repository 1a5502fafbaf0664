import type { TemplateColumn } from '@baseline/tabular/write-template.ts'

import type { CheckedLine, CheckedRow, ImportContext, Refusal } from './checked-row.ts'

/** Texts for the workbooks that the worker writes, in the user's language. */
export interface SheetTexts {
  /** Columns by key; hidden columns are written only if the file has them. */
  columns: readonly (TemplateColumn & { hidden?: boolean })[]
  sheets?: readonly { name: string; columns: SheetTexts['columns'] }[]
  guide: { name: string; rows: string[][] }
}

/** A row of the file of errors: the reason, and the wrong cells. */
export interface ErrorRow {
  line: number
  message: string
  wrongColumns: readonly string[]
  /** Its rows of further sheets. */
  lines?: readonly { sheet: string; line: number; message: string; wrongColumns: readonly string[] }[]
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

/**
 * A request has an id, which its answers repeat, because a template may be requested while a file is read.
 */
export interface WorkerRequest {
  id: number
  message: ToWorker
}
export interface WorkerReply {
  id: number
  answer: FromWorker
}
