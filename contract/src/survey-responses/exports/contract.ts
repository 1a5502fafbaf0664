import { z } from 'zod'

import { id, instant } from '../../fields.ts'
import { route } from '../../http.ts'
import { pageOf, wholeNumber } from '../../list.ts'
import type { MessageKey } from '../../messages/translate.ts'
import { LanguageTag } from '../../surveys/master.ts'
import { AppliedFilter, Filter } from '../filter.ts'

/** Stata and SPSS need the package `readstat` on the server. */
export const exportFormats = ['xlsx', 'csv', 'dta', 'sav'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Column headers: the label of the question, or its variable name in statistics files. */
export const columnNamings = ['labels', 'variables'] as const
export type ColumnNaming = (typeof columnNamings)[number]

/** Choices as labels, or as their values in the questionnaire. */
export const answerNotations = ['labels', 'codes'] as const
export type AnswerNotation = (typeof answerNotations)[number]

/** Reasons why an export has no file. */
export type ExportFailure =
  | 'cancelled'
  | 'erased'
  | 'forbidden'
  | 'tooLong'
  | 'empty'
  | 'unavailable'
  | 'noSpace'
  | 'error'

/** Requires one survey, because the columns of a response sheet are its questions. */
const OneSurveyFilter = Filter.refine(({ surveyId }) => surveyId?.length === 1, {
  path: ['surveyId'],
  params: { key: 'entities.surveyExports.errors.oneSurvey' satisfies MessageKey },
})

/** Combinations of values that few households share, so that a person who knows a household could recognise it. */
const SmallCells = z.strictObject({
  /** Number of combinations that fewer than five responses share. */
  count: z.int(),
  /** Number of responses with such a combination. */
  responses: z.int(),
  /** Headers of the columns that were combined; ages count in groups of ten years. */
  columns: z.array(z.string()),
})
export type SmallCells = z.infer<typeof SmallCells>

/** A response sheet: running, finished or failed. spec §3, §4 */
export const SurveyExport = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(['START', 'SUCCESS', 'FAILED']),
    /**
     * Signed URL of the file, valid for 10 to 15 minutes and renewed with every response; null if there is no
     * file.
     */
    url: z.url().nullable(),
    filter: AppliedFilter,
    surveyLabel: z.string(),
    format: z.enum(exportFormats),
    language: z.string(),
    personalData: z.boolean(),
    columnNames: z.enum(columnNamings),
    answers: z.enum(answerNotations),
    /** In percent. */
    progress: z.int(),
    /** Number of responses; null until the file is finished. */
    rowCount: z.int().nullable(),
    /** Null with personal data, and until the matching responses are counted. */
    smallCells: SmallCells.nullable(),
    fileName: z.string().nullable(),
    fileSize: z.int().nullable(),
    sha256: z.string().nullable(),
    /** Reason for the failure, in the caller's language. */
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
  summary: 'Start the export of a response sheet: one row per response, one column per question',
  body: z.strictObject({
    data: z.strictObject({
      filter: OneSurveyFilter,
      status: z.literal('START'),
      format: z.enum(exportFormats).default('xlsx'),
      /** Language of the labels; defaults to the caller's. */
      language: LanguageTag.optional(),
      /** Excluded by default; the choice is audited. */
      personalData: z.boolean().default(false),
      /** For xlsx and csv only. Stata and SPSS files always have variable names, and codes with labels. */
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
  summary: 'List the export formats, each with the package that the server lacks for it',
  response: z.array(
    z.strictObject({
      format: z.enum(exportFormats),
      /** Package that the server needs to write the format; null if it is installed. */
      missingPackage: z.string().nullable(),
    }),
  ),
})

export const listSurveyExports = route({
  method: 'GET',
  path: '/survey-exports',
  access: 'surveyResponsesRead',
  summary: "List the caller's own exports, newest first",
  query: z.strictObject({
    limit: wholeNumber.pipe(z.int().min(1).max(100)).default(20),
    offset: wholeNumber.pipe(z.int().max(1_000_000_000)).default(0),
  }),
  response: pageOf(SurveyExport),
})

const params = z.strictObject({ id })

export const getSurveyExport = route({
  method: 'GET',
  path: '/survey-exports/:id',
  access: 'surveyResponsesRead',
  summary: 'Return the progress of an export, to its owner and to managers',
  reads: {
    entity: 'surveyExport',
    kind: 'download',
    count: ({ url, rowCount }: SurveyExport) => (url === null ? 0 : (rowCount ?? 0)),
  },
  params,
  response: SurveyExport,
})

export const cancelSurveyExport = route({
  method: 'DELETE',
  path: '/survey-exports/:id',
  access: 'surveyResponsesRead',
  summary: 'Cancel a running export, or delete the file of a finished one',
  params,
  response: SurveyExport,
})

export const getCodebook = route({
  method: 'GET',
  path: '/survey-exports/codebook/:surveyId',
  access: 'surveyListRead',
  summary: 'Return the codebook of a survey as a workbook: every column and choice of all versions',
  params: z.strictObject({ surveyId: id }),
  query: z.strictObject({ language: LanguageTag.optional() }),
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  response: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
})
