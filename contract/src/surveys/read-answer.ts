import { z } from 'zod'

import { text } from '../fields.ts'
import type { FieldIssue } from '../validation.ts'
import { fieldIssues } from '../validation.ts'
import type { Answer } from './answers.ts'
import { isCalendarDate, isTimeOfDay } from './expression/convert.ts'
import type { Question, QuestionType, SurveyDefinition } from './master.ts'

export const answerLimits = { characters: 10_000, derivedCharacters: 255, number: 1e15, rows: 200 }

type Issue = Pick<FieldIssue, 'key' | 'params'>
type ReadResult = { answer: Answer | undefined } | { wrong: Issue }

const refuse = (key: FieldIssue['key'], params: Issue['params'] = {}): ReadResult => ({
  wrong: { key, params },
})

const Place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1e7).optional(),
})
const Picture = z.union([z.uuid().toLowerCase(), z.url({ protocol: /^https?$/ }).max(2048)])

/** Created once: creating a schema takes longer than reading all answers of a form. */
const textSchema = text({ max: answerLimits.characters })
const derivedTextSchema = text({ max: answerLimits.derivedCharacters })

const isBlank = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0)

const readText = (input: unknown, { feeds }: Question): ReadResult => {
  if (typeof input !== 'string') return refuse('entities.surveys.validation.text')
  const result = (feeds ? derivedTextSchema : textSchema).safeParse(input, { reportInput: true })
  if (result.success) return { answer: result.data }
  const [issue] = fieldIssues(result.error)
  return refuse(issue?.key ?? 'validation.mixed.default', issue?.params)
}

const readNumber = (input: unknown, { type }: Question): ReadResult => {
  if (typeof input !== 'number' || !Number.isFinite(input))
    return refuse('entities.surveys.validation.number')
  if (type === 'integer' && !Number.isInteger(input)) return refuse('validation.number.integer')
  const { number } = answerLimits
  if (input > number) return refuse('validation.number.max', { max: number })
  if (input < -number) return refuse('validation.number.min', { min: -number })
  return { answer: input === 0 ? 0 : input }
}

const valuesOf = ({ list }: Question, survey: SurveyDefinition): string[] =>
  (list === undefined ? undefined : survey.choices[list])?.map(({ value }) => value) ?? []

const readChoice = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult =>
  typeof input === 'string' && valuesOf(question, survey).includes(input)
    ? { answer: input }
    : refuse('validation.string.selected')

/** Returns the values in list order, so that equal answers are stored equally. */
const readChoices = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult => {
  if (!Array.isArray(input)) return refuse('entities.surveys.validation.choices')
  const selected = new Set<unknown>(input)
  const values = valuesOf(question, survey).filter((value) => selected.has(value))
  return values.length === selected.size ? { answer: values } : refuse('validation.string.selected')
}

const readDate = (input: unknown): ReadResult =>
  typeof input === 'string' && isCalendarDate(input)
    ? { answer: input }
    : refuse('entities.surveys.validation.date')

const readTime = (input: unknown): ReadResult =>
  typeof input === 'string' && isTimeOfDay(input)
    ? { answer: input }
    : refuse('entities.surveys.validation.time')

const readPicture = (input: unknown): ReadResult => {
  const result = Picture.safeParse(input)
  return result.success ? { answer: result.data } : refuse('entities.surveys.validation.photo')
}

const readPlace = (input: unknown): ReadResult => {
  const result = Place.safeParse(input)
  if (!result.success) return refuse('entities.surveys.validation.location')
  const { accuracy, ...place } = result.data
  return { answer: accuracy === undefined ? place : { ...place, accuracy } }
}

const readers: Readonly<
  Record<
    Exclude<QuestionType, 'note'>,
    (input: unknown, question: Question, survey: SurveyDefinition) => ReadResult
  >
> = {
  text: readText,
  number: readNumber,
  integer: readNumber,
  date: readDate,
  time: readTime,
  choice: readChoice,
  choices: readChoices,
  photo: readPicture,
  location: readPlace,
}

/** Reads an answer into its stored form; a blank is no answer. */
export const readAnswer = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult =>
  question.type === 'note' || isBlank(input)
    ? { answer: undefined }
    : readers[question.type](input, question, survey)
