import type { OrderBy } from '@baseline/contract/list.ts'
import { sql } from 'kysely'
import type { SelectQueryBuilder } from 'kysely'

import { limits } from '../limits.ts'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/** Any text as the pattern "contains exactly this". */
export const contains = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

/** Splits `startTime_DESC`; the column comes from the entity's own map, never from the caller. spec §4 */
export const orderOf = <Key extends string, Column extends string>(
  columns: Readonly<Record<Key, Column>>,
  orderBy: OrderBy<Key>,
): { column: Column; direction: 'asc' | 'desc' } => {
  const at = orderBy.lastIndexOf('_')
  const key = orderBy.slice(0, at) as Key // OrderBy<Key> is Key, an underscore and the direction
  return { column: columns[key], direction: orderBy.endsWith('_DESC') ? 'desc' : 'asc' }
}

/** Exact up to the cap; beyond it the count stops and says so, because counting millions takes seconds. */
export const cappedCount = async <Table extends keyof Schema>(
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
