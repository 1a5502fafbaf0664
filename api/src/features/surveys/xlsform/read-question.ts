import { fileKindOf } from '@baseline/contract/storage/folders.ts'
import { isDynamicDefault } from '@baseline/contract/surveys/compile-survey.ts'
import { inputOf } from '@baseline/contract/surveys/evaluate-survey.ts'
import { derivableColumns, hasAnswer } from '@baseline/contract/surveys/master.ts'
import type {
  Choice,
  DerivableColumn,
  Question,
  QuestionType,
  SurveyDefinition,
  Texts,
} from '@baseline/contract/surveys/master.ts'
import { isPersonalQuestion } from '@baseline/contract/surveys/personal-question.ts'
import { readAnswer } from '@baseline/contract/surveys/read-answer.ts'

import { nameInSheet } from './question-types.ts'
import type { QuestionRowType } from './question-types.ts'
import { readDisplay } from './read-display.ts'
import type { Row } from './sheet.ts'

export interface QuestionContext {
  choices: SurveyDefinition['choices']
  defaultLanguage: string
  /** The flag `baseline::personal` of the nearest section that has one. */
  personalOverride: boolean | undefined
  isInRepeat: boolean
  /** The feeds of earlier questions. */
  derivedColumns: Set<DerivableColumn>
}

/** Question types for feeds of a location or a date; all other feeds are names. */
const derivedColumnTypes: Readonly<Partial<Record<DerivableColumn, readonly QuestionType[]>>> = {
  location: ['location'],
  surveyDate: ['date'],
}
const nameTypes: readonly QuestionType[] = ['text', 'choice', 'calculated']

/** A feed that fills no column of the response, but tells checks where the phone number is. */
const phoneMark = 'respondentPhone'
const isPhoneMark = (text: string): boolean => text.toLowerCase() === phoneMark.toLowerCase()

const readPhoneMark = (row: Row, type: QuestionType): true | undefined => {
  if (!isPhoneMark(row.text('baseline::feeds') ?? '')) return undefined
  if (!['text', 'integer', 'barcode', 'calculated'].includes(type))
    row.report('baseline::feeds', 'entities.surveys.xlsform.feedType', { feed: phoneMark })
  return true
}

/** Types with a number that can be implausible. */
const numberTypes: readonly QuestionType[] = ['integer', 'number', 'range', 'calculated']

const readLimit = (row: Row, column: string, type: QuestionType): number | undefined => {
  const text = row.text(column)
  if (text === undefined) return undefined
  const limit = Number(text)
  if (!Number.isFinite(limit) || !numberTypes.includes(type))
    row.report(column, 'entities.surveys.xlsform.limit', { text })
  return limit
}

/** Reads the marks for checks of data quality. */
const readMarks = (row: Row, type: QuestionType) => {
  const softMin = readLimit(row, 'baseline::soft_min', type)
  const softMax = readLimit(row, 'baseline::soft_max', type)
  if (softMin !== undefined && softMax !== undefined && softMin > softMax)
    row.report('baseline::soft_max', 'entities.surveys.xlsform.limits')
  return {
    softMin,
    softMax,
    isKey: row.flag('baseline::key') || undefined,
    isRespondentPhone: readPhoneMark(row, type),
  }
}

const readDerivedColumn = (
  row: Row,
  type: QuestionType,
  { isInRepeat, derivedColumns }: QuestionContext,
): DerivableColumn | undefined => {
  const column = 'baseline::feeds'
  const text = row.text(column)
  if (text === undefined || isPhoneMark(text)) return undefined
  const derivedColumn = derivableColumns.find((one) => one.toLowerCase() === text.toLowerCase())
  if (!derivedColumn) {
    row.report(column, 'entities.surveys.xlsform.feed', {
      feed: text,
      feeds: [...derivableColumns, phoneMark].join(', '),
    })
    return undefined
  }
  if (!(derivedColumnTypes[derivedColumn] ?? nameTypes).includes(type))
    row.report(column, 'entities.surveys.xlsform.feedType', { feed: derivedColumn })
  if (isInRepeat) row.report(column, 'entities.surveys.xlsform.feedInRepeat', { feed: derivedColumn })
  if (derivedColumns.has(derivedColumn))
    row.report(column, 'entities.surveys.xlsform.feedTwice', { feed: derivedColumn })
  derivedColumns.add(derivedColumn)
  return derivedColumn
}

const listTypes: readonly QuestionType[] = ['choice', 'choices', 'rank']

/** The first value with a space of each list: many questions can share a list of 20,000 choices. */
const spacedValues = new WeakMap<readonly Choice[], string | undefined>()

const spacedValueOf = (list: readonly Choice[]): string | undefined => {
  if (!spacedValues.has(list)) spacedValues.set(list, list.find(({ value }) => /\s/.test(value))?.value)
  return spacedValues.get(list)
}

const checkList = (
  row: Row,
  { type, list, file, isExternal }: QuestionRowType,
  { choices }: QuestionContext,
): void => {
  // A file that is not attached is an empty list.
  if (list === undefined) return
  if (file !== undefined && /\b(value|label)\s*=\s*(?!(name|label)\b)/i.test(row.text('parameters') ?? ''))
    return row.report('parameters', 'entities.surveys.xlsform.fileColumns')
  const listChoices = Object.hasOwn(choices, list) ? choices[list] : undefined
  if (!listChoices) {
    const sheet = isExternal ? 'external_choices' : 'choices'
    return row.report('type', 'entities.surveys.xlsform.list', {
      sheet,
      list: isExternal ? nameInSheet(list) : list,
    })
  }
  // Several values are separated by spaces in expressions and on phones.
  const spacedValue = type === 'choice' ? undefined : spacedValueOf(listChoices)
  if (spacedValue !== undefined)
    row.report('type', 'entities.surveys.xlsform.choiceSpace', { list, name: spacedValue })
}

const readChoiceFilter = (row: Row, { type, hasOther }: QuestionRowType): string | undefined => {
  const filter = row.text('choice_filter')
  if (filter === undefined) return undefined
  if (!listTypes.includes(type)) row.warn('choice_filter', 'entities.surveys.xlsform.ignoredCell')
  else if (hasOther) row.report('choice_filter', 'entities.surveys.xlsform.filterWithOther')
  else return filter
  return undefined
}

const readRange = (row: Row): Question['range'] => {
  const text = row.text('parameters') ?? ''
  const parameters = new Map(
    text
      .split(/[\s;,]+/)
      .map((part) => part.split('='))
      .map(([name = '', value]) => [name.toLowerCase(), value]),
  )
  const read = (name: string, fallback: number): number => Number(parameters.get(name) ?? fallback)
  const range = { start: read('start', 1), end: read('end', 10), step: read('step', 1) }
  const { start, end, step } = range
  if (![start, end, step].every(Number.isFinite) || step <= 0 || start === end)
    row.report('parameters', 'entities.surveys.xlsform.range', { text })
  return range
}

const readCalculation = (row: Row, type: QuestionType): string | undefined => {
  const calculation = row.expression('calculation')
  if (type === 'calculated' && calculation === undefined && row.text('default') === undefined)
    row.report('calculation', 'entities.surveys.xlsform.missing', { name: 'calculation' })
  if (calculation === undefined || (type !== 'note' && !fileKindOf(type))) return calculation
  row.warn('calculation', 'entities.surveys.xlsform.ignoredCell')
  return undefined
}

/** A note has no answer to check. */
const readConstraint = (row: Row, { type, constraint }: QuestionRowType): string | undefined => {
  const expression = row.expression('constraint')
  if (type !== 'note' || expression === undefined) return expression ?? constraint
  row.warn('constraint', 'entities.surveys.xlsform.ignoredCell')
  return undefined
}

/** A note has no answer that could be missing. */
const readRequired = (row: Row, type: QuestionType): boolean | string | undefined => {
  const required = row.condition('required')
  if (type !== 'note' || required === undefined || required === false) return required
  row.warn('required', 'entities.surveys.xlsform.ignoredCell')
  return undefined
}

/** Drops a default that is no answer; a file would have to be attached. */
const checkDefault = (
  row: Row,
  question: Question,
  { choices, defaultLanguage }: QuestionContext,
): Question => {
  const { default: text, ...rest } = question
  if (text === undefined || isDynamicDefault(text)) return question
  const survey = { ...emptySurvey, choices, defaultLanguage }
  const read =
    hasAnswer(question) && !fileKindOf(question.type) && readAnswer(inputOf(question, text), question, survey)
  if (read && 'answer' in read && read.answer !== undefined) return question
  row.warn('default', 'entities.surveys.xlsform.badDefault', { text })
  return rest
}

const emptySurvey: SurveyDefinition = {
  formId: '',
  label: '',
  formVersion: null,
  timeZone: null,
  languages: [],
  defaultLanguage: 'en',
  choices: {},
  items: [],
}

/** Removes undefined fields. */
export const withoutUndefined = <T extends object>(fields: T): T => {
  const result = { ...fields }
  for (const name in result) if (result[name] === undefined) delete result[name]
  return result
}

export const readQuestion = (
  row: Row,
  key: string,
  rowType: QuestionRowType,
  context: QuestionContext,
): Question => {
  const { defaultLanguage } = context
  const { type, list, metadata } = rowType
  const derivedColumn = readDerivedColumn(row, type, context)
  const constraint = readConstraint(row, rowType)
  checkList(row, rowType, context)
  const required = readRequired(row, type)
  const readOnly = row.condition('read_only')
  const question = withoutUndefined<Question>({
    kind: 'question',
    key,
    type,
    labels: row.texts('label', defaultLanguage) ?? {},
    hints: row.texts('hint', defaultLanguage),
    ...readDisplay(row, defaultLanguage),
    list,
    metadata,
    range: type === 'range' ? readRange(row) : undefined,
    calculation: readCalculation(row, type),
    default: type === 'note' ? undefined : row.text('default'),
    readOnly: readOnly === true ? 'true()' : readOnly || undefined,
    required: required === true,
    requiredIf: typeof required === 'string' ? required : undefined,
    choiceFilter: readChoiceFilter(row, rowType),
    requiredMessages: row.texts('required_message', defaultLanguage),
    relevant: row.expression('relevant'),
    constraint,
    constraintMessages: row.texts('constraint_message', defaultLanguage),
    personal: false,
    personalOverride: row.optionalFlag('baseline::personal') ?? context.personalOverride,
    feeds: derivedColumn,
    ...readMarks(row, type),
  })
  return checkDefault(row, { ...question, personal: isPersonalQuestion(question) }, context)
}

/** Names of the further choice, and the request to specify it, by language. */
const otherTexts: Readonly<Record<string, readonly [choice: string, request: string]>> = {
  en: ['Other', 'Specify other.'],
  pt: ['Outro', 'Especifique.'],
  fr: ['Autre', 'Précisez.'],
  es: ['Otro', 'Especifique.'],
}
const otherValue = 'other'

const otherTextsIn = (languages: readonly string[], index: 0 | 1): Texts =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      (otherTexts[language.split('-')[0] ?? ''] ?? ['Other', 'Specify other.'])[index],
    ]),
  )

/**
 * Adds the choice `other` to the list, as pyxform does, and returns the text question that asks for it.
 */
export const readOther = (question: Question, { choices, defaultLanguage }: QuestionContext): Question => {
  const list = question.list === undefined ? undefined : choices[question.list]
  const languages = [...new Set([defaultLanguage, ...Object.keys(question.labels)])]
  // The search starts at the end, where an earlier question of the same list has added it.
  if (list && !list.findLast(({ value }) => value === otherValue))
    list.push({ value: otherValue, labels: otherTextsIn(languages, 0) })
  const other = withoutUndefined<Question>({
    kind: 'question',
    key: `${question.key}_other`,
    type: 'text',
    labels: otherTextsIn(languages, 1),
    relevant: `selected(\${${question.key}}, '${otherValue}')`,
    required: false,
    personal: false,
    personalOverride: question.personalOverride,
  })
  return { ...other, personal: isPersonalQuestion(other) }
}
