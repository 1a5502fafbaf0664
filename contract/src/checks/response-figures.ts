import { listOf } from '../surveys/choice-lists.ts'
import { compileSurvey } from '../surveys/compile-survey.ts'
import type { CompiledItem } from '../surveys/compile-survey.ts'
import { SurveyState } from '../surveys/evaluate-survey.ts'
import { referencesOf } from '../surveys/expression/evaluate.ts'
import type { Choice, Question, SurveyDefinition } from '../surveys/master.ts'
import { comparableAnswers } from './comparable-answers.ts'
import { isAskedQuestion, isBlank, marksOf, rowsOf } from './marks.ts'

/** Answers that make an interview shorter, in the order of the screens. */
export const rateNames = [
  'dontKnow',
  'refused',
  'missing',
  'other',
  'noLocation',
  'filterNo',
  'consentRefused',
] as const
export type RateName = (typeof rateNames)[number]

/** How often something could happen, and how often it did. */
export interface Rate {
  asked: number
  found: number
}
export type Rates = Readonly<Record<RateName, Rate>>

export const ratesOf = (rateOf: (name: RateName) => Rate): Rates => ({
  dontKnow: rateOf('dontKnow'),
  refused: rateOf('refused'),
  missing: rateOf('missing'),
  other: rateOf('other'),
  noLocation: rateOf('noLocation'),
  filterNo: rateOf('filterNo'),
  consentRefused: rateOf('consentRefused'),
})

/** Contribution of a response to the figures of its enumerator. */
export interface ResponseFigures {
  rates: Rates
  /** Numbers by question. */
  numbers: Readonly<Record<string, readonly number[]>>
}

/** A question with two answers, one of which opens further questions. */
interface FilterQuestion {
  answers: ReadonlySet<string>
  opened: readonly CompiledItem[]
}

type Meaning = NonNullable<Choice['means']>

/** Questions of a questionnaire that count in rates. */
interface Offers {
  filters: ReadonlyMap<string, FilterQuestion>
  meanings: ReadonlyMap<string, ReadonlySet<Meaning>>
}

/** Returns the items that are shown or hidden by the answer to each question. */
const findOpened = (survey: SurveyDefinition): ReadonlyMap<string, readonly CompiledItem[]> => {
  const opened = new Map<string, CompiledItem[]>()
  for (const item of compileSurvey(survey).items.values())
    for (const key of item.relevant ? referencesOf(item.relevant).keys : [])
      opened.set(key, [...(opened.get(key) ?? []), item])
  return opened
}

/** Returns the filter question; undefined for a consent, which has its own rate. */
const filterOf = (
  question: Question,
  survey: SurveyDefinition,
  opened: readonly CompiledItem[],
): FilterQuestion | undefined => {
  if (question.type !== 'choice' || opened.length === 0) return undefined
  const list = listOf(question, survey)
  if (list.some(({ means }) => means === 'consent_refused')) return undefined
  const answers = list.filter(({ means }) => means === undefined).map(({ value }) => value)
  return answers.length === 2 ? { answers: new Set(answers), opened } : undefined
}

const cache = new WeakMap<SurveyDefinition, Offers>()

const offersOf = (survey: SurveyDefinition): Offers => {
  const known = cache.get(survey)
  if (known) return known
  const opened = findOpened(survey)
  const filters = new Map<string, FilterQuestion>()
  const meanings = new Map<string, ReadonlySet<Meaning>>()
  for (const placed of compileSurvey(survey).items.values()) {
    if (!isAskedQuestion(placed)) continue
    const { item } = placed
    const filter = filterOf(item, survey, opened.get(item.key) ?? [])
    if (filter) filters.set(item.key, filter)
    const means = new Set(listOf(item, survey).flatMap((choice) => choice.means ?? []))
    if (means.size > 0) meanings.set(item.key, means)
  }
  const offers = { filters, meanings }
  cache.set(survey, offers)
  return offers
}

const rateOfMeaning: Readonly<Record<Meaning, RateName>> = {
  dont_know: 'dontKnow',
  refused: 'refused',
  other: 'other',
  consent_refused: 'consentRefused',
}

const countNumbers = (survey: SurveyDefinition, values: Readonly<Record<string, unknown>>) => {
  const numbers: Record<string, number[]> = {}
  for (const { question, value } of comparableAnswers(survey, values))
    if (typeof value === 'number' && Number.isFinite(value)) (numbers[question.key] ??= []).push(value)
  return numbers
}

/** Counts the answers of a response that make an interview shorter, and collects its numbers. `day`: of the interview. */
export const figuresOf = (
  survey: SurveyDefinition,
  { values, location, day }: { values: Readonly<Record<string, unknown>>; location: unknown; day: string },
): ResponseFigures => {
  const state = new SurveyState(survey, { today: day }, values, (repeat) => rowsOf(values, repeat))
  const { filters, meanings } = offersOf(survey)
  const { asksLocation, meaningOf } = marksOf(survey)
  const rates = ratesOf(() => ({ asked: 0, found: 0 }))
  const count = (name: RateName, isFound: boolean): void => {
    rates[name].asked += 1
    if (isFound) rates[name].found += 1
  }
  const countAnswer = (question: Question, value: unknown, row: number): void => {
    const meaning = meaningOf({ question, value })
    for (const one of meanings.get(question.key) ?? []) count(rateOfMeaning[one], one === meaning)
    const filter = filters.get(question.key)
    if (filter && typeof value === 'string' && filter.answers.has(value))
      count(
        'filterNo',
        !filter.opened.some((item) => state.isShown(item, item.repeat === undefined ? 0 : row)),
      )
  }
  for (const compiled of state.compiled.items.values()) {
    // The location has its own rate.
    if (!isAskedQuestion(compiled) || compiled.item.feeds === 'location') continue
    const { item: question, repeat } = compiled
    const rows = repeat === undefined ? [values] : rowsOf(values, repeat)
    for (const [row, given] of rows.entries()) {
      const value = given[question.key]
      const hasNoAnswer = isBlank(value)
      if (hasNoAnswer && !state.isShown(compiled, row)) continue
      count('missing', hasNoAnswer)
      if (!hasNoAnswer) countAnswer(question, value, row)
    }
  }
  if (asksLocation) count('noLocation', location === null)
  return { rates, numbers: countNumbers(survey, values) }
}
