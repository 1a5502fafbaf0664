import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { AnswerRow } from '@baseline/contract/surveys/answers.ts'
import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import type { Question, Repeat, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { call } from '#platform/api.ts'
import type { FieldTexts } from '#platform/feature.ts'
import { t, textOf } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'

import { answerText, formatCoordinates, labelIn } from '../answers/answer-texts.ts'
import { answerItems, questionsIn } from '../answers/outline.ts'
import { answerOf, isPlace, rowsOf } from '../answers/stored-answer.ts'
import { statusText } from '../response-status.tsx'

const prefix = 'values.'

const itemOf = (survey: SurveyDefinition, field: string): Question | Repeat | undefined =>
  field.startsWith(prefix)
    ? answerItems(survey.items).find(({ key }) => key === field.slice(prefix.length))
    : undefined

/** Returns the name of a field in the history: the label of the question or of the column. */
export const fieldName = (survey: SurveyDefinition, field: string): string => {
  const item = itemOf(survey, field)
  if (item) return labelIn(survey, item)
  return textOf(`entities.surveyResponses.fields.${field}`) ?? field
}

/** Returns the label of the question at a path in the answers: `total`, or `members.0.total`. */
export const questionLabel = (survey: SurveyDefinition, path: string): string => {
  const [key = '', row, inner] = path.split('.')
  const item = itemOf(survey, `${prefix}${key}`)
  if (!item) return path
  const question =
    item.kind === 'repeat' ? questionsIn(item.items).find((one) => one.key === inner) : undefined
  return question
    ? `${labelIn(survey, item)} ${String(Number(row) + 1)}, ${labelIn(survey, question)}`
    : labelIn(survey, item)
}

const rowText = (survey: SurveyDefinition, repeat: Repeat, row: AnswerRow): string =>
  questionsIn(repeat.items)
    .flatMap((question) => {
      const answer = row[question.key]
      return answer === undefined ? [] : [answerText(survey, question, answer)]
    })
    .join(', ')

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value)

const plainText = ({ timeZone }: SurveyDefinition, value: unknown): string => {
  if (isInstant(value)) return formatInstant(value, timeZone)
  if (isPlace(value)) return formatCoordinates(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const nameOfPhoto = (photo: unknown): string => {
  if (typeof photo !== 'object' || photo === null) return String(photo)
  if ('name' in photo) return String(photo.name)
  return 'url' in photo ? String(photo.url) : JSON.stringify(photo)
}

/** Formats a value of the history; undefined if it is blank. */
export const valueText = (survey: SurveyDefinition, field: string, value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value) && value.length === 0) return undefined
  const item = itemOf(survey, field)
  if (item?.kind === 'question') {
    const answer = answerOf(value)
    return answer === undefined ? undefined : answerText(survey, item, answer)
  }
  if (item)
    return rowsOf(value)
      .map((row) => rowText(survey, item, row))
      .join('; ')
  const status = responseStatuses.find((one) => field === 'status' && one === value)
  if (status) return statusText(status)
  if (field === 'photos' && Array.isArray(value)) return value.map(nameOfPhoto).join(', ')
  return plainText(survey, value)
}

/** Returns the column that an answer fills; undefined for other fields. */
export const columnOf = (survey: SurveyDefinition, field: string): string | undefined => {
  const item = itemOf(survey, field)
  return item?.kind === 'question' ? item.feeds : undefined
}

/** Loads a version of a questionnaire, and returns its texts. */
export const loadFieldTexts = async (
  { id, version }: { id: string; version: number },
  signal: AbortSignal,
): Promise<FieldTexts> => {
  const survey = await call(getSurveyMaster, { params: { id }, query: { version: String(version) }, signal })
  return {
    fieldName: (field) => fieldName(survey, field),
    valueText: (field, value) => valueText(survey, field, value),
    columnOf: (field) => columnOf(survey, field),
  }
}

/** Returns the label of an action. */
export const actionText = (action: string): string =>
  textOf(`auditLog.actions.${action}`) ?? t('entities.surveyResponses.story.changed')
