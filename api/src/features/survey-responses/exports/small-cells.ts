import { smallCellSize } from '@baseline/contract/personal-data.ts'
import type { SmallCells } from '@baseline/contract/survey-responses/exports/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import type { ResolvedFilter } from '../list/filter.ts'
import type { IndirectValue } from './column.ts'
import type { ExportTable } from './export-tables.ts'

const isColumn = (value: IndirectValue): value is { column: string } => 'column' in value

/** Ages count in groups of ten years, because an attacker seldom knows the exact age. */
const selectValue = (value: IndirectValue): RawBuilder<unknown> => {
  if (isColumn(value)) return sql.ref(value.column)
  if ('sex' in value) return sql`"values" -> ${sql.lit(value.sex)}`
  const age = sql`"values" -> ${sql.lit(value.age)}`
  return sql`case when jsonb_typeof(${age}) = 'number' then floor((${age})::numeric / 10) end`
}

/** Returns the columns that could identify a household together. A choice in statistics files has two. */
const indirectColumns = ({ columns }: ExportTable): { header: string; value: IndirectValue }[] => {
  const seen = new Set<string>()
  return columns.flatMap(({ header, indirect }) => {
    if (!indirect || seen.has(JSON.stringify(indirect))) return []
    seen.add(JSON.stringify(indirect))
    return { header, value: indirect }
  })
}

/**
 * Counts the combinations of indirect values that fewer than five matching responses share. One aggregate
 * query, whose memory PostgreSQL limits.
 */
export const countSmallCells = async (
  db: Db,
  matches: ResolvedFilter,
  responses: ExportTable,
): Promise<SmallCells> => {
  const columns = indirectColumns(responses)
  const cells = matches
    .from(db)
    .select(sql<number>`count(*)`.as('size'))
    .$if(columns.length > 0, (query) => query.groupBy(columns.map(({ value }) => selectValue(value))))
  const { count, size } = await db
    .selectFrom(cells.as('cells'))
    .select([
      sql<number>`count(*)::float8`.as('count'),
      sql<number>`coalesce(sum(size), 0)::float8`.as('size'),
    ])
    .where('size', '<', smallCellSize)
    .where('size', '>', 0)
    .executeTakeFirstOrThrow()
  return { count, responses: size, columns: columns.map(({ header }) => header) }
}
