import type { Answer, AnswerRow, Location } from '@baseline/contract/surveys/answers.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isPlace = (value: unknown): value is Location =>
  isObject(value) && typeof value['latitude'] === 'number' && typeof value['longitude'] === 'number'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' || typeof value === 'number' || isTexts(value) || isPlace(value)

const isRow = (value: unknown): value is AnswerRow =>
  isObject(value) && Object.values(value).every((one) => isAnswer(one))

/** An answer to one question out of what the server has stored, or of what its history tells. */
export const answerOf = (value: unknown): Answer | undefined => (isAnswer(value) ? value : undefined)

/** The rows of a repeat out of the same. */
export const rowsOf = (value: unknown): AnswerRow[] => (Array.isArray(value) ? value.filter(isRow) : [])
