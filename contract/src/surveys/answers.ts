import type { Scalar } from './expression/convert.ts'

export interface Location {
  latitude: number
  longitude: number
  accuracy?: number
}

/**
 * One answer: text, date (2026-03-31), time (14:30), the value of a choice and a picture (the id of a stored file, or an
 * address from an import) are strings; several choices are their values in the order of the list.
 */
export type Answer = string | number | string[] | Location

/** The answers of one row of a repeat. */
export type AnswerRow = Record<string, Answer>

/** `values` of a response: by the question's key; a repeat is a list of rows under its own. spec §3 */
export type Answers = Record<string, Answer | AnswerRow[]>

/** What expressions see of an answer: several choices with spaces between them, a place as ODK writes it. */
export const scalarOf = (answer: Answer | undefined): Scalar => {
  if (answer === undefined) return ''
  if (Array.isArray(answer)) return answer.join(' ')
  if (typeof answer !== 'object') return answer
  const { latitude, longitude, accuracy = 0 } = answer
  return `${String(latitude)} ${String(longitude)} 0 ${String(accuracy)}`
}
