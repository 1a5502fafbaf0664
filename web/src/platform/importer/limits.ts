import type { WorkbookLimits } from '@baseline/tabular/limits.ts'

/** Rows sent in parallel; the next batch waits for all of them. spec §4, §9 */
export const chunkSize = 10

/** Maximum rows of the first sheet. */
export const maxRows = 50_000

/**
 * Limits of a file with further sheets, such as household members, which may be longer. The header counts as a row.
 */
export const importLimits: WorkbookLimits = {
  fileBytes: 20_000_000,
  entries: 200,
  partBytes: 120_000_000,
  totalBytes: 150_000_000,
  strings: 1_200_000,
  rows: 5 * maxRows + 1,
  columns: 1_000,
  cells: 3_000_000,
}

/** A worker that is silent for this long is terminated. */
export const silenceLimitMs = 60_000
