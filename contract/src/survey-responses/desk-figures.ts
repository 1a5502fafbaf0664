import { z } from 'zod'

import { route } from '../http.ts'

/** Days of the figures, up to now. */
export const figureDays = 30
/** A longer gap between two decisions is a pause. */
export const pauseMinutes = 10
/** With less work, the decisions per hour are null. */
export const leastWorkMinutes = 10

/** Work of a reviewer. A figure is null if there is too little that it could count. Shares are between 0 and 1. */
export const ReviewerFigures = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    /** Decisions that were not undone. */
    decided: z.int(),
    /** Median hours from the receipt of a response to its first decision. */
    medianHours: z.number().nullable(),
    /** Share of the first decisions before the review was due. */
    inTime: z.number().nullable(),
    /** Share of the decisions that returned the response. */
    returned: z.number().nullable(),
    /** Share of the decisions that another reviewer later changed. An approval does not change a verification. */
    overturned: z.number().nullable(),
    /** Decisions per hour, without pauses. */
    perHour: z.number().nullable(),
  })
  .meta({ id: 'ReviewerFigures' })
export type ReviewerFigures = z.infer<typeof ReviewerFigures>

export const listReviewerFigures = route({
  method: 'GET',
  path: '/review/figures',
  access: 'surveyResponsesReview',
  summary: `Return the work of the reviewers in the last ${String(figureDays)} days: all for managers, else the caller's own`,
  response: z.array(ReviewerFigures),
})
