import type { Scalar } from './expression/convert.ts'
import { textOfShape } from './shapes.ts'
import type { Shape } from './shapes.ts'

export interface Location {
  latitude: number
  longitude: number
  accuracy?: number
}

/**
 * One answer. A string: text, date (2026-03-31), time (14:30), the value of a choice, or a picture (the id of
 * a stored file, or an address from an import). Several choices are an array of values in list order.
 */
export type Answer = string | number | string[] | Location | Shape

/** The answers of one row of a repeat. */
export type AnswerRow = Record<string, Answer>

/** `values` of a response by question key; a repeat is an array of rows. spec §3 */
export type Answers = Record<string, Answer | AnswerRow[]>

/**
 * Converts an answer for expressions: several choices are joined with spaces, a place or a shape is written as in ODK.
 */
export const scalarOf = (answer: Answer | undefined): Scalar => {
  if (answer === undefined) return ''
  if (Array.isArray(answer)) return answer.join(' ')
  if (typeof answer !== 'object') return answer
  if ('coordinates' in answer) return textOfShape(answer)
  const { latitude, longitude, accuracy = 0 } = answer
  return `${String(latitude)} ${String(longitude)} 0 ${String(accuracy)}`
}

/** Returns the chosen values of an answer to a question with choices. */
export const toValues = (answer: Answer): readonly string[] =>
  Array.isArray(answer) ? answer : typeof answer === 'string' ? [answer] : []
