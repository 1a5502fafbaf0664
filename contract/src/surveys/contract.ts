import { z } from 'zod'

import { date, id, instant, oneOrMany, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import { SurveyMaster, surveyStatuses } from './master.ts'

/**
 * A line of the catalogue of surveys. `responseCount` and `lastResponseAt` are exact at every moment: sums, and the
 * changes that no job has added to them yet. spec §7
 */
export const Survey = z
  .strictObject({
    id: z.uuid(),
    label: z.string(),
    /** The latest one. */
    version: z.int(),
    status: z.enum(surveyStatuses),
    /** The days planned for the field; they change no status by themselves. */
    openFrom: date.nullable(),
    closeOn: date.nullable(),
    responseCount: z.int(),
    lastResponseAt: instant.nullable(),
  })
  .meta({ id: 'Survey' })
export type Survey = z.infer<typeof Survey>

export const listSurveys = route({
  method: 'GET',
  path: '/survey-list',
  access: 'surveyListRead',
  summary: 'Surveys by their label',
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
  summary: 'A questionnaire: its latest version, or the one that is asked for',
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
