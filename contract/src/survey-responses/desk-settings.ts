import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'
import { defaultDueHours } from './desk.ts'

/** How the responses of a survey are reviewed. */
export const ReviewPolicy = z.strictObject({
  /** Working hours from the receipt to the first decision. */
  dueHours: z.int().min(1).max(2000),
  /** Share of the responses without flags that are reviewed; null to review all responses. */
  samplePercent: z.number().min(0).max(100).nullable(),
  /** Minimum number of reviewed responses of each enumerator in a week. */
  sampleMinimum: z.int().min(0).max(1000),
})
export type ReviewPolicy = z.infer<typeof ReviewPolicy>

export const defaultPolicy: ReviewPolicy = {
  dueHours: defaultDueHours,
  samplePercent: null,
  sampleMinimum: 0,
}

/** `version` counts the changes, for If-Match; 0 if the survey has the defaults. */
export const ReviewSettings = ReviewPolicy.extend({ version: z.int() }).meta({ id: 'ReviewSettings' })
export type ReviewSettings = z.infer<typeof ReviewSettings>

const params = z.strictObject({ id })

export const getReviewSettings = route({
  method: 'GET',
  path: '/surveys/:id/review-settings',
  access: 'checksRead',
  summary: 'Return how the responses of a survey are reviewed',
  params,
  response: ReviewSettings,
})

export const updateReviewSettings = route({
  method: 'PUT',
  path: '/surveys/:id/review-settings',
  access: 'checksEdit',
  summary: 'Change how the responses of a survey are reviewed, also those that wait; accepts If-Match',
  params,
  body: z.strictObject({ data: ReviewPolicy }),
  response: ReviewSettings,
})
