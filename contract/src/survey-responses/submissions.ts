import { z } from 'zod'

import { id } from '../fields.ts'
import { route } from '../http.ts'
import { Submission } from '../intake/submission.ts'
import { DeviceToken, phoneRoute } from '../phone-route.ts'

const params = z.strictObject({ token: DeviceToken })

export const checkSubmission = phoneRoute({
  method: 'HEAD',
  path: '/field/:token/submission',
  summary: 'Return the headers that a phone needs before it sends an interview',
  params,
})

export const addSubmission = phoneRoute({
  method: 'POST',
  path: '/field/:token/submission',
  summary: 'Add an interview, or some of its files',
  params,
})

export const listSubmissions = route({
  method: 'GET',
  path: '/survey-responses/:id/submissions',
  access: 'surveyResponsesRead',
  summary: 'List the interviews that phones sent for a response, newest first, with their problems',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params: z.strictObject({ id }),
  response: z.array(Submission),
})
