import { z } from 'zod'

import { date, instant } from '../fields.ts'
import { attributes } from '../survey-responses/columns.ts'

export const surveyStatuses = ['draft', 'open', 'closed'] as const
export type SurveyStatus = (typeof surveyStatuses)[number]

export const questionTypes = [
  'text',
  'number',
  'integer',
  'date',
  'time',
  'choice',
  'choices',
  'photo',
  'location',
  'note',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** Columns that a question can fill in if the response omits them. */
export const derivableColumns = [
  ...attributes,
  'location',
  'surveyDate',
  'investigatorName',
  'investigatorMobileNumber',
  'supervisorName',
] as const
export type DerivableColumn = (typeof derivableColumns)[number]

/**
 * Keys of questions, groups, repeats and choice lists. They become keys of JSON objects, so names of
 * Object.prototype are refused; they become parts of a path, so they contain no dot.
 */
export const Key = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
  .refine((key) => !(key in {}))

/** A language tag as browsers write it: `en`, `pt-BR`; `qaa-x-tetun` for a language without a code. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}(-x-[a-z0-9]{1,8})?$/)

/** One text per language. */
export const Texts = z.record(LanguageTag, z.string())
export type Texts = z.infer<typeof Texts>

const Choice = z.strictObject({ value: z.string(), labels: Texts })

/**
 * `required`, `relevant` and `constraint` have their XLSForm meaning. Expressions are stored as written: they
 * were checked when the questionnaire was loaded, and compileSurvey() parses them again.
 */
const Question = z
  .strictObject({
    kind: z.literal('question'),
    key: Key,
    type: z.enum(questionTypes),
    labels: Texts,
    hints: Texts.optional(),
    /** For types choice and choices: the name of a list in `choices` of the survey. */
    list: Key.optional(),
    required: z.boolean(),
    requiredMessages: Texts.optional(),
    relevant: z.string().optional(),
    constraint: z.string().optional(),
    constraintMessages: Texts.optional(),
    /**
     * Identifies a person or their home: excluded from exports by default. Set when the questionnaire was
     * loaded; isPersonalQuestion() also applies later rules.
     */
    personal: z.boolean(),
    /** The author's entry in `baseline::personal`; absent if the cell is blank. */
    personalOverride: z.boolean().optional(),
    feeds: z.enum(derivableColumns).optional(),
  })
  .meta({ id: 'SurveyQuestion' })
export type Question = z.infer<typeof Question>

/** A section, which may contain sections. Its key is not part of the answers. */
const Group = z
  .strictObject({
    kind: z.literal('group'),
    key: Key,
    labels: Texts,
    relevant: z.string().optional(),
    get items() {
      return z.array(Item)
    },
  })
  .meta({ id: 'SurveyGroup' })

/** Questions asked once per row, such as once per household member. A repeat cannot contain a repeat. */
const Repeat = z
  .strictObject({
    kind: z.literal('repeat'),
    key: Key,
    labels: Texts,
    relevant: z.string().optional(),
    get items() {
      return z.array(Item)
    },
  })
  .meta({ id: 'SurveyRepeat' })

const Item: z.ZodType<Item> = z.lazy(() => z.discriminatedUnion('kind', [Question, Group, Repeat]))
export interface Group {
  kind: 'group'
  key: string
  labels: Texts
  relevant?: string | undefined
  items: Item[]
}
export interface Repeat {
  kind: 'repeat'
  key: string
  labels: Texts
  relevant?: string | undefined
  items: Item[]
}
export type Item = Question | Group | Repeat

/** Content of a questionnaire, independent of version number and status. */
export const SurveyDefinition = z.strictObject({
  /** `form_id` of the XLSForm: loading the same id again creates a new version of the survey. */
  formId: z.string(),
  label: z.string(),
  /** `version` as written by the author, if any; the product numbers versions itself. */
  formVersion: z.string().nullable(),
  /** Set if the survey is in another time zone than the installation. */
  timeZone: z.string().nullable(),
  languages: z.array(LanguageTag),
  defaultLanguage: LanguageTag,
  choices: z.record(Key, z.array(Choice)),
  items: z.array(Item),
})
export type SurveyDefinition = z.infer<typeof SurveyDefinition>

/** One version of a survey. spec §7 */
export const SurveyMaster = SurveyDefinition.extend({
  id: z.uuid(),
  version: z.int(),
  /** Current status of the survey, the same for all versions. */
  status: z.enum(surveyStatuses),
  openFrom: date.nullable(),
  closeOn: date.nullable(),
  /** When this version was loaded. */
  createdAt: instant,
}).meta({ id: 'SurveyMaster' })
export type SurveyMaster = z.infer<typeof SurveyMaster>

/**
 * Returns the text in the given language; else in one of the same family (pt for pt-BR), in the survey's
 * default language, or in any.
 */
export const textIn = (
  texts: Texts | undefined,
  language: string,
  { defaultLanguage }: Pick<SurveyDefinition, 'defaultLanguage'>,
): string | undefined => {
  if (!texts) return undefined
  const family = language.split('-')[0]
  const relatedLanguage = Object.keys(texts).find((tag) => tag.split('-')[0] === family)
  return (
    texts[language] ??
    (relatedLanguage === undefined ? undefined : texts[relatedLanguage]) ??
    texts[defaultLanguage] ??
    Object.values(texts)[0]
  )
}
