import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { limitToCap } from '#platform/database/list.ts'
import { limits } from '#platform/limits.ts'

import type { ListedRow } from '../queries.ts'
import type { ResolvedFilter } from './filter.ts'
import { toOrderByClause } from './order.ts'
import { selectRows } from './page-parts.ts'
import type { Page } from './page-parts.ts'

export interface CountedPage {
  count: number
  countIsEstimate?: true
  /** Undefined if there are more matches than were counted. */
  pageRows?: ListedRow[]
}

/**
 * Counts the matches by reading them, up to `limits.countedRows`, and sorts them if these are all. A page after
 * a count would read the same rows again. `rangeColumn`: the column of a range, whose index is read.
 */
export const countAndSort = async (
  db: Db,
  matching: ResolvedFilter,
  { order, offset, limit }: Page,
  rangeColumn: string | undefined,
): Promise<CountedPage> => {
  const cap = limits.countedRows
  const matches = limitToCap(matching.from(db, order).select(['id', ...order.by]), rangeColumn)
  const { rows } = await sql<{ count: number; ids: string[] | null }>`
    with matches as materialized (${matches}), total as (select count(*) from matches)
    select count, case when count <= ${cap} then array(
      select id from matches order by ${toOrderByClause(order)} offset ${offset} limit ${limit}) end as ids
    from total`.execute(db)
  const { count = 0, ids = [] } = rows[0] ?? {}
  if (ids === null) return { count: cap, countIsEstimate: true }
  const pageRows = await selectRows(db, sql`select unnest(${ids}::uuid[])`, order).execute()
  return { count, pageRows }
}
