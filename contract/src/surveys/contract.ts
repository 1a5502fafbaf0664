import { z } from 'zod'

import { date, id, instant, oneOrMany, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import { SurveyMaster, surveyStatuses } from './master.ts'

/**
 * An entry of the survey catalogue. `responseCount` and `lastResponseAt` are always exact: the rollup plus
 * the deltas that are not folded yet. spec §7
 */
export const Survey = z
  .strictObject({
    id: z.uuid(),
    label: z.string(),
    /** The latest version. */
    version: z.int(),
    status: z.enum(surveyStatuses),
    /** First planned day of the fieldwork; does not change the status. */
    openFrom: date.nullable(),
    /** Last planned day of the fieldwork; does not change the status. */
    closeOn: date.nullable(),
    /** Time zone of the latest version; null if that of the installation applies. */
    timeZone: z.string().nullable(),
    responseCount: z.int(),
    lastResponseAt: instant.nullable(),
  })
  .meta({ id: 'Survey' })
export type Survey = z.infer<typeof Survey>

export const listSurveys = route({
  method: 'GET',
  path: '/survey-list',
  access: 'surveyListRead',
  summary: 'List surveys, ordered by label',
  query: listQuery(
    {
      label: text().optional(),
      status: oneOrMany(z.enum(surveyStatuses)).optional(),
    },
    ['label', 'version', 'status', 'openFrom', 'closeOn', 'responseCount', 'lastResponseAt'],
  ),
  response: pageOf(Survey),
})

export const getSurveyMaster = route({
  method: 'GET',
  path: '/survey-masters/:id',
  access: 'surveyListRead',
  summary: 'Return a questionnaire: its latest version or the requested one',
  params: z.strictObject({ id }),
  query: z.strictObject({
    version: z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .optional(),
  }),
  response: SurveyMaster,
})

/** Target number of responses, in total and per district. */
const Targets = z.strictObject({
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
  access: 'settingsEdit',
  summary: 'Replace the targets of a survey; accepts If-Match',
  params: z.strictObject({ id }),
  body: z.strictObject({ data: Targets }),
  response: SurveyTargets,
})
