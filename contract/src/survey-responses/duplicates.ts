import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'

/** The most responses that are compared on one screen, with the one to keep. */
export const maxCompared = 3

const LinkedResponse = z.strictObject({ id: z.uuid(), displayId: z.string() })

export const Duplicates = z
  .strictObject({
    /** The response that was kept instead of this one. */
    duplicateOf: LinkedResponse.nullable(),
    /** The responses that were rejected as duplicates of this one. */
    duplicates: z.array(LinkedResponse),
  })
  .meta({ id: 'Duplicates' })
export type Duplicates = z.infer<typeof Duplicates>

const params = z.strictObject({ id })

export const listDuplicates = route({
  method: 'GET',
  path: '/survey-responses/:id/duplicates',
  access: 'surveyResponsesRead',
  summary: 'Return the response that a duplicate is a duplicate of, and its own duplicates',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: Duplicates,
})

export const rejectDuplicates = route({
  method: 'POST',
  path: '/survey-responses/:id/duplicates',
  access: 'surveyResponsesReview',
  summary: 'Keep a response, and reject others as its duplicates; accepts If-Match for the one to keep',
  params,
  body: z.strictObject({
    /** With the versions that the reviewer saw. */
    others: z
      .array(z.strictObject({ id, version: z.int() }))
      .min(1)
      .max(maxCompared - 1),
  }),
  response: Duplicates,
})
