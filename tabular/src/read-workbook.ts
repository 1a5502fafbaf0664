import { readXlsx } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'

/** Value of a cell; for a formula, its last result. */
export type CellValue = string | number | boolean | Date | null

export interface SheetRows {
  name: string
  /** Rows from the first row and column of the sheet; blank cells are null. */
  rows: CellValue[][]
}

/** Reads every sheet of a workbook. Throws a TabularError for any problem of the file. */
export const readWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<SheetRows[]> => {
  const { rows, columns } = await guardWorkbook(bytes, limits)
  try {
    const { sheets } = await readXlsx(bytes, { range: `A1:${columnLetters(columns)}${String(rows)}` })
    return sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows }))
  } catch (error) {
    // Damage appears as errors of the library or of JavaScript itself.
    throw new TabularError('damaged', { cause: error })
  }
}
