import { z } from 'zod'

import { id, instant } from '../fields.ts'
import { route } from '../http.ts'
import type { MessageKey } from '../messages/translate.ts'
import { Filter } from '../survey-responses/response.ts'
import { LanguageTag } from '../surveys/master.ts'

/** Stata and SPSS need the package `readstat` on the server. */
export const exportFormats = ['xlsx', 'csv', 'dta', 'sav'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The header of a column: the question's label, or its name in statistics files. */
export const columnNamings = ['labels', 'variables'] as const
export type ColumnNaming = (typeof columnNamings)[number]

/** A choice as its label, or as its value in the questionnaire. */
export const answerNotations = ['labels', 'codes'] as const
export type AnswerNotation = (typeof answerNotations)[number]

/** Why there is no file. */
export type ExportFailure = 'cancelled' | 'forbidden' | 'tooLong' | 'empty' | 'unavailable' | 'error'

/** The columns of a response sheet are the questions of one survey. */
const OneSurveyFilter = Filter.refine(({ surveyId }) => surveyId?.length === 1, {
  path: ['surveyId'],
  params: { key: 'entities.surveyExports.errors.oneSurvey' satisfies MessageKey },
})

/** A response sheet that is being made, or was. spec §3, §4 */
export const SurveyExport = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['START', 'SUCCESS', 'FAILED']),
    /** Opens the file for ten to fifteen minutes, and is made anew with every answer; null unless there is a file. */
    url: z.url().nullable(),
    filter: Filter,
    surveyLabel: z.string(),
    format: z.enum(exportFormats),
    language: z.string(),
    personalData: z.boolean(),
    columnNames: z.enum(columnNamings),
    answers: z.enum(answerNotations),
    /** In percent. */
    progress: z.int(),
    /** Responses in it; null before it is known. */
    rowCount: z.int().nullable(),
    fileName: z.string().nullable(),
    fileSize: z.int().nullable(),
    sha256: z.string().nullable(),
    /** Why there is none, in words. */
    failure: z.string().nullable(),
    createdByEmail: z.string(),
    createdAt: instant,
    finishedAt: instant.nullable(),
    expiresAt: instant.nullable(),
  })
  .meta({ id: 'SurveyExport' })
export type SurveyExport = z.infer<typeof SurveyExport>

export const createSurveyExport = route({
  method: 'POST',
  path: '/survey-exports',
  access: 'surveyResponsesRead',
  summary: 'Begin a response sheet of one survey: one row per response, one column per question',
  body: z.strictObject({
    data: z.strictObject({
      filter: OneSurveyFilter,
      status: z.literal('START'),
      format: z.enum(exportFormats).default('xlsx'),
      /** Of the questions' labels; the caller's own unless one is named. */
      language: LanguageTag.optional(),
      /** Left out unless asked for, and asking is audited. */
      personalData: z.boolean().default(false),
      /** For xlsx and csv. Stata and SPSS files always have variable names, and codes with labels. */
      columnNames: z.enum(columnNamings).default('labels'),
      answers: z.enum(answerNotations).default('labels'),
    }),
  }),
  response: SurveyExport,
})

export const listExportFormats = route({
  method: 'GET',
  path: '/survey-exports/formats',
  access: 'surveyResponsesRead',
  summary: 'The formats that this installation can make',
  response: z.array(z.enum(exportFormats)),
})

const params = z.strictObject({ id })

export const getSurveyExport = route({
  method: 'GET',
  path: '/survey-exports/:id',
  access: 'surveyResponsesRead',
  summary: 'How far a response sheet is; for the one who asked for it, and managers',
  params,
  response: SurveyExport,
})

export const cancelSurveyExport = route({
  method: 'DELETE',
  path: '/survey-exports/:id',
  access: 'surveyResponsesRead',
  summary: 'Give up a response sheet that is not finished',
  params,
  response: SurveyExport,
})
