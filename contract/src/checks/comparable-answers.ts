import type { Question, SurveyDefinition } from '../surveys/master.ts'
import { isPersonalQuestion } from '../surveys/personal-question.ts'
import { walkAnswers } from './marks.ts'
import type { GivenAnswer } from './marks.ts'

const cache = new WeakMap<SurveyDefinition, Map<string, boolean>>()

/** Whether equal answers say something: personal ones differ anyway, and columns describe when and where. */
const isComparable = (survey: SurveyDefinition, question: Question): boolean => {
  const known = cache.get(survey) ?? new Map<string, boolean>()
  cache.set(survey, known)
  const found = known.get(question.key) ?? (question.feeds === undefined && !isPersonalQuestion(question))
  known.set(question.key, found)
  return found
}

/** Returns the answers by which two interviews are compared. */
export const comparableAnswers = (
  survey: SurveyDefinition,
  values: Readonly<Record<string, unknown>>,
): GivenAnswer[] => walkAnswers(survey, values).filter(({ question }) => isComparable(survey, question))
