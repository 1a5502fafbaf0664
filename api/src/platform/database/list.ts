import type { OrderBy } from '@baseline/contract/list.ts'
import { sql } from 'kysely'
import type { RawBuilder, SelectQueryBuilder } from 'kysely'

import { StreamedRows } from '../http/stream.ts'
import { limits } from '../limits.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

type Condition = RawBuilder<boolean> | undefined

/** The filters of one table; a filter that was not given is no condition. spec §5 */
export const filtersOn = <Table extends keyof Schema>(_table: Table) => {
  type Column = keyof Schema[Table] & string
  return {
    equals: (column: Column, value: string | undefined): Condition =>
      value ? sql<boolean>`${sql.ref(column)} = ${value}` : undefined,
    oneOf: (column: Column, values: readonly string[] | undefined): Condition =>
      values?.length ? sql<boolean>`${sql.ref(column)} = any(${values})` : undefined,
    /** The column must be folded; short texts must begin it. */
    contains: (column: Column, text: string | undefined): Condition =>
      text ? sql<boolean>`${sql.ref(column)} like search_pattern(${text})` : undefined,
    /** In any of several folded columns. */
    containsAny: (columns: readonly Column[], text: string | undefined): Condition =>
      text
        ? sql<boolean>`(${sql.join(
            columns.map((column) => sql`${sql.ref(column)} like search_pattern(${text})`),
            sql` or `,
          )})`
        : undefined,
    /** Both ends belong to the range, and both may be open. */
    within: (column: Column, [from, to]: readonly (string | undefined)[] = []): Condition =>
      all(
        from ? sql<boolean>`${sql.ref(column)} >= ${from}` : undefined,
        to ? sql<boolean>`${sql.ref(column)} <= ${to}` : undefined,
      ),
  }
}

export const all = (...conditions: Condition[]): RawBuilder<boolean> => {
  const given = conditions.filter((one) => one !== undefined)
  return given.length > 0 ? sql<boolean>`(${sql.join(given, sql` and `)})` : sql<boolean>`true`
}

/** Splits `startTime_DESC`; the column comes from the entity's own map, never from the caller. spec §4 */
export const orderOf = <Key extends string, Column extends string>(
  columns: Readonly<Record<Key, Column>>,
  orderBy: OrderBy<Key>,
): { column: Column; direction: 'asc' | 'desc' } => {
  const at = orderBy.lastIndexOf('_')
  const key = orderBy.slice(0, at) as Key // OrderBy<Key> is Key, an underscore and the direction
  return { column: columns[key], direction: orderBy.endsWith('_DESC') ? 'desc' : 'asc' }
}

/** ORDER BY with missing values as the smallest, which indexes made with `nulls first` serve both ways. */
export const inOrder = <Key extends string>(
  columns: Readonly<Record<Key, string>>,
  orderBy: OrderBy<Key>,
): RawBuilder<unknown> => {
  const { column, direction } = orderOf(columns, orderBy)
  return direction === 'asc'
    ? sql`${sql.ref(column)} asc nulls first, id asc`
    : sql`${sql.ref(column)} desc nulls last, id desc`
}

/** Exact up to the cap; beyond it the count stops and says so, because counting millions takes seconds. */
const cappedCount = async <Table extends keyof Schema>(
  db: Db,
  matching: SelectQueryBuilder<Schema, Table, object>,
): Promise<{ count: number; countIsEstimate?: true }> => {
  const cap = limits.countedRows
  const some = matching.select(sql`1`.as('one')).limit(cap + 1)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > cap ? { count: cap, countIsEstimate: true } : { count }
}

/** One page and the count of all; without a limit every row as a stream. spec §4, §7 */
export const answerList = async <Table extends keyof Schema, Row, Shown>(
  db: Db,
  { limit, offset }: { limit?: number | undefined; offset: number },
  list: {
    matching: (from: Db) => SelectQueryBuilder<Schema, Table, object>
    ordered: (matching: SelectQueryBuilder<Schema, Table, object>) => SelectQueryBuilder<Schema, Table, Row>
    present: (row: Row) => Shown | Promise<Shown>
  },
) => {
  const ordered = (from: Db) => list.ordered(list.matching(from)).offset(offset)
  if (limit === undefined)
    return new StreamedRows((snapshot) => presented(ordered(snapshot).stream(limits.stream.batchRows)))
  const rows = await ordered(db).limit(limit).execute()
  return {
    rows: await Promise.all(rows.map((row) => list.present(row as Row))),
    ...(await cappedCount(db, list.matching(db))),
  }

  async function* presented(found: AsyncIterable<unknown>): AsyncGenerator<Shown> {
    for await (const row of found) yield await list.present(row as Row)
  }
}
