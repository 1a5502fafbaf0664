import { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import type {
  AnswerQueryRow,
  listQueries,
  QueryAction,
  QueryState,
} from '@baseline/contract/answer-queries/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import { answerLabel } from '@baseline/contract/surveys/answer-path.ts'
import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'
import { z } from 'zod'

import type { Author } from '#platform/audit.ts'
import { prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { all, any, answerList, buildOrderBy, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import type { Reader } from '../scope.ts'
import { findCached } from '../survey.ts'

const nameOf = (id: string) =>
  sql<
    string | null
  >`(select coalesce(nullif(full_name, ''), email) from users where users.id = ${sql.ref(id)})`

type Rows = SelectQueryBuilder<Schema, 'answer_queries', object>

const withFields = (rows: Rows) =>
  rows.select([
    'id',
    'response_id as responseId',
    'survey_id as surveyId',
    'question',
    'state',
    'opened_at as openedAt',
    'due_at as dueAt',
    'version',
    nameOf('answer_queries.opened_by').as('openedBy'),
    nameOf('answer_queries.assigned_to').as('assignedTo'),
  ])

const messages = sql`(
  select jsonb_agg(jsonb_build_object('id', m.id, 'action', action, 'text', text,
    'proposal', case when proposal is not null then proposal || jsonb_build_object('isAccepted', accepted_at is not null) end,
    'author', coalesce(nullif(users.full_name, ''), users.email, m.created_by_email),
    'createdAt', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by m.id)
  from answer_query_messages m left join users on users.id = m.created_by_id where query_id = answer_queries.id)`

/** Returns queries with their messages, oldest first. */
const withMessages = async (rows: Rows): Promise<AnswerQuery[]> => {
  const found = await withFields(rows).select(messages.as('messages')).orderBy('answer_queries.id').execute()
  return z.array(AnswerQuery).parse(
    found.map(({ openedAt, dueAt, openedBy, ...row }) => ({
      ...row,
      openedBy: openedBy ?? '',
      openedAt: openedAt.toISOString(),
      dueAt: dueAt.toISOString(),
    })),
  )
}

export const queriesOn = (db: Db, responseId: string): Promise<AnswerQuery[]> =>
  withMessages(db.selectFrom('answer_queries').modifyFront(prepared).where('response_id', '=', responseId))

export const getWithMessages = async (db: Db, id: string): Promise<AnswerQuery> => {
  const [query] = await withMessages(db.selectFrom('answer_queries').where('id', '=', id))
  if (!query) throw new Error('a stored query is missing')
  return query
}

/** Finds the account of the enumerator of a response, else that of the supervisor, but not that of the person who asks. */
export const findAssignee = async (
  db: Db,
  { investigatorId, supervisorId }: { investigatorId: string | null; supervisorId: string | null },
  askedBy: string,
): Promise<string | null> => {
  const people = [investigatorId, supervisorId].filter((person) => person !== null)
  if (people.length === 0) return null
  const rows = await db
    .selectFrom('users')
    .select(['id', 'user_details_id'])
    .where('user_details_id', 'in', people)
    .where('disabled', '=', false)
    .where('id', '<>', askedBy)
    .where(sql<boolean>`exists (select from user_roles where user_id = users.id)`)
    .execute()
  const accountOf = (person: string | null) =>
    rows.find(({ user_details_id: details }) => details === person)?.id
  return accountOf(investigatorId) ?? accountOf(supervisorId) ?? null
}

/** Days until a query is due. */
const daysToAnswer = 3

export const insert = async (
  db: Db,
  query: {
    responseId: string
    surveyId: string
    question: string
    openedBy: string
    assignedTo: string | null
  },
): Promise<string> => {
  const { id } = await db
    .insertInto('answer_queries')
    .values({
      response_id: query.responseId,
      survey_id: query.surveyId,
      question: query.question,
      opened_by: query.openedBy,
      assigned_to: query.assignedTo,
      due_at: sql<Date>`now() + make_interval(days => ${daysToAnswer})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface NewMessage {
  queryId: string
  action: QueryAction
  text: string | null
  /** Undefined without a proposal. */
  proposal?: unknown
}

export const addMessage = async (
  { db, author }: { db: Db; author: Author },
  { queryId, action, text, proposal }: NewMessage,
): Promise<void> => {
  await db
    .insertInto('answer_query_messages')
    .values({
      query_id: queryId,
      action,
      text,
      proposal: proposal === undefined ? null : JSON.stringify({ value: proposal }),
      created_by_id: author.id ?? null,
      created_by_email: author.email,
    })
    .execute()
}

/** Finds the response of a query, which is locked before the query. */
export const findResponseId = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('answer_queries')
    .select('response_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.response_id
}

export const lock = (db: Db, id: string) =>
  db
    .selectFrom('answer_queries')
    .select(['id', 'response_id', 'survey_id', 'question', 'state', 'opened_by', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export type LockedQuery = NonNullable<Awaited<ReturnType<typeof lock>>>

export const setState = async (db: Db, id: string, state: QueryState): Promise<void> => {
  await db
    .updateTable('answer_queries')
    .set((eb) => ({ state, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Marks the proposal of a message as accepted and returns it; undefined if the message has none. */
export const acceptMessage = async (
  db: Db,
  { queryId, messageId }: { queryId: string; messageId: string },
): Promise<{ value: unknown } | undefined> => {
  const row = await db
    .updateTable('answer_query_messages')
    .set({ accepted_at: new Date() })
    .where('id', '=', messageId)
    .where('query_id', '=', queryId)
    .where('proposal', 'is not', null)
    .returning('proposal')
    .executeTakeFirst()
  return row?.proposal ?? undefined
}

const lastWords = sql`from answer_query_messages m left join users on users.id = m.created_by_id
  where query_id = answer_queries.id and text is not null order by m.id desc limit 1`

const withListFields = (rows: Rows) =>
  withFields(rows).select([
    sql<string>`(select text ${lastWords})`.as('text'),
    sql<string>`(select coalesce(nullif(full_name, ''), email, created_by_email) ${lastWords})`.as('author'),
    sql<Pick<AnswerQueryRow, 'displayId' | 'surveyLabel' | 'status'> & { surveyVersion: number }>`(
      select jsonb_build_object('displayId', display_id, 'surveyLabel', survey_label, 'status', status,
        'surveyVersion', survey_version)
      from survey_responses where id = response_id)`.as('response'),
  ])
type ListedQuery = Awaited<ReturnType<ReturnType<typeof withListFields>['executeTakeFirstOrThrow']>>

const { equals, oneOf } = filtersOn('answer_queries')

const isMine = (mine: NonNullable<Input<typeof listQueries>['query']['filter']>['mine'], userId: string) => {
  if (mine === 'assigned') return equals('assigned_to', userId)
  if (mine === 'opened') return equals('opened_by', userId)
  if (mine === undefined) return undefined
  return any(
    all(equals('assigned_to', userId), equals('state', 'open')),
    all(equals('opened_by', userId), equals('state', 'answered')),
  )
}

/** A query on a response in the scope. Scalar subquery: the planner may answer `in` by a scan of all responses. */
const isInScope = (scope: Reader['scope']) => {
  const condition = inScope('survey_responses', scope)
  return (
    condition && sql<boolean>`(select true from survey_responses where id = response_id and ${condition})`
  )
}

/** Counts the queries that wait for the reader. */
export const countWaiting = ({ db, scope, actor }: Reader): Promise<{ count: number; overdue: number }> =>
  db
    .selectFrom('answer_queries')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where due_at < now()))::int`.as('overdue'),
    ])
    .where(all(isMine('waiting', actor.userId), isInScope(scope)))
    .executeTakeFirstOrThrow()

/** Returns queries on the responses in the scope, oldest first by default. */
export const list = (
  { db, scope, actor, language }: Reader & { language: string },
  { filter = {}, orderBy = 'openedAt_ASC', ...page }: Input<typeof listQueries>['query'],
) => {
  const present = async ({
    response: { surveyVersion, ...response },
    ...row
  }: ListedQuery): Promise<AnswerQueryRow> => {
    const survey = await findCached(db, row.surveyId, surveyVersion)
    return {
      ...row,
      ...response,
      openedBy: row.openedBy ?? '',
      openedAt: row.openedAt.toISOString(),
      dueAt: row.dueAt.toISOString(),
      questionLabel: survey ? answerLabel(survey, row.question, language) : row.question,
    }
  }
  return answerList(db, page, {
    matching: (from) =>
      from.selectFrom('answer_queries').where(
        all(
          isMine(filter.mine, actor.userId),
          oneOf('survey_id', filter.surveyId),
          oneOf('state', filter.state),
          isInScope(scope),
          filter.search
            ? sql<boolean>`(select display_id_folded from survey_responses where id = response_id)
                  like search_pattern(${filter.search})`
            : undefined,
        ),
      ),
    ordered: (rows) => withListFields(rows).orderBy(buildOrderBy({ openedAt: 'opened_at' }, orderBy)),
    present,
  })
}
