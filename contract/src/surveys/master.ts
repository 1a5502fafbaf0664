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
  'dateTime',
  'choice',
  'choices',
  'rank',
  'range',
  'barcode',
  'acknowledge',
  'photo',
  'audio',
  'video',
  'file',
  'location',
  'line',
  'area',
  'calculated',
  'hidden',
  'metadata',
  'note',
] as const
export type QuestionType = (typeof questionTypes)[number]

/** Data that a device records about the interview; `audit` is a log of the events in the form. */
export const metadataKinds = [
  'start',
  'end',
  'today',
  'deviceid',
  'username',
  'email',
  'phonenumber',
  'subscriberid',
  'simserial',
  'audit',
  'start-geopoint',
] as const
export type MetadataKind = (typeof metadataKinds)[number]

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

/** Each searchable question of a survey costs time at every new response. */
export const maxSearchable = 10

/** Names of choice lists, which are keys of JSON objects too. */
export const ListName = z
  .string()
  .regex(/^\S{1,100}$/)
  .refine((name) => !(name in {}))

/** A language tag as browsers write it: `en`, `pt-BR`; `qaa-x-tetun` for a language without a code. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}(-x-[a-z0-9]{1,8})?$/)

/** One text per language. */
export const Texts = z.record(LanguageTag, z.string())
export type Texts = z.infer<typeof Texts>

/** Answers that checks of data quality treat differently. */
export const choiceMeanings = ['dont_know', 'refused', 'other', 'consent_refused'] as const

const Choice = z.strictObject({
  value: z.string(),
  labels: Texts,
  media: z.record(z.string(), Texts).optional(),
  /** Mark for checks of data quality. */
  means: z.enum(choiceMeanings).optional(),
  /** Further columns of the sheet, by header, to which choice filters refer. */
  attributes: z.record(z.string(), z.string()).optional(),
})
export type Choice = z.infer<typeof Choice>

/** Columns that matter on a phone only. They are kept as written for the XForm. */
const displayFields = {
  appearance: z.string().optional(),
  parameters: z.string().optional(),
  /** Files by kind, such as `image`, and language. */
  media: z.record(z.string(), Texts).optional(),
  guidanceHints: Texts.optional(),
  /** Columns `bind::…`, `body::…` and `instance::…`, by header. */
  attributes: z.record(z.string(), z.string()).optional(),
}

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
    ...displayFields,
    /** For type metadata. */
    metadata: z.enum(metadataKinds).optional(),
    /** For type range. */
    range: z.strictObject({ start: z.number(), end: z.number(), step: z.number() }).optional(),
    /** An expression: the answer is its result, which no user can enter. */
    calculation: z.string().optional(),
    /** For type calculated: the type of the results. */
    result: z.enum(['number', 'text']).optional(),
    /** The first answer of a new response or row: a constant, or an expression if isDynamicDefault(). */
    default: z.string().optional(),
    /** An expression: no user can change the answer while it is true. */
    readOnly: z.string().optional(),
    /** An expression: the answer is required while it is true. */
    requiredIf: z.string().optional(),
    /** An expression that selects choices of the list; bare names are attributes of the choice. */
    choiceFilter: z.string().optional(),
    /** For types choice, choices and rank: the name of a list in `choices` of the survey. */
    list: ListName.optional(),
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
    /** Marks for checks of data quality: plausible limits, which do not refuse an answer. */
    softMin: z.number().optional(),
    softMax: z.number().optional(),
    /** Mark: equal answers in two responses suggest a duplicate. */
    isKey: z.boolean().optional(),
    /** Mark: the phone number of the respondent. */
    isRespondentPhone: z.boolean().optional(),
  })
  .meta({ id: 'SurveyQuestion' })
export type Question = z.infer<typeof Question>

/** A section, which may contain sections. Its key is not part of the answers. */
const Group = z
  .strictObject({
    kind: z.literal('group'),
    key: Key,
    labels: Texts,
    ...displayFields,
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
    ...displayFields,
    relevant: z.string().optional(),
    /** An expression: the number of rows. Without it, the user adds and removes rows. */
    count: z.string().optional(),
    get items() {
      return z.array(Item)
    },
  })
  .meta({ id: 'SurveyRepeat' })

const Item: z.ZodType<Item> = z.lazy(() => z.discriminatedUnion('kind', [Question, Group, Repeat]))
interface DisplayFields {
  appearance?: string | undefined
  parameters?: string | undefined
  media?: Record<string, Texts> | undefined
  guidanceHints?: Texts | undefined
  attributes?: Record<string, string> | undefined
}
export interface Group extends DisplayFields {
  kind: 'group'
  key: string
  labels: Texts
  relevant?: string | undefined
  items: Item[]
}
export interface Repeat extends DisplayFields {
  kind: 'repeat'
  key: string
  labels: Texts
  relevant?: string | undefined
  count?: string | undefined
  items: Item[]
}
export type Item = Question | Group | Repeat

/** Whether a question has an answer in `values`. */
export const hasAnswer = ({ type }: Pick<Question, 'type'>): boolean => type !== 'note'

/** Whether a form asks the question; other answers are calculated or come from a device. */
export const isAsked = ({ type }: Pick<Question, 'type'>): boolean =>
  type !== 'calculated' && type !== 'hidden' && type !== 'metadata'

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
  choices: z.record(ListName, z.array(Choice)),
  items: z.array(Item),
  /** `instance_name`: an expression, which names a response on a phone. */
  instanceName: z.string().optional(),
  /** `style` of the settings, as written: `pages` shows one section per page. */
  style: z.string().optional(),
  /** `client_editable`: whether a person can edit an interview on the phone after it was finalized. Default: true. */
  clientEditable: z.boolean().optional(),
  /** Lists that were not attached, which are empty, with the first cell that refers to each. */
  missingFiles: z.array(z.strictObject({ file: z.string(), cell: z.string() })).optional(),
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
  // First, because a form looks up thousands of texts per keystroke.
  const exact = texts[language]
  if (exact !== undefined) return exact
  const family = language.split('-')[0]
  const relatedLanguage = Object.keys(texts).find((tag) => tag.split('-')[0] === family)
  return (
    (relatedLanguage === undefined ? undefined : texts[relatedLanguage]) ??
    texts[defaultLanguage] ??
    Object.values(texts)[0]
  )
}
