import { z } from 'zod'

import { date, id, instant, oneOrMany, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import { LanguageTag, SurveyMaster, surveyStatuses } from './master.ts'

/**
 * An entry of the survey catalogue. `responseCount` and `lastResponseAt` are always exact: the rollup plus
 * the deltas that are not folded yet. spec §7
 */
export const Survey = z
  .strictObject({
    id: z.uuid(),
    /** `form_id` of the questionnaire; unique. */
    formId: z.string(),
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
    /** Languages of the latest version. */
    languages: z.array(LanguageTag),
    /** Questions of the latest version, without notes. */
    questionCount: z.int(),
    /** Target number of responses; null if the survey has none. */
    target: z.int().nullable(),
    responseCount: z.int(),
    lastResponseAt: instant.nullable(),
    /** Last change of the questionnaire, the status, the settings or the targets. */
    updatedAt: instant,
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
      formId: text().optional(),
      status: oneOrMany(z.enum(surveyStatuses)).optional(),
    },
    [
      'label',
      'formId',
      'version',
      'status',
      'openFrom',
      'closeOn',
      'questionCount',
      'responseCount',
      'lastResponseAt',
      'updatedAt',
    ],
  ),
  response: pageOf(Survey),
})

export const getSurvey = route({
  method: 'GET',
  path: '/surveys/:id',
  access: 'surveyListRead',
  summary: 'Return a survey; its questionnaire is at /survey-masters/:id',
  params: z.strictObject({ id }),
  response: Survey,
})

export const changeSurveyStatus = route({
  method: 'POST',
  path: '/surveys/:id/status',
  access: 'surveysEdit',
  summary: 'Change the status of a survey: draft, open or closed',
  params: z.strictObject({ id }),
  body: z.strictObject({ status: z.enum(surveyStatuses) }),
  response: Survey,
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
