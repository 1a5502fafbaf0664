import type { Answer, AnswerRow, Location } from '@baseline/contract/surveys/answers.ts'
import { isShape } from '@baseline/contract/surveys/shapes.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isPlace = (value: unknown): value is Location =>
  isObject(value) && typeof value['latitude'] === 'number' && typeof value['longitude'] === 'number'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' || typeof value === 'number' || isTexts(value) || isPlace(value) || isShape(value)

const isRow = (value: unknown): value is AnswerRow =>
  isObject(value) && Object.values(value).every((one) => isAnswer(one))

/** Returns a stored value as an answer to one question; undefined if it is not a valid answer. */
export const answerOf = (value: unknown): Answer | undefined => (isAnswer(value) ? value : undefined)

/** Returns a stored value as the rows of a repeat. */
export const rowsOf = (value: unknown): AnswerRow[] => (Array.isArray(value) ? value.filter(isRow) : [])
