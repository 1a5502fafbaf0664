import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all } from '#platform/database/list.ts'
import { limits } from '#platform/limits.ts'

import type { AnswerCondition } from '../answers/conditions.ts'
import type { ListedRow } from '../queries.ts'
import type { ResolvedFilter } from './filter.ts'
import { mergeParts } from './page-parts.ts'
import type { Page } from './page-parts.ts'

/**
 * Pages and counts of a survey that is filtered by answers only, or sorted by them. The index of the answers has the
 * values, the start times and the ids, so that these read only the rows of the page.
 */

/** `count`: number of matches; Infinity if it is not exact. */
interface AnswerPage extends Page {
  rows: ResolvedFilter
  count: number
}

/** Maximum number of matches that are read and sorted by start time. */
const maxSortedAnswers = 30_000

/** Matches the responses of other filters by their ids. Collects the ids first if there are few of them. */
const alsoMatch = ({ question, condition }: AnswerCondition, isFew: boolean): RawBuilder<boolean> => {
  const ids = sql`select response_id from response_answers where question_id = ${question.id} and ${condition}`
  return isFew ? sql<boolean>`response_id = any(array(${ids}))` : sql<boolean>`response_id in (${ids})`
}

/** Conditions on the answers to one question that apply all filters; `own` replaces the filter by this question. */
const conditionsOn = (
  question: number,
  answers: readonly AnswerCondition[],
  { own, isFew = false }: { own?: RawBuilder<boolean> | undefined; isFew?: boolean } = {},
): RawBuilder<boolean> =>
  all(
    sql<boolean>`question_id = ${question}`,
    ...answers.map((answer) =>
      answer.question.id === question ? (own ?? answer.condition) : alsoMatch(answer, isFew),
    ),
  )

/** Counts the matches up to the cap. A response with several of the values has at most one row of each. */
const countTo = async (db: Db, answers: readonly AnswerCondition[], cap: number): Promise<number> => {
  const [first] = answers
  if (!first) return Infinity
  const { rows } = await sql<{ count: number }>`
    select count(${first.rowsPerResponse > 1 ? sql`distinct response_id` : sql`*`}) from (
      select response_id from response_answers where ${conditionsOn(first.question.id, answers)}
      limit ${cap * first.rowsPerResponse + 1}) matches`.execute(db)
  return rows[0]?.count ?? 0
}

/** Counts the matches up to `limits.countedRows`, in the index of the first filter. */
export const countAnswers = async (db: Db, { answers }: ResolvedFilter) => {
  const count = await countTo(db, answers, limits.countedRows)
  return count > limits.countedRows
    ? { count: limits.countedRows, countIsEstimate: true as const }
    : { count }
}

/** Whether the responses of each filtered value are in the index in the default order. */
const isInDefaultOrder = (answers: readonly AnswerCondition[]): boolean =>
  (answers[0]?.values.length ?? 0) > 0

/** Whether sorting all matches by start time would be slower than a scan of the survey in that order. */
export const hasManyAnswers = async (
  db: Db,
  { rows: { answers }, order, count }: AnswerPage,
): Promise<boolean> =>
  order.question === undefined &&
  count > limits.countedRows &&
  !isInDefaultOrder(answers) &&
  (await countTo(db, answers, maxSortedAnswers)) > maxSortedAnswers

/**
 * Selects the first responses with one value. They are sorted by the whole index, because the planner does not
 * know that a null is constant too.
 */
const firstOfValue = (
  { question }: AnswerCondition,
  condition: RawBuilder<boolean>,
  { order: { isAscending }, offset, limit }: Page,
) => {
  const columns = ['answer_number', 'answer_text', 'answer_time'] as const
  const indexOrder = columns.map((column) =>
    isAscending ? sql`${sql.ref(column)} asc nulls first` : sql`${sql.ref(column)} desc nulls last`,
  )
  return sql`select id, start_time from (
    select response_id as id, answer_time as start_time from response_answers
    where question_id = ${question.id} and ${condition}
    order by ${sql.join(indexOrder)}, response_id ${isAscending ? sql`asc` : sql`desc`} limit ${offset + limit}) first_rows`
}

const pageInDefaultOrder = (db: Db, request: AnswerPage) => {
  const { answers } = request.rows
  const [first] = answers
  if (!first) throw new Error('a page in the default order needs a filter by answers')
  const conditionOf = (own?: RawBuilder<boolean>) => conditionsOn(first.question.id, answers, { own })
  const parts = isInDefaultOrder(answers)
    ? first.values.map((own) => firstOfValue(first, conditionOf(own), request))
    : [
        sql`select ${first.rowsPerResponse > 1 ? sql`distinct` : sql``} response_id as id, answer_time as start_time
          from response_answers where ${conditionOf()}`,
      ]
  return mergeParts(db, request, parts)
}

const pageInAnswerOrder = (db: Db, request: AnswerPage, question: number) => {
  const { order, count, rows } = request
  const isFew = count <= limits.countedRows && rows.answers.length > 0
  const part = sql`select response_id as id, ${sql.join(order.by.map((column) => sql.ref(column)))}
    from response_answers where ${conditionsOn(question, rows.answers, { isFew })}`
  // The fence finds the few matches first; without it, the planner may scan all answers in their order.
  return mergeParts(db, request, [isFew ? sql`select * from (${part} offset 0) found` : part])
}

export const pageOfAnswers = (db: Db, request: AnswerPage): Promise<ListedRow[]> =>
  (request.order.question === undefined
    ? pageInDefaultOrder(db, request)
    : pageInAnswerOrder(db, request, request.order.question)
  ).execute()
