import type { ExportedColumn } from './cells.ts'

/** What the worker is asked to do. */
export interface ExportOrder {
  url: string
  headers: Record<string, string>
  columns: readonly ExportedColumn[]
  timeZone: string
}

/** What it says meanwhile, and in the end. */
export type ExportNews =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; file: Blob; rows: number; cut: number }
  | { kind: 'refused'; status: number; body: string }
  | { kind: 'failed' }
