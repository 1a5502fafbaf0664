import type { OrderBy } from '@baseline/contract/list.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import { StreamedRows } from '../http/stream.ts'
import { limits } from '../limits.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

type Condition = RawBuilder<boolean> | undefined

/** Builds conditions on one table; a filter without a value adds no condition. spec §5 */
export const filtersOn = <Table extends keyof Schema>(_table: Table) => {
  type Column = keyof Schema[Table] & string
  return {
    equals: (column: Column, value: string | undefined): Condition =>
      value ? sql<boolean>`${sql.ref(column)} = ${value}` : undefined,
    /** A single value uses `=`, so that an index that starts with the column also provides the order. */
    oneOf: (column: Column, values: readonly string[] | undefined): Condition => {
      if (!values?.length) return undefined
      const [singleValue] = values
      return values.length === 1
        ? sql<boolean>`${sql.ref(column)} = ${singleValue}`
        : sql<boolean>`${sql.ref(column)} = any(${values})`
    },
    /** The column must be folded. SQL folds each value separately, so that the planner can evaluate it. */
    oneOfFolded: (column: Column, values: readonly string[] | undefined): Condition =>
      values?.length
        ? sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql`folded(${value})`))})`
        : undefined,
    /** The column must be folded. Texts under three characters match as a prefix. */
    contains: (column: Column, text: string | undefined): Condition =>
      text ? sql<boolean>`${sql.ref(column)} like search_pattern(${text})` : undefined,
    /** Like `contains`, in any of several folded columns. */
    containsAny: (columns: readonly Column[], text: string | undefined): Condition =>
      text
        ? sql<boolean>`(${sql.join(
            columns.map((column) => sql`${sql.ref(column)} like search_pattern(${text})`),
            sql` or `,
          )})`
        : undefined,
    /** Both ends are inclusive and optional. */
    within: (column: Column, [from, to]: readonly (string | undefined)[] = []): Condition =>
      all(
        from ? sql<boolean>`${sql.ref(column)} >= ${from}` : undefined,
        to ? sql<boolean>`${sql.ref(column)} <= ${to}` : undefined,
      ),
  }
}

export const all = (...conditions: Condition[]): RawBuilder<boolean> => {
  const terms = conditions.filter((condition) => condition !== undefined)
  return terms.length > 0 ? sql<boolean>`(${sql.join(terms, sql` and `)})` : sql<boolean>`true`
}

/** Matches nothing if no condition is given. */
export const any = (...conditions: Condition[]): RawBuilder<boolean> => {
  const terms = conditions.filter((condition) => condition !== undefined)
  return terms.length > 0 ? sql<boolean>`(${sql.join(terms, sql` or `)})` : sql<boolean>`false`
}

/** Splits `startTime_DESC`. The column comes from the entity's map, never from the request. spec §4 */
export const orderOf = <Key extends string, Column>(
  columns: Readonly<Record<Key, Column>>,
  orderBy: OrderBy<Key>,
): { column: Column; direction: 'asc' | 'desc' } => {
  const separator = orderBy.lastIndexOf('_')
  const key = orderBy.slice(0, separator) as Key // OrderBy<Key> is Key, an underscore and the direction
  return { column: columns[key], direction: orderBy.endsWith('_DESC') ? 'desc' : 'asc' }
}

/** Builds ORDER BY with nulls as the smallest values: a `nulls first` index serves both directions. */
export const buildOrderBy = <Key extends string>(
  columns: Readonly<Record<Key, string>>,
  orderBy: OrderBy<Key>,
): RawBuilder<unknown> => {
  const { column, direction } = orderOf(columns, orderBy)
  return direction === 'asc'
    ? sql`${sql.ref(column)} asc nulls first, id asc`
    : sql`${sql.ref(column)} desc nulls last, id desc`
}

/** Limits a query to one row more than is counted. */
export const limitToCap = <Table extends keyof Schema, Row>(
  selected: SelectQueryBuilder<Schema, Table, Row>,
  indexColumn?: string,
) => {
  const limited = selected.limit(limits.countedRows + 1)
  // Counts a range along its index: the table may start with millions of rows outside the range.
  return indexColumn === undefined ? limited : limited.orderBy(sql`${sql.ref(indexColumn)} asc nulls first`)
}

/** Counts exactly up to the cap, then stops and sets `countIsEstimate`: counting millions takes seconds. */
export const countUpToCap = async <Table extends keyof Schema>(
  db: Db,
  matching: SelectQueryBuilder<Schema, Table, object>,
  indexColumn?: string,
): Promise<{ count: number; countIsEstimate?: true }> => {
  const cap = limits.countedRows
  const countedRows = limitToCap(matching.select(sql`1`.as('one')), indexColumn)
  const { count } = await db
    .selectFrom(countedRows.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > cap ? { count: cap, countIsEstimate: true } : { count }
}

/** Returns one page and the total count; without a limit, streams every row. spec §4, §7 */
export const answerList = async <Table extends keyof Schema, Row, Shown>(
  db: Db,
  { limit, offset }: { limit?: number | undefined; offset: number },
  list: {
    matching: (from: Db) => SelectQueryBuilder<Schema, Table, object>
    ordered: (matching: SelectQueryBuilder<Schema, Table, object>) => SelectQueryBuilder<Schema, Table, Row>
    present: (row: Row) => Shown | Promise<Shown>
  },
) => {
  if (limit === undefined)
    return new StreamedRows((snapshot) =>
      presentAll(list.ordered(list.matching(snapshot)).offset(offset).stream(limits.stream.batchRows)),
    )
  const total = await countUpToCap(db, list.matching(db))
  const rows = await list.ordered(list.matching(db)).offset(offset).limit(limit).execute()
  return { rows: await Promise.all(rows.map((row) => list.present(row as Row))), ...total }

  async function* presentAll(storedRows: AsyncIterable<unknown>): AsyncGenerator<Shown> {
    for await (const row of storedRows) yield await list.present(row as Row)
  }
}
