import { readXlsx } from 'hucre/xlsx'

import { columnLetters } from './column-letters.ts'
import { guardWorkbook } from './guard.ts'
import type { WorkbookLimits } from './limits.ts'
import { TabularError } from './problem.ts'

/** What a cell can hold; a formula holds what it last came to. */
export type CellValue = string | number | boolean | Date | null

export interface SheetRows {
  name: string
  /** From the first row and column of the sheet on, blank cells as null. */
  rows: CellValue[][]
}

/** Every sheet of a workbook. Whatever is wrong with the file is a TabularError. */
export const readWorkbook = async (bytes: Uint8Array, limits: WorkbookLimits): Promise<SheetRows[]> => {
  const { rows, columns } = await guardWorkbook(bytes, limits)
  try {
    const { sheets } = await readXlsx(bytes, { range: `A1:${columnLetters(columns)}${String(rows)}` })
    return sheets.map((sheet) => ({ name: sheet.name, rows: sheet.rows }))
  } catch (error) {
    // Some damage surfaces as the reader's own errors, some as those of the language.
    throw new TabularError('damaged', { cause: error })
  }
}
