/** Limits of a workbook. guardWorkbook() scans the archive for them before a spreadsheet library opens it. */
export interface WorkbookLimits {
  /** Size of the file, which is compressed. */
  fileBytes: number
  /** Number of entries in the archive. */
  entries: number
  /** Uncompressed size of one entry. */
  partBytes: number
  /** Uncompressed size of all entries. */
  totalBytes: number
  /**
   * Number of `<si>` and `<t>` tags; a shared string has at least one of each. A string uses much more memory
   * than its size in the file.
   */
  strings: number
  /** Row number of the last non-empty cell of a sheet. */
  rows: number
  /** Rows of all sheets in the file, blank ones too, which cost time; no limit if absent. */
  writtenRows?: number
  /** Column number of the last non-empty cell of a sheet. */
  columns: number
  /** Non-empty cells of all sheets. */
  cells: number
}
