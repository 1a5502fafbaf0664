import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { Aliases } from '#platform/importer/open-import.ts'

import { takenSheetHeadings } from '../columns.ts'
import { headingOf } from '../question-columns.ts'
import { takenRecordHeadings } from './columns.ts'

/** The columns of a codebook: sheet, heading, variable, key, type, label, versions, value, code. */
const columnIndex = { sheet: 0, heading: 1, key: 3, versions: 6, value: 7 }

/**
 * Maps each heading of an export to its column, as the codebook defines it. The heading itself may be
 * ambiguous.
 */
export const readCodebook = (rows: readonly (readonly CellValue[])[]): Aliases => {
  const aliases = new Map<string, Map<string, string>>()
  const [, firstRow] = rows
  for (const row of rows.slice(1)) {
    const [sheet, heading, key] = [row[columnIndex.sheet], row[columnIndex.heading], row[columnIndex.key]]
    if (typeof sheet !== 'string' || typeof heading !== 'string' || typeof key !== 'string') continue
    // Skips the lines of choices.
    if (row[columnIndex.value] !== null && row[columnIndex.value] !== undefined) continue
    const [question = '', ...part] = key.split('/')
    const takenHeadings = sheet === firstRow?.[columnIndex.sheet] ? takenRecordHeadings : takenSheetHeadings
    // Only questions list versions.
    const isQuestion = (row[columnIndex.versions] ?? null) !== null
    const columnKey = isQuestion ? [headingOf(question, { takenHeadings }), ...part].join('/') : key
    aliases.set(sheet, (aliases.get(sheet) ?? new Map<string, string>()).set(heading, columnKey))
  }
  return aliases
}
