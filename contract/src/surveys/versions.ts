import { z } from 'zod'

import { id, instant, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf, wholeNumber } from '../list.ts'
import { LanguageTag } from './master.ts'
import { SurveyProblem } from './problem.ts'

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
