import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { all, any } from '#platform/database/list.ts'
import { inScope } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import type { Reader } from '../scope.ts'
import { containsByWords, householdContains, matchesNothing, nameContains } from './find-texts.ts'

interface Search {
  condition?: RawBuilder<boolean>
  /** Number of matches without other filters, if it is at most 10,000. */
  count?: number
  /** Whether more than 10,000 match; other filters may leave fewer. */
  isMany?: boolean
}

/** Sums the rollup of these names. Returns Infinity if there are too many names to list. */
const countByNames = async (
  { db }: Reader,
  names: readonly string[] | undefined,
  rollup: RawBuilder<unknown>,
): Promise<number> => {
  if (!names) return Infinity
  if (names.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(n), 0)::bigint count from ${rollup} lines where value = any(${names})`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Returns the ids that match any of the conditions, each read by its own index: at most `limits.countedRows`
 * + 1.
 */
const findIds = async (
  { db, scope }: Reader,
  conditions: readonly RawBuilder<boolean>[],
): Promise<string[]> => {
  const limit = limits.countedRows + 1
  const scopeCondition = inScope('survey_responses', scope)
  const parts = conditions.map(
    (condition) =>
      sql`(select id from survey_responses where ${scopeCondition ? all(scopeCondition, condition) : condition} limit ${limit})`,
  )
  const { rows } = await sql<{ id: string }>`
    select distinct id from (${sql.join(parts, sql` union all `)}) found limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Matches a text in the Survey Id or in the name of the household, the village or the enumerator.
 *
 * With an OR of four columns, the planner may read every response even if few match. Therefore up to 10,000
 * ids are collected from the four indexes, and the responses are found by id. With more matches, a scan in
 * any order finds them quickly, so the OR stays as its filter. No ids are collected if the rollups of the
 * names already count more; with a limited scope, fewer of these may be in it.
 */
export const resolveSearch = async (reader: Reader, text: string | undefined): Promise<Search> => {
  if (!text) return {}
  const enumerator = await nameContains(reader, 'investigator', 'investigator_name_folded', text)
  const village = await nameContains(reader, 'village', 'village_folded', text)
  const conditions = [
    enumerator.condition,
    village.condition,
    await containsByWords(reader, 'display_id', text),
    await householdContains(reader, text),
  ].flatMap((condition) => (condition === undefined || condition === matchesNothing ? [] : [condition]))
  const villages = sql`(select value, n from response_counts_live where dimension = 'village')`
  const nameCount =
    reader.scope === 'all'
      ? Math.max(
          await countByNames(reader, enumerator.names, sql`response_enumerators_live`),
          await countByNames(reader, village.names, villages),
        )
      : 0
  const ids =
    nameCount > limits.countedRows
      ? undefined
      : await findIds(reader, conditions.length > 0 ? conditions : [matchesNothing])
  if (!ids || ids.length > limits.countedRows) return { condition: any(...conditions), isMany: true }
  return { condition: sql<boolean>`id = any(${ids}::uuid[])`, count: ids.length }
}
