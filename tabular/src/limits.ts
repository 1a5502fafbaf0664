/** How much a workbook may hold; the reader never meets more, whatever the file claims. */
export interface WorkbookLimits {
  fileBytes: number
  /** Parts in the archive. */
  entries: number
  /** One part, and all of them, unpacked. */
  partBytes: number
  totalBytes: number
  /** Different texts; each costs far more in memory than in the file. */
  strings: number
  /** Of each sheet, up to the last cell that holds something. */
  rows: number
  columns: number
  /** That hold something, on all sheets together. */
  cells: number
}
