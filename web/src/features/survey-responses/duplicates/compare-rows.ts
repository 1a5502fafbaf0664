import { fileKindOf } from '@baseline/contract/storage/folders.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { findAnswerPlace } from '@baseline/contract/surveys/answer-path.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'

import { pathsOf } from '../answers/answer-paths.ts'
import { textOfValue, valueAt } from '../answers/value-text.ts'
import { placeName } from '../place-name.ts'
import { statusText } from '../response-status.tsx'
import { questionLabel } from '../view/history-texts.ts'

/** A response with its version of the questionnaire. */
export interface ComparedResponse {
  record: SurveyResponse
  survey: SurveyDefinition
}

export interface ComparedRow {
  key: string
  label: string
  /** One text per response. */
  texts: readonly string[]
}

export const isDifferent = ({ texts }: ComparedRow): boolean => new Set(texts).size > 1

const dash = '—'

/** Returns the facts of the interviews. */
export const factRows = (responses: readonly ComparedResponse[]): ComparedRow[] => {
  const instant = (value: string | null, { timeZone }: SurveyDefinition) =>
    value === null ? dash : formatInstant(value, timeZone)
  const row = (
    key: 'status' | 'village' | 'investigatorName' | 'supervisorName' | 'startTime' | 'endTime',
    textOf: (response: ComparedResponse) => string,
  ) => ({ key, label: t(`entities.surveyResponses.fields.${key}`), texts: responses.map(textOf) })
  return [
    row('status', ({ record }) => statusText(record.status)),
    row('village', ({ record }) => placeName(record) || dash),
    row('investigatorName', ({ record }) => record.investigatorName || dash),
    row('supervisorName', ({ record }) => record.supervisorName || dash),
    row('startTime', ({ record, survey }) => instant(record.startTime, survey)),
    row('endTime', ({ record, survey }) => instant(record.endTime, survey)),
  ]
}

/** Returns the answers by question. Files are compared in the views of the responses. */
export const answerRows = (responses: readonly ComparedResponse[]): ComparedRow[] => {
  const surveyOf = new Map<string, SurveyDefinition>()
  for (const { record, survey } of responses)
    for (const path of pathsOf(survey, record.values)) if (!surveyOf.has(path)) surveyOf.set(path, survey)
  return [...surveyOf].flatMap(([path, survey]) => {
    const question = findAnswerPlace(survey, path)?.question
    if (!question || fileKindOf(question.type) !== undefined) return []
    const texts = responses.map((response) =>
      textOfValue(response.survey, path, valueAt(response.record.values, path)),
    )
    return [{ key: path, label: questionLabel(survey, path), texts }]
  })
}
