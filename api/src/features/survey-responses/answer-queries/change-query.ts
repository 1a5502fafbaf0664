import { stateAfter } from '@baseline/contract/answer-queries/contract.ts'
import type { AnswerQuery, QueryAction } from '@baseline/contract/answer-queries/contract.ts'
import { AppError, fieldError } from '@baseline/contract/errors.ts'
import { SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { findAnswerPlace, withAnswer } from '@baseline/contract/surveys/answer-path.ts'
import type { AnswerPlace } from '@baseline/contract/surveys/answer-path.ts'

import { audit } from '#platform/audit.ts'
import type { MemberContext } from '#platform/http/context.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import * as responses from '../queries.ts'
import { readOnlyError } from '../review/change-status.ts'
import type { ResponseContext } from '../review/change-status.ts'
import { getSurvey } from '../survey.ts'
import { updateResponse } from '../write/save-response.ts'
import * as queries from './queries.ts'
import type { LockedQuery } from './queries.ts'

export type QueryContext = ResponseContext & MemberContext

/** The audit log files the entries of a query under its response, so that they are erased with it. */
const entryOf = (responseId: string) => ({ entity: 'answerQuery' as const, id: responseId })

/** Opens a query on an answer. The answer can be missing. */
export const openQuery = async (
  context: QueryContext,
  responseId: string,
  { question, text }: { question: string; text: string },
): Promise<AnswerQuery> => {
  const { db, actor } = context
  const response = await responses.getLocked(context, responseId)
  if (isReadOnly(response.status)) throw readOnlyError(context, response)
  const { definition } = await getSurvey(db, response.surveyId, response.surveyVersion)
  const place = findAnswerPlace(definition, question)
  // Finds out whether the row exists.
  if (!place || withAnswer(response.values, place, null) === undefined)
    throw fieldError('question', 'entities.answerQueries.errors.unknownQuestion')
  const assignedTo = await queries.findAssignee(db, response, actor.userId)
  const { surveyId } = response
  const id = await queries.insert(db, { responseId, surveyId, question, openedBy: actor.userId, assignedTo })
  await queries.addMessage(context, { queryId: id, action: 'open', text })
  await audit(context, {
    ...entryOf(responseId),
    action: 'create',
    after: { queryId: id, question, text, state: 'open', assignedTo },
  })
  return queries.getWithMessages(db, id)
}

/** Locks a query of a response in the scope, and its response before it: an approval locks the response too. */
const lockQuery = async (
  context: QueryContext,
  id: string,
): Promise<{ query: LockedQuery; response: SurveyResponse }> => {
  const responseId = await queries.findResponseId(context.db, id)
  if (responseId === undefined) throw new AppError('errors.recordNotFound')
  const response = await responses.getLocked(context, responseId)
  const query = await queries.lock(context.db, id)
  if (!query) throw new AppError('errors.recordNotFound')
  return { query, response }
}

interface Change {
  action: Exclude<QueryAction, 'open'>
  text: string | null
  proposal?: unknown
}

/** Adds a message to a locked query, and changes its state. */
const change = async (
  context: QueryContext,
  query: LockedQuery,
  { action, text, proposal }: Change,
): Promise<AnswerQuery> => {
  const { db } = context
  const { id, question } = query
  const state = stateAfter(query.state, action)
  if (!state) throw new AppError('entities.answerQueries.errors.changed')
  await queries.addMessage(context, { queryId: id, action, text, proposal })
  await queries.setState(db, id, state)
  const about = { queryId: id, question }
  await audit(context, {
    ...entryOf(query.response_id),
    action: 'update',
    before: { state: query.state },
    after: { ...about, state, ...(text && { text }), ...(proposal !== undefined && { proposal }) },
  })
  return queries.getWithMessages(db, id)
}

/** Changes the state of a query, or adds an answer or a further question. */
export const changeQuery = async (
  context: QueryContext,
  id: string,
  { action, ...message }: Omit<Change, 'action'> & { action: Change['action'] | 'message' },
): Promise<AnswerQuery> => {
  const { query, response } = await lockQuery(context, id)
  await requireVersion(context, query, entryOf(query.response_id))
  // An approved response has no query that waits.
  if (action === 'reopen' && isReadOnly(response.status)) throw readOnlyError(context, response)
  const isAsker = query.opened_by === context.actor.userId
  return change(context, query, {
    ...message,
    action: action === 'message' ? (isAsker ? 'ask' : 'answer') : action,
  })
}

const editableFields = Object.keys(SurveyResponseData.shape)

/** Returns the data of a PUT with these answers. Without the column that the question fills, it is derived again. */
const dataOf = (
  response: SurveyResponse,
  { question }: AnswerPlace,
  values: SurveyResponse['values'],
): SurveyResponseData =>
  SurveyResponseData.parse({
    ...Object.fromEntries(
      Object.entries(response).filter(
        ([name, value]) => editableFields.includes(name) && name !== question.feeds && value !== null,
      ),
    ),
    photos: response.photos.map((photo) => ('id' in photo ? { id: photo.id } : { url: photo.url })),
    values,
  })

/** Stores a proposed answer like an edit of the response, and closes the query. */
export const acceptProposal = async (
  context: QueryContext,
  id: string,
  messageId: string,
): Promise<AnswerQuery> => {
  const { db } = context
  const { query, response } = await lockQuery(context, id)
  await requireVersion(context, query, entryOf(query.response_id))
  const accepted = await queries.acceptMessage(db, { queryId: id, messageId })
  const { definition } = await getSurvey(db, response.surveyId, response.surveyVersion)
  const place = findAnswerPlace(definition, query.question)
  const values = accepted && place && withAnswer(response.values, place, accepted.value)
  if (!values) throw new AppError('entities.answerQueries.errors.changed')
  await updateResponse(context, response, dataOf(response, place, values), null)
  return change(context, query, { action: 'accept', text: null })
}
