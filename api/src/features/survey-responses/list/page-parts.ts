import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { rowColumns } from '../queries.ts'
import type { ResolvedFilter } from './filter.ts'
import { toOrderByClause } from './order.ts'
import type { Order } from './order.ts'

export interface Page {
  order: Order
  offset: number
  limit: number
}

/** OFFSET 0 is an optimisation fence: the rows are found by their filters, regardless of the outer query. */
export const materialise = (db: Db, rows: ResolvedFilter) =>
  db.selectFrom(rows.from(db).selectAll().offset(0).as('found'))

/** Reads the rows of ids that come from an index-only scan. */
export const selectRows = (db: Db, ids: RawBuilder<unknown>, order: Order) =>
  db
    .selectFrom('survey_responses')
    .select(rowColumns)
    .where(sql<boolean>`id = any(array(${ids}))`)
    .orderBy(toOrderByClause(order))

/** Selects the ids and sort columns of one part of the matches. */
export const selectPart = (db: Db, rows: ResolvedFilter, { by }: Order, condition: RawBuilder<boolean>) =>
  rows
    .from(db)
    .select(['id', ...by])
    .where(condition)

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
