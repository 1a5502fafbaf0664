import type { OrderBy } from '@baseline/contract/list.ts'
import type { SortableColumn } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { orderOf } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

type Column = keyof Schema['survey_responses']

/** Where many share a value they follow each other by their start: one index then serves the order and the filter. */
export const columns = {
  displayId: ['display_id_folded'],
  investigatorName: ['investigator_name_folded', 'start_time'],
  supervisorName: ['supervisor_name_folded', 'start_time'],
  surveyDate: ['survey_date'],
  startTime: ['start_time'],
  endTime: ['end_time'],
  status: ['status', 'start_time'],
  districtName: ['district_name_folded', 'start_time'],
  village: ['village_folded', 'start_time'],
  villageType: ['village_type_folded', 'start_time'],
  villageCategory: ['village_category_folded', 'start_time'],
  householdName: ['household_name_folded'],
  createdAt: ['created_at'],
} as const satisfies Record<SortableColumn, readonly Column[]>

/** The columns of a list's order, the first one asked for; the id decides between those that are alike. */
export interface Order {
  by: readonly Column[]
  up: boolean
}

export const orderedBy = (orderBy: OrderBy<SortableColumn> = 'startTime_DESC'): Order => {
  const { column: by, direction } = orderOf(columns, orderBy)
  return { by, up: direction === 'asc' }
}

/** Missing values are the smallest, whichever way. */
export const inOrder = ({ by, up }: Order): RawBuilder<unknown> =>
  sql`${sql.join(by.map((column) => (up ? sql`${sql.ref(column)} asc nulls first` : sql`${sql.ref(column)} desc nulls last`)))}, id ${up ? sql`asc` : sql`desc`}`

const pastOne = (column: Column, own: RawBuilder<unknown>, missing: boolean, up: boolean) => {
  const at = sql.ref(column)
  if (up) return missing ? [sql<boolean>`${at} is not null`] : [sql<boolean>`${at} > ${own}`]
  return missing ? [] : [sql<boolean>`${at} < ${own}`, sql<boolean>`${at} is null`]
}

/**
 * What comes after this response, nearest first: those alike in every column, then those alike in all but the last,
 * and so on. Each is found in the order's index. `missing`: which columns it has no value for.
 */
export const beyond = ({ by, up }: Order, id: string, missing: readonly boolean[]): RawBuilder<boolean>[] => {
  // Read where it is, because a timestamp loses its microseconds on the way to here.
  const own = (column: Column) => sql`(select ${sql.ref(column)} from survey_responses where id = ${id})`
  const alike = by.map((column, n) =>
    missing[n] ? sql<boolean>`${sql.ref(column)} is null` : sql<boolean>`${sql.ref(column)} = ${own(column)}`,
  )
  const both = (first: readonly RawBuilder<boolean>[], last: RawBuilder<boolean>) =>
    sql<boolean>`(${sql.join([...first, last], sql` and `)})`
  const past = by.map((column, n) =>
    pastOne(column, own(column), missing[n] ?? false, up).map((one) => both(alike.slice(0, n), one)),
  )
  return [both(alike, sql<boolean>`id ${up ? sql`>` : sql`<`} ${id}`), ...past.toReversed().flat()]
}
