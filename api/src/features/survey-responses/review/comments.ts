import type { Comment } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { Selectable } from 'kysely'

import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

const present = (row: Selectable<Schema['response_comments']>): Comment => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  createdByEmail: row.created_by_email,
  comment: row.comment,
  status: row.status,
})

const rowOf = (
  { id, email }: Author,
  response: { id: string; surveyId: string },
  comment: string,
  status: ResponseStatus | null,
) => ({
  survey_id: response.surveyId,
  response_id: response.id,
  comment,
  status,
  created_by_id: id ?? null,
  created_by_email: email,
})

/** `status`: the status that the response is set to with this comment. */
export const commentOn = async (
  { db, author }: { db: Db; author: Author },
  response: { id: string; surveyId: string },
  comment: string,
  status: ResponseStatus | null,
): Promise<Comment> =>
  present(
    await db
      .insertInto('response_comments')
      .values(rowOf(author, response, comment, status))
      .returningAll()
      .executeTakeFirstOrThrow(),
  )

export const commentOnAll = async (
  { db, author }: { db: Db; author: Author },
  responses: readonly { id: string; surveyId: string }[],
  comment: string,
  status: ResponseStatus,
): Promise<void> => {
  if (responses.length === 0) return
  await db
    .insertInto('response_comments')
    .values(responses.map((response) => rowOf(author, response, comment, status)))
    .execute()
}

/** Returns the comments, oldest first. */
export const commentsOn = async (db: Db, responseId: string): Promise<Comment[]> => {
  const rows = await db
    .selectFrom('response_comments')
    .selectAll()
    .where('response_id', '=', responseId)
    .orderBy('id')
    .execute()
  return rows.map(present)
}
