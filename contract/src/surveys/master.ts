import { z } from 'zod'

import { date, instant } from '../fields.ts'

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

/** What a question can fill in where a response leaves it out; each is a column of its own. */
export const feeds = [
  'districtName',
  'village',
  'villageType',
  'villageCategory',
  'householdName',
  'location',
  'surveyDate',
  'investigatorName',
  'investigatorMobileNumber',
  'supervisorName',
] as const
export type Feed = (typeof feeds)[number]

/**
 * Names of questions, groups, repeats and lists of choices. They become keys of JSON objects, so the names that
 * every object has already are refused, and parts of a path, so there is no dot in them.
 */
export const Key = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/)
  .refine((key) => !(key in {}))

/** A language as browsers name it: `en`, `pt-BR`. */
export const LanguageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/)

/** One text in each language that has it. */
export const Texts = z.record(LanguageTag, z.string())
export type Texts = z.infer<typeof Texts>

const Choice = z.strictObject({ value: z.string(), labels: Texts })

/**
 * `required`, `relevant` and `constraint` count as XLSForm means them. Expressions are kept as they were written: they
 * were proven when the questionnaire was loaded, and compileSurvey() reads them again.
 */
const Question = z
  .strictObject({
    kind: z.literal('question'),
    key: Key,
    type: z.enum(questionTypes),
    labels: Texts,
    hints: Texts.optional(),
    /** Of type choice and choices: the name of a list in `choices` of the survey. */
    list: Key.optional(),
    required: z.boolean(),
    requiredMessages: Texts.optional(),
    relevant: z.string().optional(),
    constraint: z.string().optional(),
    constraintMessages: Texts.optional(),
    /** Names a person or their home: left out of exports unless asked for. */
    personal: z.boolean(),
    feeds: z.enum(feeds).optional(),
  })
  .meta({ id: 'SurveyQuestion' })
export type Question = z.infer<typeof Question>

/** A section, which may have sections in it. Its key is no part of the answers. */
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

/** Questions asked once per row, such as once per member of the household; there is no repeat inside a repeat. */
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

/** What a questionnaire says, however often and in whatever state it is used. */
export const SurveyDefinition = z.strictObject({
  /** `form_id` of the XLSForm: loading the same one again makes a new version of the same survey. */
  formId: z.string(),
  label: z.string(),
  /** `version` as its author writes it, if at all; the product counts its own. */
  formVersion: z.string().nullable(),
  /** Where the survey is in another time zone than the installation. */
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
  /** Of the survey as it is now, whichever version this is. */
  status: z.enum(surveyStatuses),
  openFrom: date.nullable(),
  closeOn: date.nullable(),
  /** When this version was loaded. */
  createdAt: instant,
}).meta({ id: 'SurveyMaster' })
export type SurveyMaster = z.infer<typeof SurveyMaster>

/**
 * A text in the reader's language; else in another of the same family (pt for pt-BR), in the survey's own, in any.
 */
export const textIn = (
  texts: Texts | undefined,
  language: string,
  { defaultLanguage }: Pick<SurveyDefinition, 'defaultLanguage'>,
): string | undefined => {
  if (!texts) return undefined
  const family = language.split('-')[0]
  const relative = Object.keys(texts).find((one) => one.split('-')[0] === family)
  return (
    texts[language] ??
    (relative === undefined ? undefined : texts[relative]) ??
    texts[defaultLanguage] ??
    Object.values(texts)[0]
  )
}
