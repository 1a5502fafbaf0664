import { z } from 'zod'

import { oneOrMany, text } from '../fields.ts'
import { Key } from '../surveys/master.ts'
import { maxSearchable } from '../surveys/searchable.ts'

/**
 * Filters by answers, by the key of a searchable question; the filter `surveyId` must have one survey. Numbers,
 * dates and times: the two ends of a range, of which a blank one is open. Choices: one or more of their values. A
 * text matches the beginning; in double quotes it matches the whole answer.
 */
export const AnswerFilter = z
  .record(Key, oneOrMany(text()))
  .refine((answers) => Object.keys(answers).length <= maxSearchable)

/** Order by the answers to a question: `answers.age_ASC`. */
export const AnswerOrder = z.templateLiteral([
  'answers.',
  z.string().regex(/[A-Za-z_][A-Za-z0-9_-]{0,63}/),
  '_',
  z.enum(['ASC', 'DESC']),
])
export type AnswerOrder = z.infer<typeof AnswerOrder>

/** Splits an order by answers into the key of the question and the direction. */
export const splitAnswerOrder = (order: AnswerOrder): { key: string; isAscending: boolean } => ({
  key: order.slice(order.indexOf('.') + 1, order.lastIndexOf('_')),
  isAscending: order.endsWith('_ASC'),
})
