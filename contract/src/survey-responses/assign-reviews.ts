import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'
import { QueueFilter } from './desk.ts'

/** Responses that one call can assign. */
export const maxAssigned = 5_000

/** A user who may review, with the number of waiting responses that are assigned to the user. */
const ReviewerOption = z
  .strictObject({ id: z.uuid(), name: z.string(), assigned: z.int() })
  .meta({ id: 'ReviewerOption' })

export const listReviewers = route({
  method: 'GET',
  path: '/review/reviewers',
  access: 'surveyResponsesReview',
  summary: 'List the users who may review responses, by name',
  response: z.array(ReviewerOption),
})

export const assignReviews = route({
  method: 'POST',
  path: '/review/assign',
  access: 'surveyResponsesReview',
  summary: 'Assign waiting responses to a reviewer, or to no one; returns how many changed',
  body: z
    .strictObject({
      ids: z.array(id).min(1).max(maxAssigned).optional(),
      /** Instead of ids: all waiting responses that match, at most 5,000. */
      filter: QueueFilter.optional(),
      reviewerId: id.nullable(),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { path: ['ids'] }),
  response: z.strictObject({ count: z.int() }),
})
