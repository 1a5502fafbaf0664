import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'
import { answerKinds } from './answer-kind.ts'
import type { AnswerKind } from './answer-kind.ts'
import { Key, Texts } from './master.ts'

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
