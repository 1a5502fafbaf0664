import { listOf } from '../surveys/choice-lists.ts'
import { SurveyState } from '../surveys/evaluate-survey.ts'
import { pathOf } from '../surveys/hidden-answers.ts'
import { isAsked } from '../surveys/master.ts'
import type { Choice, Question, SurveyDefinition } from '../surveys/master.ts'
import { itemsOf } from '../surveys/survey-items.ts'
import type { PlacedItem } from '../surveys/survey-items.ts'

type Values = Readonly<Record<string, unknown>>

/** An answer that a person gave. */
export interface GivenAnswer {
  question: Question
  /** Key of the question; in a repeat, with the number of the row. */
  path: string
  value: unknown
}

const isRow = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const rowsOf = (values: Values, repeat: string): readonly Values[] => {
  const rows = values[repeat]
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const isAskedQuestion = (placed: PlacedItem): placed is PlacedItem & { item: Question } =>
  placed.item.kind === 'question' && placed.item.type !== 'note' && isAsked(placed.item)

/** Returns the answers to the questions that the form asks, in the order of the questionnaire. */
export const walkAnswers = (survey: SurveyDefinition, values: Values): GivenAnswer[] => {
  const answers: GivenAnswer[] = []
  for (const placed of itemsOf(survey).values()) {
    if (!isAskedQuestion(placed)) continue
    const { item: question, repeat } = placed
    const rows = repeat === undefined ? [values] : rowsOf(values, repeat)
    for (const [row, given] of rows.entries()) {
      const value = given[question.key]
      if (!isBlank(value)) answers.push({ question, path: pathOf(question.key, repeat, row), value })
    }
  }
  return answers
}

/** The marks of a questionnaire that checks read. */
export interface Marks {
  /** Whether the form measures where the interview takes place. */
  asksLocation: boolean
  /** Whether an accuracy of 0 is allowed: the place is chosen on a map, or the form accepts mock locations. */
  allowsMock: boolean
  meaningOf: (answer: Pick<GivenAnswer, 'question' | 'value'>) => Choice['means']
  /** Returns the shown questions that identify the household and have no answer. */
  blankKeys: (values: Values, today: string) => string[]
}

const isQuestion = (placed: PlacedItem): placed is PlacedItem & { item: Question } =>
  placed.item.kind === 'question'

/** Whether the place is chosen on a map: it has no accuracy, and Collect writes 0. */
export const isChosenOnMap = ({ appearance = '' }: Question): boolean =>
  appearance.split(/\s+/).some((word) => word === 'placement-map' || word === 'maps')

const allowsMock = (question: Question): boolean =>
  isChosenOnMap(question) || /allow-mock-accuracy\s*=\s*true/.test(question.parameters ?? '')

const meaningsOf = (survey: SurveyDefinition, question: Question): ReadonlyMap<string, Choice['means']> =>
  new Map(listOf(question, survey).flatMap(({ value, means }) => (means ? [[value, means]] : [])))

const cache = new WeakMap<SurveyDefinition, Marks>()

/** Returns the marks of a questionnaire, which must not change afterwards. */
export const marksOf = (survey: SurveyDefinition): Marks => {
  const known = cache.get(survey)
  if (known) return known
  const questions = [...itemsOf(survey).values()].filter(isQuestion)
  const places = questions.filter(({ item }) => item.feeds === 'location').map(({ item }) => item)
  const keys = questions.filter(({ item, repeat }) => item.isKey && repeat === undefined)
  const meanings = new Map<string, ReadonlyMap<string, Choice['means']>>()
  for (const { item } of questions) {
    const found = meaningsOf(survey, item)
    if (found.size > 0) meanings.set(item.key, found)
  }
  const isShown = (values: Values, today: string) => {
    const state = new SurveyState(survey, { today }, values, (repeat) => rowsOf(values, repeat))
    return (key: string): boolean => {
      const compiled = state.compiled.items.get(key)
      return compiled !== undefined && state.isShown(compiled, 0)
    }
  }
  const marks: Marks = {
    asksLocation: places.length > 0,
    allowsMock: places.some(allowsMock),
    meaningOf: ({ question, value }) => {
      const found = meanings.get(question.key)
      if (!found) return undefined
      const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
      for (const one of chosen) {
        const meaning = typeof one === 'string' ? found.get(one) : undefined
        if (meaning) return meaning
      }
      return undefined
    },
    blankKeys: (values, today) => {
      const blank = keys.map(({ item }) => item.key).filter((key) => isBlank(values[key]))
      return blank.length > 0 ? blank.filter(isShown(values, today)) : []
    },
  }
  cache.set(survey, marks)
  return marks
}
