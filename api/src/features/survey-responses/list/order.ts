import { fieldError } from '@baseline/contract/errors.ts'
import { pluck } from '@baseline/contract/facts.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import { splitAnswerOrder } from '@baseline/contract/survey-responses/answer-filter.ts'
import type {
  ResponseOrder,
  SortableColumn,
  SurveyResponseFilter,
} from '@baseline/contract/survey-responses/filter.ts'
import { isSortableKind } from '@baseline/contract/surveys/searchable.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import { orderOf } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { requireQuestion } from '../answers/questions.ts'
import { storedColumns } from '../columns.ts'
import type { Column } from '../columns.ts'
import type { Reader } from '../scope.ts'

export const columns: Record<SortableColumn, readonly Column[]> = pluck(storedColumns, 'order')

/** Sort columns of the answers to a question, as in their index. */
const answerColumns = ['answer_number', 'answer_text', 'answer_time'] as const
type SortColumn = Column | (typeof answerColumns)[number]

/** Columns of a sort order, the requested one first. The id breaks ties. */
export interface Order {
  by: readonly SortColumn[]
  isAscending: boolean
  /** The question by whose answers the responses are sorted: its id. */
  question?: number
}

/** Parses the order of a column. */
export const parseOrder = (orderBy: OrderBy<SortableColumn> = 'startTime_DESC'): Order => {
  const { column: by, direction } = orderOf(columns, orderBy)
  return { by, isAscending: direction === 'asc' }
}

const isColumnOrder = (orderBy: ResponseOrder): orderBy is OrderBy<SortableColumn> =>
  !orderBy.startsWith('answers.')

/** Returns the order of a list: by a column, or by the answers to a searchable question. */
export const resolveOrder = async (
  reader: Reader,
  filter: SurveyResponseFilter,
  orderBy: ResponseOrder | undefined,
): Promise<Order> => {
  if (orderBy === undefined || isColumnOrder(orderBy)) return parseOrder(orderBy)
  const { key, isAscending } = splitAnswerOrder(orderBy)
  const question = await requireQuestion(reader, filter, { key, path: 'orderBy' })
  if (!isSortableKind(question.kind))
    throw fieldError('orderBy', 'entities.surveyResponses.errors.notSearchable')
  return { by: answerColumns, isAscending, question: question.id }
}

/** Sorts nulls as the smallest value in both directions. */
export const toOrderByClause = ({ by, isAscending }: Order): RawBuilder<unknown> =>
  sql`${sql.join(by.map((column) => (isAscending ? sql`${sql.ref(column)} asc nulls first` : sql`${sql.ref(column)} desc nulls last`)))}, id ${isAscending ? sql`asc` : sql`desc`}`

/** Adds the answers by which an order sorts. Each response of the survey has one row of each such question. */
export const withSortColumns = <Row>(
  responses: SelectQueryBuilder<Schema, 'survey_responses', Row>,
  { question }: Pick<Order, 'question'>,
): SelectQueryBuilder<Schema, 'survey_responses' | 'response_answers', Row> =>
  question === undefined
    ? // An order without a question selects no columns of the answers.
      responses
    : responses.innerJoin('response_answers', (join) =>
        join.onRef('response_id', '=', 'id').on('question_id', '=', question),
      )

/** Selects the sort columns of one response. */
export const selectOwn = ({ question }: Order, id: string, selected: RawBuilder<unknown>) =>
  question === undefined
    ? sql`select ${selected} from survey_responses where id = ${id}`
    : sql`select ${selected} from response_answers where response_id = ${id} and question_id = ${question}`

const pastColumn = (
  column: SortColumn,
  ownValue: RawBuilder<unknown>,
  missing: boolean,
  isAscending: boolean,
) => {
  const reference = sql.ref(column)
  if (isAscending)
    return missing ? [sql<boolean>`${reference} is not null`] : [sql<boolean>`${reference} > ${ownValue}`]
  return missing ? [] : [sql<boolean>`${reference} < ${ownValue}`, sql<boolean>`${reference} is null`]
}

/**
 * Returns keyset conditions for the rows after this response, nearest first: rows equal in every column, then
 * rows equal in all but the last, and so on. The index of the order serves each. `missing`: whether the
 * response has null in each column.
 */
export const keysetConditions = (
  order: Order,
  id: string,
  missing: readonly boolean[],
): RawBuilder<boolean>[] => {
  const { by, isAscending } = order
  // Reads the value in the database, because a JavaScript Date would lose its microseconds.
  const ownValue = (column: SortColumn) => sql`(${selectOwn(order, id, sql.ref(column))})`
  const equalities = by.map((column, n) =>
    missing[n]
      ? sql<boolean>`${sql.ref(column)} is null`
      : sql<boolean>`${sql.ref(column)} = ${ownValue(column)}`,
  )
  const and = (first: readonly RawBuilder<boolean>[], last: RawBuilder<boolean>) =>
    sql<boolean>`(${sql.join([...first, last], sql` and `)})`
  const pastConditions = by.map((column, n) =>
    pastColumn(column, ownValue(column), missing[n] ?? false, isAscending).map((one) =>
      and(equalities.slice(0, n), one),
    ),
  )
  return [
    and(equalities, sql<boolean>`id ${isAscending ? sql`>` : sql`<`} ${id}`),
    ...pastConditions.toReversed().flat(),
  ]
}
