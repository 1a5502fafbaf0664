import { pluck } from '@baseline/contract/facts.ts'
import type { OrderBy } from '@baseline/contract/list.ts'
import type { SortableColumn } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { orderOf } from '#platform/database/list.ts'

import { storedColumns } from '../columns.ts'
import type { Column } from '../columns.ts'

export const columns: Record<SortableColumn, readonly Column[]> = pluck(storedColumns, 'order')

/** Columns of a sort order, the requested one first. The id breaks ties. */
export interface Order {
  by: readonly Column[]
  isAscending: boolean
}

export const parseOrder = (orderBy: OrderBy<SortableColumn> = 'startTime_DESC'): Order => {
  const { column: by, direction } = orderOf(columns, orderBy)
  return { by, isAscending: direction === 'asc' }
}

/** Sorts nulls as the smallest value in both directions. */
export const toOrderByClause = ({ by, isAscending }: Order): RawBuilder<unknown> =>
  sql`${sql.join(by.map((column) => (isAscending ? sql`${sql.ref(column)} asc nulls first` : sql`${sql.ref(column)} desc nulls last`)))}, id ${isAscending ? sql`asc` : sql`desc`}`

const pastColumn = (
  column: Column,
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
  { by, isAscending }: Order,
  id: string,
  missing: readonly boolean[],
): RawBuilder<boolean>[] => {
  // Reads the value in the database, because a JavaScript Date would lose its microseconds.
  const ownValue = (column: Column) => sql`(select ${sql.ref(column)} from survey_responses where id = ${id})`
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
