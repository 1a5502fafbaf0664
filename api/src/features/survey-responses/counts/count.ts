import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { countUpToCap, filtersOn } from '#platform/database/list.ts'
import { limits } from '#platform/limits.ts'

import type { ResolvedFilter, Rollup } from '../list/filter.ts'

const { oneOf } = filtersOn('response_counts')

const selectRollup = (db: Db, rollup: Rollup) => {
  if ('enumerators' in rollup)
    return db
      .selectFrom('response_enumerators_now')
      .select(['survey_id', sql<ResponseStatus | null>`null`.as('status'), 'n'])
      .where(rollup.enumerators)
  if ('places' in rollup)
    return db.selectFrom('response_places_now').select(['survey_id', 'status', 'n']).where(rollup.places)
  return db
    .selectFrom('response_counts_now')
    .select(['survey_id', 'status', 'n'])
    .where('dimension', '=', rollup.dimension)
    .where(rollup.value)
}

const sumRollup = async (db: Db, rollup: Rollup, { surveyId, status }: SurveyResponseFilter) => {
  const { count } = await db
    .selectFrom(selectRollup(db, rollup).as('lines'))
    .modifyFront(prepared)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where(oneOf('survey_id', surveyId) ?? sql<boolean>`true`)
    .where(oneOf('status', status) ?? sql<boolean>`true`)
    .executeTakeFirstOrThrow()
  return count
}

const countAll = compiledOnce<{ count: number }>((db) =>
  db
    .selectFrom('response_counts_now')
    .modifyFront(prepared)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where('dimension', '=', 'all'),
)

/**
 * Counts the responses that match a filter: exactly from a rollup if one covers the filter, otherwise by
 * reading them, up to `limits.countedRows`. `rangeColumn`: the column of a range, whose index is read.
 */
export const countMatches = async (
  db: Db,
  { from, rollup, isUnfiltered, search }: ResolvedFilter,
  filter: SurveyResponseFilter = {},
  rangeColumn?: string,
): Promise<{ count: number; countIsEstimate?: true }> => {
  if (search.isMany) return { count: limits.countedRows, countIsEstimate: true }
  if (search.count !== undefined) return { count: search.count }
  if (!rollup) return countUpToCap(db, from(db), rangeColumn)
  const [all] = isUnfiltered ? await countAll(db, {}) : []
  return { count: all?.count ?? (await sumRollup(db, rollup, filter)) }
}
