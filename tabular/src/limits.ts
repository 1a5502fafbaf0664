/** Limits of a workbook, checked before it is read. */
export interface WorkbookLimits {
  fileBytes: number
  /** Number of entries in the archive. */
  entries: number
  /** Uncompressed size of one part, and of all parts. */
  partBytes: number
  totalBytes: number
  /** Number of shared strings; each takes far more memory than bytes in the file. */
  strings: number
  /** Per sheet, up to the last non-empty cell. */
  rows: number
  columns: number
  /** Non-empty cells of all sheets. */
  cells: number
}
