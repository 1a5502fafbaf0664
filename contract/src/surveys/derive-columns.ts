import { scalarOf } from './answers.ts'
import type { Answer, Answers, Location } from './answers.ts'
import { toText } from './expression/convert.ts'
import { textIn } from './master.ts'
import type { DerivableColumn, Question, SurveyDefinition } from './master.ts'
import { itemsOf } from './survey-items.ts'

export type DerivedColumns = Partial<Record<Exclude<DerivableColumn, 'location'>, string>> & {
  location?: Location
}

const isLocation = (answer: Answer): answer is Location => typeof answer === 'object' && 'latitude' in answer

/** Returns a choice as its label in the survey's default language, as imports do. */
const textOf = (answer: Answer, { list }: Question, survey: SurveyDefinition): string => {
  const choice = (list === undefined ? undefined : survey.choices[list])?.find(
    ({ value }) => value === answer,
  )
  return textIn(choice?.labels, survey.defaultLanguage, survey) ?? toText(scalarOf(answer))
}

/**
 * Derives columns from the answers to questions with `feeds`. A value in the response itself takes
 * precedence. spec §3
 */
export const deriveColumns = (survey: SurveyDefinition, answers: Answers): DerivedColumns => {
  const derived: DerivedColumns = {}
  for (const { item } of itemsOf(survey).values()) {
    if (item.kind !== 'question' || item.feeds === undefined) continue
    const answer = Object.hasOwn(answers, item.key) ? answers[item.key] : undefined
    if (answer === undefined || isRows(answer)) continue
    if (item.feeds !== 'location') derived[item.feeds] = textOf(answer, item, survey)
    else if (isLocation(answer)) derived.location = answer
  }
  return derived
}

const isRows = (answer: Answers[string]): answer is Exclude<Answers[string], Answer> =>
  Array.isArray(answer) && typeof answer[0] === 'object'
