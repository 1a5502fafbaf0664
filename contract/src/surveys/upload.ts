import { z } from 'zod'

import { route } from '../http.ts'
import { wholeNumber } from '../list.ts'
import { LanguageTag, questionTypes, SurveyDefinition, surveyStatuses, Texts } from './master.ts'
import { SurveyProblem } from './problem.ts'
import { Targets } from './targets.ts'

/** Limits of an upload; the edge proxy accepts 12 MB. */
export const uploadLimits = { workbookBytes: 10_000_000, lists: 20, totalBytes: 11_000_000 } as const

/** Pairs of the name of a language and its code, such as `Tetun=tet`. */
export const LanguageCodes = z
  .array(z.string().regex(/^[^=]+=[^=]+$/))
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => pair.split('='))))
  .pipe(z.record(z.string(), LanguageTag))

/** A form has only texts: one pair per line. */
const languageCodes = z
  .string()
  .max(4_000)
  .transform((lines) => lines.split(/\r?\n/).filter((line) => line.trim() !== ''))
  .pipe(LanguageCodes)
  .optional()

/** Number of responses; `isMinimum` if only a part of the responses was examined. */
const Concerned = z.strictObject({ count: z.int(), isMinimum: z.boolean() })
export type Concerned = z.infer<typeof Concerned>

/** Changes after which existing answers do not fit the questionnaire. */
export const breakingChanges = ['removed', 'type', 'choices', 'repeat'] as const

/** Parts of a question, group or repeat that can change. `place`: another group, or another position. */
export const changedParts = [
  'type',
  'repeat',
  'place',
  'choices',
  'labels',
  'hints',
  'required',
  'relevant',
  'constraint',
  'calculation',
  'default',
  'personal',
  'feeds',
  'other',
] as const

/** The first values, and the number of all. */
const Values = z.strictObject({ values: z.array(z.string()), count: z.int() })

/** A difference between two versions. Items are compared by their key. */
export const SurveyDifference = z
  .strictObject({
    change: z.enum(['added', 'removed', 'changed']),
    kind: z.enum(['question', 'group', 'repeat']),
    key: z.string(),
    /** Labels of the new version; of the old one if the item was removed. */
    labels: Texts,
    /** Empty unless the item was changed. */
    parts: z.array(z.enum(changedParts)),
    /** Null if the type is equal, or the item is no question. */
    type: z.strictObject({ before: z.enum(questionTypes), after: z.enum(questionTypes) }).nullable(),
    /** Null if the choices are equal. Changed are choices with other labels or attributes. */
    choices: z.strictObject({ added: Values, removed: Values, changed: Values }).nullable(),
    /** Null if existing answers still fit. */
    breaking: z.enum(breakingChanges).nullable(),
    /** Responses with an answer that does not fit; null unless breaking. */
    responses: Concerned.nullable(),
  })
  .meta({ id: 'SurveyDifference' })
export type SurveyDifference = z.infer<typeof SurveyDifference>

const text = z.string().nullable()

export const SurveyDifferences = z
  .strictObject({
    /** Changed fields of the survey itself; lists of languages are separated by commas. */
    survey: z.array(
      z.strictObject({
        field: z.enum(['label', 'formVersion', 'timeZone', 'languages', 'defaultLanguage']),
        before: text,
        after: text,
      }),
    ),
    items: z.array(SurveyDifference),
    /**
     * Responses that the breaking changes concern, to confirm with `allowBreaking`; null if no confirmation is
     * required.
     */
    breaking: Concerned.nullable(),
  })
  .meta({ id: 'SurveyDifferences' })
export type SurveyDifferences = z.infer<typeof SurveyDifferences>

/** Result of a check. Nothing is stored. */
export const SurveyCheck = z
  .strictObject({
    /** The workbook can be loaded if this list is empty. */
    problems: z.array(SurveyProblem),
    warnings: z.array(SurveyProblem),
    /** Null if the workbook has problems. */
    form: z
      .strictObject({
        definition: SurveyDefinition,
        /** Null if the workbook does not have the sheet `targets`. */
        targets: Targets.nullable(),
        questionCount: z.int(),
      })
      .nullable(),
    /** The survey with the same `form_id`, which would get a new version; null for a new survey. */
    survey: z
      .strictObject({
        id: z.uuid(),
        label: z.string(),
        /** Send it as If-Match when the workbook is loaded; 0 for a new survey. */
        version: z.int(),
        status: z.enum(surveyStatuses),
        differences: SurveyDifferences,
      })
      .nullable(),
  })
  .meta({ id: 'SurveyCheck' })
export type SurveyCheck = z.infer<typeof SurveyCheck>

const attachments = { max: uploadLimits.lists, totalBytes: uploadLimits.totalBytes }

export const checkSurvey = route({
  method: 'POST',
  path: '/surveys/check',
  access: 'surveysEdit',
  summary: 'Check a workbook without storing it, and compare it with the latest version',
  safe: true,
  upload: true,
  attachments,
  body: z.strictObject({ languageCodes }),
  response: SurveyCheck,
})

/** A stored questionnaire. */
export const LoadedSurvey = z
  .strictObject({
    id: z.uuid(),
    formId: z.string(),
    version: z.int(),
    /** False if the workbook is equal to the latest version, so that no version was created. */
    changed: z.boolean(),
  })
  .meta({ id: 'LoadedSurvey' })
export type LoadedSurvey = z.infer<typeof LoadedSurvey>

export const loadSurvey = route({
  method: 'POST',
  path: '/surveys',
  access: 'surveysEdit',
  summary: 'Create a survey from a workbook, or its next version; accepts If-Match',
  upload: true,
  attachments,
  body: z.strictObject({
    languageCodes,
    /** The number of concerned responses that the user has confirmed; up to a tenth more may have arrived. */
    allowBreaking: wholeNumber.pipe(z.int()).optional(),
  }),
  response: LoadedSurvey,
})
