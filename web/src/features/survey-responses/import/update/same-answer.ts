import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { fold } from '#platform/importer/columns.ts'

import { choiceListOf } from '../question-columns.ts'

/** Normalises text to what a cell can contain: no control characters, and line breaks as in spreadsheets. */
export const cellText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // eslint-disable-next-line no-control-regex -- a workbook cannot hold these
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .trim()
    .normalize('NFC')

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const isSameText = (one: unknown, other: unknown): boolean =>
  cellText(String(one)) === cellText(String(other))

/**
 * Returns whether a text is a label of the stored choice. Several choices can have the same label in an
 * export.
 */
const isLabelOf = (question: Question, survey: SurveyDefinition, stored: unknown, text: string): boolean =>
  choiceListOf(question, survey)
    .filter(({ value }) => value === stored)
    .some(({ labels }) => Object.values(labels).some((label) => fold(label) === fold(text)))

const toSortedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/** Returns whether a cell matches the stored answer. */
export const isSameAnswer = (
  question: Question,
  survey: SurveyDefinition,
  stored: unknown,
  cellValue: unknown,
): boolean => {
  if (isBlank(stored) || isBlank(cellValue)) return isBlank(stored) && isBlank(cellValue)
  switch (question.type) {
    case 'choice':
      return stored === cellValue || isLabelOf(question, survey, stored, String(cellValue))
    case 'choices':
      return Array.isArray(stored) && Array.isArray(cellValue)
        ? toSortedJson(stored.map(String).toSorted()) === toSortedJson(cellValue.map(String).toSorted())
        : isSameText(stored, cellValue)
    // An export writes a shape as JSON.
    case 'line':
    case 'area':
      return isSameText(JSON.stringify(stored), cellValue)
    case 'location':
      return toSortedJson(stored) === toSortedJson(cellValue)
    case 'number':
    case 'integer':
      return stored === cellValue
    default:
      return isSameText(stored, cellValue)
  }
}

/** Ignores differences below a second: cells store seconds, records store milliseconds. */
export const isSameTime = (stored: string | null, cellValue: string | null): boolean => {
  if (stored === null || cellValue === null) return stored === cellValue
  return Math.abs(Date.parse(stored) - Date.parse(cellValue)) < 1000
}
