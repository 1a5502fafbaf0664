import { z } from 'zod'

import { date, id, instant, oneOrMany, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf, wholeNumber } from '../list.ts'
import { LanguageTag, SurveyMaster, surveyStatuses } from './master.ts'
import { SurveyProblem } from './problem.ts'

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

const SurveyFile = z.strictObject({ name: z.string(), size: z.int() })

/** A version of a questionnaire, without its content. */
export const SurveyVersion = z
  .strictObject({
    version: z.int(),
    createdAt: instant,
    /** Name or address of the user; null for a command of the operator and for versions of older releases. */
    createdBy: z.string().nullable(),
    languages: z.array(LanguageTag),
    questionCount: z.int(),
    /** Null for a version that an older release loaded, or that a change of the settings created. */
    workbook: SurveyFile.nullable(),
    /** Lists that were attached to the workbook. */
    lists: z.array(SurveyFile),
    warnings: z.array(SurveyProblem),
  })
  .meta({ id: 'SurveyVersion' })
export type SurveyVersion = z.infer<typeof SurveyVersion>

export const listSurveyVersions = route({
  method: 'GET',
  path: '/surveys/:id/versions',
  access: 'surveyListRead',
  summary: 'List the versions of a survey, newest first',
  params: z.strictObject({ id }),
  query: listQuery({}, ['version']),
  response: pageOf(SurveyVersion),
})

const versionParams = { id, version: wholeNumber.pipe(z.int().max(1_000_000_000)) }

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const getSurveyWorkbook = route({
  method: 'GET',
  path: '/surveys/:id/versions/:version/workbook',
  access: 'surveyListRead',
  summary: 'Return the workbook that a version was loaded from',
  params: z.strictObject(versionParams),
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  response: bytes,
})

export const getSurveyXForm = route({
  method: 'GET',
  path: '/surveys/:id/versions/:version/xform',
  access: 'surveyListRead',
  summary: 'Return a version as an XForm, the format of ODK Collect',
  params: z.strictObject(versionParams),
  mediaType: 'application/xml',
  response: bytes,
})

export const getSurveyList = route({
  method: 'GET',
  path: '/surveys/:id/versions/:version/lists/:name',
  access: 'surveyListRead',
  summary: 'Return a list that was attached to the workbook of a version',
  params: z.strictObject({ ...versionParams, name: text({ min: 1 }) }),
  mediaType: 'text/csv',
  response: bytes,
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
