import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { yearConditions } from '../partition-years.ts'
import { rowColumns } from '../queries.ts'
import type { ResolvedFilter } from './filter.ts'
import { toOrderByClause, withSortColumns } from './order.ts'
import type { Order } from './order.ts'

export interface Page {
  order: Order
  offset: number
  limit: number
}

/** OFFSET 0 is an optimisation fence: the rows are found by their filters, regardless of the outer query. */
export const materialise = (db: Db, rows: ResolvedFilter, order: Order) =>
  db.selectFrom(rows.from(db, order).selectAll().offset(0).as('found'))

/** Reads the rows of ids that come from an index-only scan. */
export const selectRows = (db: Db, ids: RawBuilder<unknown>, order: Order) =>
  withSortColumns(db.selectFrom('survey_responses').select(rowColumns), order)
    .where(sql<boolean>`id = any(array(${ids}))`)
    .orderBy(toOrderByClause(order))

/** Selects the ids and sort columns of one part of the matches. */
export const selectPart = (db: Db, rows: ResolvedFilter, order: Order, condition: RawBuilder<boolean>) =>
  rows
    .from(db, order)
    .select(['id', ...order.by])
    .where(condition)

/** Returns one condition per part of a scan in the sort order. The index of the answers has no partitions. */
export const walkConditions = ({ question }: Order): RawBuilder<boolean>[] =>
  question === undefined ? yearConditions() : [sql<boolean>`true`]

type Part = ReturnType<typeof selectPart>

/**
 * Adds an optimisation fence, so that the part is found by its filters and then sorted. Without it, the
 * planner may scan millions of other rows in the sort order.
 */
export const fencePart = (part: Part) => sql`select * from ${part.offset(0).as('found')}`

/** Reads the first rows of each part, then merges them and returns the page. */
export const mergeParts = (db: Db, { order, offset, limit }: Page, parts: readonly RawBuilder<unknown>[]) => {
  const firstRows = parts.map(
    (part) => sql`(${part} order by ${toOrderByClause(order)} limit ${offset + limit})`,
  )
  const ids = sql`select id from (${sql.join(firstRows, sql` union all `)}) near
    order by ${toOrderByClause(order)} offset ${offset} limit ${limit}`
  return selectRows(db, ids, order)
}
