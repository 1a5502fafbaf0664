import type { WorkbookLimits } from '@baseline/tabular/limits.ts'

/** Rows that are sent in parallel; the next ones wait for all of them. spec §4, §9 */
export const chunkSize = 10

/** Limits the rows of the first sheet. */
export const mostRows = 50_000

/** Limits a file with further sheets, such as household members, which may have more rows. The header is a row too. */
export const importLimits: WorkbookLimits = {
  fileBytes: 20_000_000,
  entries: 200,
  partBytes: 120_000_000,
  totalBytes: 150_000_000,
  strings: 1_200_000,
  rows: 5 * mostRows + 1,
  columns: 1_000,
  cells: 3_000_000,
}

/** A worker that says nothing for so long will not any more, however slow the machine; it is stopped. */
export const silentMs = 60_000
