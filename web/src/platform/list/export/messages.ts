import type { ExportedColumn } from './cells.ts'

/** Request to the worker. */
export interface ExportRequest {
  url: string
  headers: Record<string, string>
  columns: readonly ExportedColumn[]
  timeZone: string
}

/** Messages of the worker: progress, then a result. */
export type ExportMessage =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; file: Blob; rows: number; truncated: number }
  | { kind: 'refused'; status: number; body: string }
  | { kind: 'failed' }
