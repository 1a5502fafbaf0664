import { z } from 'zod'

import { oneOrMany, text } from '../fields.ts'
import { Key, maxSearchable } from '../surveys/master.ts'

/**
 * Filters by answers, by the key of a searchable question; the filter `surveyId` must have one survey. Numbers,
 * dates and times: the two ends of a range, of which a blank one is open. Choices: one or more of their values. A
 * text matches the beginning; in double quotes it matches the whole answer.
 */
export const AnswerFilter = z
  .record(Key, oneOrMany(text()))
  .refine((answers) => Object.keys(answers).length <= maxSearchable)

/** Order by the answers to a question: `answers.age_ASC`. */
export type AnswerOrder = `answers.${string}_${'ASC' | 'DESC'}`
// The expression matches this type. `z.templateLiteral` would add 1 KiB to every first page.
// eslint-disable-next-line typescript/no-unsafe-type-assertion
export const AnswerOrder = z
  .string()
  .regex(/^answers\.[A-Za-z_][A-Za-z0-9_-]{0,63}_(?:ASC|DESC)$/) as z.ZodType<AnswerOrder, AnswerOrder>

/** Splits an order by answers into the key of the question and the direction. */
export const splitAnswerOrder = (order: AnswerOrder): { key: string; isAscending: boolean } => ({
  key: order.slice(order.indexOf('.') + 1, order.lastIndexOf('_')),
  isAscending: order.endsWith('_ASC'),
})
