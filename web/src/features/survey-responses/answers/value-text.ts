import { findAnswerPlace } from '@baseline/contract/surveys/answer-path.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'

import { answerText } from './answer-texts.ts'
import { answerOf, rowsOf } from './stored-answer.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the stored value at a path: `age`, or `members.0.age`. */
export const valueAt = (values: Values, path: string): unknown => {
  const [key = '', row, inner] = path.split('.')
  return inner === undefined ? values[key] : rowsOf(values[key])[Number(row)]?.[inner]
}

/** Formats a value as an answer to the question at a path. */
export const textOfValue = (survey: SurveyDefinition, path: string, value: unknown): string => {
  const place = findAnswerPlace(survey, path)
  const answer = answerOf(value)
  return place && answer !== undefined
    ? answerText(survey, place.question, answer)
    : t('entities.answerQueries.noAnswer')
}
