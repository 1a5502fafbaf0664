import { z } from 'zod'

import { text } from '../fields.ts'
import type { FieldIssue } from '../validation.ts'
import { fieldIssues } from '../validation.ts'
import type { Answer } from './answers.ts'
import { listOf, positionsIn } from './choice-lists.ts'
import { isCalendarDate, isDateTime, isTimeOfDay } from './expression/convert.ts'
import type { Question, QuestionType, SurveyDefinition } from './master.ts'
import { readShape } from './shapes.ts'
import type { Shape } from './shapes.ts'

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
const FileAddress = z.union([z.uuid().toLowerCase(), z.url({ protocol: /^https?$/ }).max(2048)])

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

const readRange = (input: unknown, question: Question): ReadResult => {
  const read = readNumber(input, question)
  if ('wrong' in read || typeof read.answer !== 'number' || !question.range) return read
  const { start, end } = question.range
  if (read.answer > Math.max(start, end))
    return refuse('validation.number.max', { max: Math.max(start, end) })
  if (read.answer < Math.min(start, end))
    return refuse('validation.number.min', { min: Math.min(start, end) })
  return read
}

const readChoice = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult =>
  typeof input === 'string' && positionsIn(listOf(question, survey)).has(input)
    ? { answer: input }
    : refuse('validation.string.selected')

/** Reads distinct values of the list. */
const readValues = (input: unknown, question: Question, survey: SurveyDefinition): string[] | ReadResult => {
  if (!Array.isArray(input)) return refuse('entities.surveys.validation.choices')
  const positions = positionsIn(listOf(question, survey))
  const selected = [...new Set<unknown>(input)]
  const values = selected.filter(
    (value): value is string => typeof value === 'string' && positions.has(value),
  )
  return values.length === selected.length ? values : refuse('validation.string.selected')
}

/** Returns the values in list order, so that equal answers are stored equally. */
const readChoices = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult => {
  const values = readValues(input, question, survey)
  if (!Array.isArray(values)) return values
  const positions = positionsIn(listOf(question, survey))
  return { answer: values.toSorted((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0)) }
}

/** Returns the values in the order of the respondent. */
const readRank = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult => {
  const values = readValues(input, question, survey)
  return Array.isArray(values) ? { answer: values } : values
}

/** The answer of a phone to a question that a person can only confirm. */
const acknowledged = 'OK'
const readAcknowledgement = (input: unknown): ReadResult =>
  input === acknowledged ? { answer: acknowledged } : refuse('entities.surveys.validation.acknowledge')

const readDateTime = (input: unknown): ReadResult =>
  typeof input === 'string' && isDateTime(input)
    ? { answer: input }
    : refuse('entities.surveys.validation.dateTime')

/** Only `validateAnswers()` writes the results of calculations. */
const readCalculated = (input: unknown, question: Question): ReadResult =>
  typeof input === 'number' ? readNumber(input, question) : readText(input, question)

const readDate = (input: unknown): ReadResult =>
  typeof input === 'string' && isCalendarDate(input)
    ? { answer: input }
    : refuse('entities.surveys.validation.date')

const readTime = (input: unknown): ReadResult =>
  typeof input === 'string' && isTimeOfDay(input)
    ? { answer: input }
    : refuse('entities.surveys.validation.time')

const readFile = (input: unknown, { type }: Question): ReadResult => {
  const result = FileAddress.safeParse(input)
  if (result.success) return { answer: result.data }
  return refuse(`entities.surveys.validation.${type === 'photo' ? 'photo' : 'file'}`)
}

const readPlace = (input: unknown): ReadResult => {
  const result = Place.safeParse(input)
  if (!result.success) return refuse('entities.surveys.validation.location')
  const { accuracy, ...place } = result.data
  return { answer: accuracy === undefined ? place : { ...place, accuracy } }
}

const readLine = (input: unknown): ReadResult => toShape(readShape(input, 'line'))
const readArea = (input: unknown): ReadResult => toShape(readShape(input, 'area'))
const toShape = (shape: Shape | undefined): ReadResult =>
  shape ? { answer: shape } : refuse('entities.surveys.validation.shape')

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
  dateTime: readDateTime,
  choice: readChoice,
  choices: readChoices,
  rank: readRank,
  range: readRange,
  barcode: readText,
  acknowledge: readAcknowledgement,
  photo: readFile,
  audio: readFile,
  video: readFile,
  file: readFile,
  location: readPlace,
  line: readLine,
  area: readArea,
  calculated: readCalculated,
  hidden: readText,
  metadata: readText,
}

/** Reads an answer into its stored form; a blank is no answer. */
export const readAnswer = (input: unknown, question: Question, survey: SurveyDefinition): ReadResult =>
  question.type === 'note' || isBlank(input)
    ? { answer: undefined }
    : readers[question.type](input, question, survey)
