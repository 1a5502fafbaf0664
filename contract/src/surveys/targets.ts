import { z } from 'zod'

import { id, text } from '../fields.ts'
import { route } from '../http.ts'

/** Target number of responses, in total and per district. */
export const Targets = z.strictObject({
  /** Defaults to the sum of the districts. */
  total: z.int().min(1).max(1_000_000_000).nullable(),
  districts: z
    .array(z.strictObject({ districtName: text({ min: 1 }), target: z.int().min(1).max(1_000_000_000) }))
    .max(1000),
})
export type Targets = z.infer<typeof Targets>

export const SurveyTargets = Targets.extend({ version: z.int() }).meta({ id: 'SurveyTargets' })
export type SurveyTargets = z.infer<typeof SurveyTargets>

export const getSurveyTargets = route({
  method: 'GET',
  path: '/surveys/:id/targets',
  access: 'surveyListRead',
  summary: 'Return the targets of a survey',
  params: z.strictObject({ id }),
  response: SurveyTargets,
})

export const updateSurveyTargets = route({
  method: 'PUT',
  path: '/surveys/:id/targets',
  access: 'surveysEdit',
  summary: 'Replace the targets of a survey; accepts If-Match',
  params: z.strictObject({ id }),
  body: z.strictObject({ data: Targets }),
  response: SurveyTargets,
})
