import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { Answers } from '@baseline/contract/surveys/answers.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'

import { answerItems } from '../answers/outline.ts'
import { answerOf } from '../answers/stored-answer.ts'
import { fieldName } from './history-texts.ts'

type Change = HistoryEntry['changes'][number]

const prefix = 'values.'

/** Fields that change only because of another field of the same entry. */
const leadingFields: Readonly<Record<string, string>> = {
  investigatorId: 'investigatorName',
  supervisorId: 'supervisorName',
  startOffsetMinutes: 'startTime',
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const findSourceQuestion = (survey: SurveyDefinition, column: string): Question | undefined =>
  answerItems(survey.items).find(
    (item): item is Question => item.kind === 'question' && item.feeds === column,
  )

/** Returns the column value that an answer produces. */
const deriveColumn = (survey: SurveyDefinition, { key, feeds }: Question, value: unknown): unknown => {
  const answer = answerOf(value)
  const answers: Answers = answer === undefined ? {} : { [key]: answer }
  return feeds && deriveColumns(survey, answers)[feeds]
}

/**
 * Returns the changes of an entry, each fact once. Leaves out a column that changed with the answer that
 * fills it. Keeps a column that differs from the answer, because then two values changed.
 */
export const distinctChanges = (survey: SurveyDefinition, changes: readonly Change[]): Change[] => {
  const byField = new Map(changes.map((change) => [change.field, change]))
  return changes.filter(({ field, before, after }) => {
    if (byField.has(leadingFields[field] ?? '')) return false
    const sourceQuestion = findSourceQuestion(survey, field)
    const answerChange = sourceQuestion && byField.get(prefix + sourceQuestion.key)
    if (!sourceQuestion || !answerChange) return true
    const [derivedBefore, derivedAfter] = [answerChange.before, answerChange.after].map((value) =>
      deriveColumn(survey, sourceQuestion, value),
    )
    return !isSame(before, derivedBefore) || !isSame(after, derivedAfter)
  })
}

/**
 * Returns the name of a changed field. If a column has the same label as its question, the name says where
 * the column is shown.
 */
export const changeName = (survey: SurveyDefinition, field: string): string => {
  const name = fieldName(survey, field)
  const sourceQuestion = findSourceQuestion(survey, field)
  return sourceQuestion && fieldName(survey, prefix + sourceQuestion.key) === name
    ? t('entities.surveyResponses.story.inLists', { name })
    : name
}
