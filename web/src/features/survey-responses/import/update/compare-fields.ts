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
  const storedLocation = record.location
  const parts = placeParts.map(
    (part) => [part, cells.has(part) ? cells.get(part)?.value : storedLocation?.[part]] as const,
  )
  const filledParts = Object.fromEntries(parts.filter(([, value]) => value !== undefined))
  const after = Object.keys(filledParts).length === 0 ? null : filledParts
  const isSame = placeParts.every((part) => storedLocation?.[part] === filledParts[part])
  return isSame ? [] : [{ key: 'location', before: storedLocation, after, columns }]
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
