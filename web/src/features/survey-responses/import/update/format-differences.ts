import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import { t } from '#platform/i18n.ts'
import type { Difference } from '#platform/importer/checked-row.ts'
import { formatInstant } from '#platform/time.ts'

import { answerText, formatCoordinates, labelIn } from '../../answers/answer-texts.ts'
import { answerOf, isPlace, rowsOf } from '../../answers/stored-answer.ts'
import type { AnswerChange } from './compare-answers.ts'
import type { FieldChange } from './compare-fields.ts'
import type { Comparison } from './compare-row.ts'

const fieldText = ({ key }: FieldChange, value: unknown, timeZone: string): string => {
  if (value === null || value === undefined) return ''
  if (isPlace(value)) return formatCoordinates(value)
  if ((key === 'startTime' || key === 'endTime') && typeof value === 'string' && value.endsWith('Z'))
    return formatInstant(value, timeZone)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Formats a row of a repeat as one line. */
const rowText = (survey: SurveyDefinition, value: unknown): string => {
  const [row] = rowsOf([value])
  const items = itemsOf(survey)
  return Object.entries(row ?? {})
    .map(([key, answer]) => {
      const item = items.get(key)?.item
      return item?.kind === 'question' ? answerText(survey, item, answer) : ''
    })
    .filter(Boolean)
    .join(' · ')
}

const formatAnswerChange = (
  survey: SurveyDefinition,
  { question, repeat, before, after }: AnswerChange,
): Difference => {
  const item = repeat && itemsOf(survey).get(repeat.key)?.item
  const place = repeat && item ? `${labelIn(survey, item)} ${String(repeat.number)}` : undefined
  if (!question) return { field: place ?? '', before: rowText(survey, before), after: rowText(survey, after) }
  const text = (value: unknown): string => {
    const answer = answerOf(value)
    if (answer !== undefined) return answerText(survey, question, answer)
    return value === null || value === undefined ? '' : JSON.stringify(value)
  }
  const label = labelIn(survey, question)
  return {
    field: place === undefined ? label : `${place} · ${label}`,
    before: text(before),
    after: text(after),
  }
}

/** Formats the differences of a row in the language of the user: field, old value and new value. */
export const formatDifferences = (
  survey: SurveyDefinition,
  timeZone: string,
  { fields, answers }: Pick<Comparison, 'fields' | 'answers'>,
): Difference[] => [
  ...fields.map((change) => ({
    field: t(`entities.surveyResponses.fields.${change.key}`),
    before: fieldText(change, change.before, timeZone),
    after: fieldText(change, change.after, timeZone),
  })),
  ...answers.map((change) => formatAnswerChange(survey, change)),
]

/** Returns a note about an allowed change: a verified response becomes submitted again. */
export const statusNote = ({ status }: SurveyResponse): string | undefined =>
  status === 'verified' ? t('entities.surveyResponses.corrections.toSubmitted') : undefined
