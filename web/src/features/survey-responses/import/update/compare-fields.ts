import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import type { ReadCells } from '#platform/importer/file-row.ts'

import { placeParts } from '../question-columns.ts'
import { recordFields } from './columns.ts'
import { cellText, isSameTime } from './same-answer.ts'

/** A field of the record that a row changes. */
export interface FieldChange {
  key: (typeof recordFields)[number]['key'] | 'location'
  before: unknown
  after: unknown
  /** Columns of the file with the new value. */
  columns: readonly string[]
}

const isTime = (value: unknown): value is string | null => typeof value === 'string' || value === null

const placeChange = (record: SurveyResponse, cells: ReadCells): FieldChange[] => {
  const columns = placeParts.filter((part) => cells.has(part))
  if (columns.length === 0) return []
  const now = record.location
  const parts = placeParts.map(
    (part) => [part, cells.has(part) ? cells.get(part)?.value : now?.[part]] as const,
  )
  const filled = Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  const after = Object.keys(filled).length === 0 ? null : filled
  const isSame = placeParts.every((part) => now?.[part] === filled[part])
  return isSame ? [] : [{ key: 'location', before: now, after, columns }]
}

/** Returns the fields of the record that the cells of a row change. A blank cell clears its field. */
export const fieldChanges = (record: SurveyResponse, cells: ReadCells): FieldChange[] => [
  ...recordFields.flatMap(({ key, kind }): FieldChange[] => {
    const cell = cells.get(key)
    if (!cell) return []
    const before = record[key]
    const after = cell.text === '' ? null : kind === 'text' ? cell.text : cell.value
    const isSame =
      kind === 'time' && isTime(after)
        ? isSameTime(before, after)
        : cellText(before ?? '') === cellText(typeof after === 'string' ? after : '')
    return isSame ? [] : [{ key, before, after, columns: [key] }]
  }),
  ...placeChange(record, cells),
]
