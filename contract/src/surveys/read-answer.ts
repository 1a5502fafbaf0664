import { z } from 'zod'

import { text } from '../fields.ts'
import type { FieldProblem } from '../validation.ts'
import { fieldProblems } from '../validation.ts'
import type { Answer } from './answers.ts'
import { isCalendarDate, isTimeOfDay } from './expression/convert.ts'
import type { Question, QuestionType, SurveyDefinition } from './master.ts'

export const answerLimits = { characters: 10_000, fedCharacters: 255, number: 1e15, rows: 200 }

type Wrong = Pick<FieldProblem, 'key' | 'params'>
type Read = { answer: Answer | undefined } | { wrong: Wrong }

const wrong = (key: FieldProblem['key'], params: Wrong['params'] = {}): Read => ({ wrong: { key, params } })

const Place = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  accuracy: z.number().min(0).max(1e7).optional(),
})
const Picture = z.union([z.uuid().toLowerCase(), z.url({ protocol: /^https?$/ }).max(2048)])

/** Created once: creating a schema takes longer than reading all answers of a form. */
const anyText = text({ max: answerLimits.characters })
const fedText = text({ max: answerLimits.fedCharacters })

const blank = (given: unknown): boolean =>
  given === undefined ||
  given === null ||
  (typeof given === 'string' && given.trim() === '') ||
  (Array.isArray(given) && given.length === 0)

const readText = (given: unknown, { feeds }: Question): Read => {
  if (typeof given !== 'string') return wrong('entities.surveys.validation.text')
  const read = (feeds ? fedText : anyText).safeParse(given, { reportInput: true })
  if (read.success) return { answer: read.data }
  const [problem] = fieldProblems(read.error)
  return wrong(problem?.key ?? 'validation.mixed.default', problem?.params)
}

const readNumber = (given: unknown, { type }: Question): Read => {
  if (typeof given !== 'number' || !Number.isFinite(given)) return wrong('entities.surveys.validation.number')
  if (type === 'integer' && !Number.isInteger(given)) return wrong('validation.number.integer')
  const { number } = answerLimits
  if (given > number) return wrong('validation.number.max', { max: number })
  if (given < -number) return wrong('validation.number.min', { min: -number })
  return { answer: given === 0 ? 0 : given }
}

const valuesOf = ({ list }: Question, survey: SurveyDefinition): string[] =>
  (list === undefined ? undefined : survey.choices[list])?.map(({ value }) => value) ?? []

const readChoice = (given: unknown, question: Question, survey: SurveyDefinition): Read =>
  typeof given === 'string' && valuesOf(question, survey).includes(given)
    ? { answer: given }
    : wrong('validation.string.selected')

/** Returns the values in list order, so that equal answers are stored equally. */
const readChoices = (given: unknown, question: Question, survey: SurveyDefinition): Read => {
  if (!Array.isArray(given)) return wrong('entities.surveys.validation.choices')
  const chosen = new Set<unknown>(given)
  const values = valuesOf(question, survey).filter((value) => chosen.has(value))
  return values.length === chosen.size ? { answer: values } : wrong('validation.string.selected')
}

const readDate = (given: unknown): Read =>
  typeof given === 'string' && isCalendarDate(given)
    ? { answer: given }
    : wrong('entities.surveys.validation.date')

const readTime = (given: unknown): Read =>
  typeof given === 'string' && isTimeOfDay(given)
    ? { answer: given }
    : wrong('entities.surveys.validation.time')

const readPicture = (given: unknown): Read => {
  const read = Picture.safeParse(given)
  return read.success ? { answer: read.data } : wrong('entities.surveys.validation.photo')
}

const readPlace = (given: unknown): Read => {
  const read = Place.safeParse(given)
  if (!read.success) return wrong('entities.surveys.validation.location')
  const { accuracy, ...place } = read.data
  return { answer: accuracy === undefined ? place : { ...place, accuracy } }
}

const readers: Readonly<
  Record<
    Exclude<QuestionType, 'note'>,
    (given: unknown, question: Question, survey: SurveyDefinition) => Read
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
export const readAnswer = (given: unknown, question: Question, survey: SurveyDefinition): Read =>
  question.type === 'note' || blank(given)
    ? { answer: undefined }
    : readers[question.type](given, question, survey)
