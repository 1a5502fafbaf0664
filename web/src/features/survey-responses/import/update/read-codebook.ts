import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { Aliases } from '#platform/importer/open-import.ts'

import { takenInSheets } from '../columns.ts'
import { headingOf } from '../question-columns.ts'
import { takenByRecord } from './columns.ts'

/** The columns of a codebook: sheet, heading, variable, key, type, label, versions, value, code. */
const at = { sheet: 0, heading: 1, key: 3, versions: 6, value: 7 }

/**
 * Maps each heading of an export to its column, as the codebook defines it. The heading itself may be
 * ambiguous.
 */
export const readCodebook = (rows: readonly (readonly CellValue[])[]): Aliases => {
  const aliases = new Map<string, Map<string, string>>()
  const [, first] = rows
  for (const row of rows.slice(1)) {
    const [sheet, heading, key] = [row[at.sheet], row[at.heading], row[at.key]]
    if (typeof sheet !== 'string' || typeof heading !== 'string' || typeof key !== 'string') continue
    // Skips the lines of choices.
    if (row[at.value] !== null && row[at.value] !== undefined) continue
    const [question = '', ...part] = key.split('/')
    const taken = sheet === first?.[at.sheet] ? takenByRecord : takenInSheets
    // Only questions list versions.
    const isQuestion = (row[at.versions] ?? null) !== null
    const own = isQuestion ? [headingOf(question, { taken }), ...part].join('/') : key
    aliases.set(sheet, (aliases.get(sheet) ?? new Map<string, string>()).set(heading, own))
  }
  return aliases
}
