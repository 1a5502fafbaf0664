import type { Question } from './master.ts'
import type { PlacedItem } from './survey-items.ts'

/** How answers are compared: as texts, numbers, points in time, or codes of choices. */
export const answerKinds = ['text', 'number', 'date', 'time', 'dateTime', 'choice', 'choices'] as const
export type AnswerKind = (typeof answerKinds)[number]

const kindOfQuestion = ({ type, result }: Pick<Question, 'type' | 'result'>): AnswerKind | undefined => {
  switch (type) {
    case 'text':
    case 'barcode':
      return 'text'
    case 'number':
    case 'integer':
    case 'range':
      return 'number'
    case 'calculated':
      return result === 'number' ? 'number' : 'text'
    case 'date':
    case 'time':
    case 'dateTime':
    case 'choice':
    case 'choices':
      return type
    default:
      return undefined
  }
}

/** Returns how the answers to a question are compared; undefined if responses cannot be found by it. */
export const answerKindOf = ({ item, repeat }: PlacedItem): AnswerKind | undefined =>
  item.kind === 'question' && repeat === undefined ? kindOfQuestion(item) : undefined

/** Ranges have two ends; a filter by the other kinds has one or more values. */
export const isRangeKind = (kind: AnswerKind): boolean =>
  kind === 'number' || kind === 'date' || kind === 'time' || kind === 'dateTime'
