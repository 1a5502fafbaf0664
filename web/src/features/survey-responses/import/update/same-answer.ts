import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { fold } from '#platform/importer/columns.ts'

import { listOf } from '../question-columns.ts'

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
  listOf(question, survey)
    .filter(({ value }) => value === stored)
    .some(({ labels }) => Object.values(labels).some((label) => fold(label) === fold(text)))

const keySorted = (value: unknown): string =>
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
  wanted: unknown,
): boolean => {
  if (isBlank(stored) || isBlank(wanted)) return isBlank(stored) && isBlank(wanted)
  switch (question.type) {
    case 'choice':
      return stored === wanted || isLabelOf(question, survey, stored, String(wanted))
    case 'choices':
      return Array.isArray(stored) && Array.isArray(wanted)
        ? keySorted(stored.map(String).toSorted()) === keySorted(wanted.map(String).toSorted())
        : isSameText(stored, wanted)
    case 'location':
      return keySorted(stored) === keySorted(wanted)
    case 'number':
    case 'integer':
      return stored === wanted
    default:
      return isSameText(stored, wanted)
  }
}

/** Ignores differences below a second: cells store seconds, records store milliseconds. */
export const isSameTime = (stored: string | null, wanted: string | null): boolean => {
  if (stored === null || wanted === null) return stored === wanted
  return Math.abs(Date.parse(stored) - Date.parse(wanted)) < 1000
}
