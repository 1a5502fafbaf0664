import type { QueryState } from '@baseline/contract/answer-queries/contract.ts'

import type { Db } from '../platform/database/database.ts'

/** Adds a query on the head of the household, with a proposed answer. */
export const plantQuery = async (
  db: Db,
  {
    responseId,
    surveyId,
    state = 'open',
    text = 'Full name?',
    proposal = 'João Nhantumbo',
  }: { responseId: string; surveyId: string; state?: QueryState; text?: string; proposal?: string },
): Promise<{ id: string; messageId: string }> => {
  const { id } = await db
    .insertInto('answer_queries')
    .values({ response_id: responseId, survey_id: surveyId, question: 'head', state, due_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('answer_query_messages')
    .values({
      query_id: id,
      action: 'answer',
      text,
      proposal: JSON.stringify({ value: proposal }),
      created_by_email: 'ana@example.org',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, messageId: message.id }
}
