import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

interface Outline {
  repeats: readonly string[]
  /** Questions by repeat; the key undefined holds the questions outside repeats. */
  questions: ReadonlyMap<string | undefined, readonly Question[]>
  byKey: ReadonlyMap<string, Question>
}

const outlines = new WeakMap<SurveyDefinition, Outline>()

/**
 * Cached per survey: traversing the questionnaire for each of 50,000 rows would take longer than comparing
 * them.
 */
const outlineOf = (survey: SurveyDefinition): Outline => {
  const cached = outlines.get(survey)
  if (cached) return cached
  const items = [...itemsOf(survey).values()]
  const placedQuestions = items.flatMap(({ item, repeat }) =>
    item.kind === 'question' ? [{ question: item, repeat }] : [],
  )
  const questions = new Map(
    [...Map.groupBy(placedQuestions, ({ repeat }) => repeat)].map(([repeat, list]) => [
      repeat,
      list.map(({ question }) => question),
    ]),
  )
  const outline: Outline = {
    repeats: items.flatMap(({ item }) => (item.kind === 'repeat' ? [item.key] : [])),
    questions,
    byKey: new Map(placedQuestions.map(({ question }) => [question.key, question])),
  }
  outlines.set(survey, outline)
  return outline
}

/** Returns the questions outside repeats, or the questions of one repeat. */
export const questionsOf = (survey: SurveyDefinition, repeat?: string): readonly Question[] =>
  outlineOf(survey).questions.get(repeat) ?? []

export const questionOf = (survey: SurveyDefinition, key: string): Question | undefined =>
  outlineOf(survey).byKey.get(key)

export const repeatsOf = (survey: SurveyDefinition): readonly string[] => outlineOf(survey).repeats
