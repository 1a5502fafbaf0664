import { fieldError } from '@baseline/contract/errors.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { isRangeKind } from '@baseline/contract/surveys/answer-kind.ts'
import { isCalendarDate, isDateTime, isTimeOfDay } from '@baseline/contract/surveys/expression/convert.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, any } from '#platform/database/list.ts'

import type { Reader } from '../scope.ts'
import { requireQuestion } from './questions.ts'
import type { AnswerQuestion } from './questions.ts'

type Condition = RawBuilder<boolean>

/** A filter by the answers to one question, as conditions on `response_answers`. */
export interface AnswerCondition {
  question: AnswerQuestion
  condition: Condition
  /** One condition per value, if the index has the responses of each value in the default order. */
  values: readonly Condition[]
  /** How often a response can match: with several choices, once per chosen value. */
  rowsPerResponse: number
}

const rangeOf = (
  [from = '', to = '']: readonly string[],
  { kind }: AnswerQuestion,
  path: string,
): Condition => {
  const isValid = {
    number: (end: string) => /^-?\d{1,15}(?:\.\d+)?$/.test(end),
    date: isCalendarDate,
    time: isTimeOfDay,
    dateTime: (end: string) => isCalendarDate(end) || isDateTime(end),
  }
  if (kind !== 'number' && kind !== 'date' && kind !== 'time' && kind !== 'dateTime')
    throw new Error(`answers of the kind ${kind} have no range`)
  for (const end of [from, to])
    if (end !== '' && !isValid[kind](end)) throw fieldError(path, `entities.surveys.validation.${kind}`)
  if (kind === 'number')
    return all(
      from ? sql<boolean>`answer_number >= ${Number(from)}::float8` : undefined,
      to ? sql<boolean>`answer_number <= ${Number(to)}::float8` : undefined,
    )
  // The end includes all times that begin with it: a day, or a minute. "~" follows all characters of a time.
  return all(
    sql<boolean>`answer_number is null`,
    from ? sql<boolean>`answer_text >= ${from}` : undefined,
    to ? sql<boolean>`answer_text < ${`${to}~`}` : undefined,
  )
}

const textsOf = (texts: readonly string[]): Condition[] =>
  texts.map((text) => {
    const whole = /^"(.+)"$/s.exec(text)?.[1]
    return whole === undefined
      ? sql<boolean>`(answer_number is null and answer_text like prefix_pattern(${text}))`
      : sql<boolean>`(answer_number is null and answer_text = left(folded(${whole}), 100))`
  })

/** Codes that are numbers are indexed as numbers. */
const choicesOf = async (db: Db, values: readonly string[]): Promise<Condition[]> => {
  const { rows } = await sql<{ code: string; number: number | null }>`
    select code, number_in(code) as number
    from (select distinct left(value, 100) as code from unnest(${values}::text[]) value) codes`.execute(db)
  return rows.map(({ code, number }) =>
    number === null
      ? sql<boolean>`(answer_number is null and answer_text = ${code})`
      : sql<boolean>`(answer_number = ${number}::float8 and answer_text = ${code})`,
  )
}

/** Whether each response has at most one of the values, and the index has the responses of each by start time. */
const isInTimeOrder = ({ kind }: AnswerQuestion, [text = '', ...others]: readonly string[]): boolean =>
  kind === 'choice' || (others.length === 0 && (kind === 'choices' || /^".+"$/s.test(text)))

/** Translates the filters by answers. A filter without a value adds no condition. */
export const resolveAnswers = async (
  reader: Reader,
  filter: SurveyResponseFilter,
): Promise<AnswerCondition[]> => {
  const conditions: AnswerCondition[] = []
  for (const [key, given] of Object.entries(filter.answers ?? {})) {
    if (given.every((value) => value === '')) continue
    const path = `filter.answers.${key}`
    const question = await requireQuestion(reader, filter, { key, path })
    if (isRangeKind(question.kind)) {
      const condition = rangeOf(given, question, path)
      // A range of one number or day is one value. A time can have seconds after it.
      const isOneValue = given[0] === given[1] && (question.kind === 'number' || question.kind === 'date')
      conditions.push({ question, condition, values: isOneValue ? [condition] : [], rowsPerResponse: 1 })
      continue
    }
    const texts = given.filter(Boolean)
    const values = question.kind === 'text' ? textsOf(texts) : await choicesOf(reader.db, texts)
    conditions.push({
      question,
      condition: any(...values),
      values: isInTimeOrder(question, texts) ? values : [],
      rowsPerResponse: question.kind === 'choices' ? values.length : 1,
    })
  }
  return conditions
}

/** Matches the ids of responses with such answers. */
export const hasAnswer = ({ question, condition }: AnswerCondition): Condition =>
  sql<boolean>`id in (select response_id from response_answers where question_id = ${question.id} and ${condition})`
