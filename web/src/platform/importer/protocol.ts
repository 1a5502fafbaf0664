import type { TemplateColumn } from '@baseline/tabular/write-template.ts'

import type { CheckedRow, ImportContext, Refusal } from './checked-row.ts'

/** What the worker writes a workbook from: its texts are the screen's, in the person's language. */
export interface SheetTexts {
  columns: readonly TemplateColumn[]
  guide: { name: string; rows: string[][] }
}

export type ToWorker =
  | { type: 'read'; file: File; context: ImportContext }
  | { type: 'template'; texts: SheetTexts }
  | {
      type: 'errors'
      texts: SheetTexts
      reason: TemplateColumn
      /** The lines to write, why, and which of their columns are wrong. */
      rows: readonly { line: number; why: string; wrong: readonly string[] }[]
    }

export type FromWorker =
  | { type: 'refused'; refusal: Refusal }
  | { type: 'opened'; count: number }
  | { type: 'rows'; rows: readonly CheckedRow[] }
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
