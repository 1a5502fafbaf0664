import { fieldError } from '@baseline/contract/errors.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import type { AnswerKind } from '@baseline/contract/surveys/answer-kind.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import type { Reader } from '../scope.ts'

/** A question by whose answers the responses of a survey are found. */
export interface AnswerQuestion {
  id: number
  key: string
  kind: AnswerKind
}

const selectReady = compiledOnce<AnswerQuestion, { surveyId: string }>((db, { surveyId }) =>
  db
    .selectFrom('searchable_questions')
    .modifyFront(prepared)
    .select(['id', 'key', 'kind'])
    .where('survey_id', '=', surveyId)
    .where('state', '=', 'ready'),
)

/** Returns the searchable questions of a list; none unless it has one survey. */
export const findQuestions = async (
  db: Db,
  { surveyId }: SurveyResponseFilter,
): Promise<readonly AnswerQuestion[]> =>
  surveyId?.length === 1 ? selectReady(db, { surveyId: surveyId[0] ?? '' }) : []

/**
 * Returns a searchable question. Throws if the list does not have it. Answers can be personal, so only users who
 * may read them can find responses by them.
 */
export const requireQuestion = async (
  { db, actor }: Reader,
  filter: SurveyResponseFilter,
  { key, path }: { key: string; path: string },
): Promise<AnswerQuestion> => {
  if (filter.surveyId?.length !== 1) throw fieldError(path, 'entities.surveyResponses.errors.oneSurvey')
  const question = (await findQuestions(db, filter)).find((one) => one.key === key)
  if (!question || !can(actor, 'surveyResponsesRead'))
    throw fieldError(path, 'entities.surveyResponses.errors.notSearchable')
  return question
}

/** Selects the answers of a response to these questions. */
export const selectAnswers = (questions: readonly AnswerQuestion[]) =>
  sql<Record<string, unknown> | null>`(
    select jsonb_object_agg(key, "values" -> key) from unnest(${questions.map(({ key }) => key)}::text[]) key
    where "values" ? key)`
