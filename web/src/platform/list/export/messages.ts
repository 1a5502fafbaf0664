import type { ExportedColumn } from './cells.ts'

/** Request to the worker. */
export interface ExportOrder {
  url: string
  headers: Record<string, string>
  columns: readonly ExportedColumn[]
  timeZone: string
}

/** Messages of the worker: progress, then a result. */
export type ExportNews =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; file: Blob; rows: number; cut: number }
  | { kind: 'refused'; status: number; body: string }
  | { kind: 'failed' }
