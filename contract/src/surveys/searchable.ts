import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'
import { Key, Texts } from './master.ts'
import type { Question } from './master.ts'
import type { PlacedItem } from './survey-items.ts'

/** How answers are compared: as texts, numbers, points in time, or codes of choices. */
export const answerKinds = ['text', 'number', 'date', 'time', 'dateTime', 'choice', 'choices'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** Each searchable question of a survey costs time at every new response. */
export const maxSearchable = 10

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

/** Several choices have no order. */
export const isSortableKind = (kind: AnswerKind): boolean => kind !== 'choices'

/** A question by whose answers the responses of its survey are found. */
export const SearchableQuestion = z
  .strictObject({
    key: Key,
    kind: z.enum(answerKinds),
    labels: Texts,
    /** Choices of the latest version that has the question. */
    choices: z.array(z.strictObject({ value: z.string(), labels: Texts })),
    personal: z.boolean(),
    /** Whether the answers of all responses can be found. */
    isReady: z.boolean(),
    /** Responses that are prepared, while it is not ready. */
    filledRows: z.int(),
  })
  .meta({ id: 'SearchableQuestion' })
export type SearchableQuestion = z.infer<typeof SearchableQuestion>

export const listSearchableQuestions = route({
  method: 'GET',
  path: '/surveys/:id/searchable-questions',
  access: 'surveyListRead',
  summary: 'List the questions by whose answers the responses of a survey are found',
  params: z.strictObject({ id }),
  response: z.strictObject({ defaultLanguage: z.string(), questions: z.array(SearchableQuestion) }),
})
