import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'

/** The rows of queries with their messages, as the audit log has them for a deleted response. */
export const StoredQueries = z.array(
  z.looseObject({ id: z.uuid(), messages: z.array(z.looseObject({ id: z.uuid() })) }),
)
type StoredQueries = z.infer<typeof StoredQueries>

export const storedQueriesOn = async (db: Db, responseId: string): Promise<StoredQueries> => {
  const { rows } = await sql<{ query: unknown }>`
    select to_jsonb(q) || jsonb_build_object('messages', (
      select jsonb_agg(to_jsonb(m) order by m.id) from answer_query_messages m where query_id = q.id)) as query
    from answer_queries q where response_id = ${responseId} order by q.id`.execute(db)
  return StoredQueries.parse(rows.map(({ query }) => query))
}

/** Stores the queries of a restored response again. */
export const restoreQueries = async (tx: Db, queries: StoredQueries): Promise<void> => {
  if (queries.length === 0) return
  const messages = queries.flatMap((query) => query.messages)
  await sql`insert into answer_queries
    select * from jsonb_populate_recordset(null::answer_queries, ${JSON.stringify(queries)}::jsonb)`.execute(
    tx,
  )
  await sql`insert into answer_query_messages
    select * from jsonb_populate_recordset(null::answer_query_messages, ${JSON.stringify(messages)}::jsonb)`.execute(
    tx,
  )
}
