import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'

import { kept, often } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { cappedCount, filtersOn } from '#platform/database/list.ts'
import { limits } from '#platform/limits.ts'

import type { Counted, Matching } from './filter.ts'

const { oneOf } = filtersOn('response_counts')

const linesOf = (db: Db, counted: Counted) => {
  if ('enumerators' in counted)
    return db
      .selectFrom('response_enumerators_now')
      .select(['survey_id', sql<ResponseStatus | null>`null`.as('status'), 'n'])
      .where(counted.enumerators)
  if ('places' in counted)
    return db.selectFrom('response_places_now').select(['survey_id', 'status', 'n']).where(counted.places)
  return db
    .selectFrom('response_counts_now')
    .select(['survey_id', 'status', 'n'])
    .where('dimension', '=', counted.dimension)
    .where(counted.value)
}

const sumOf = async (db: Db, counted: Counted, { surveyId, status }: SurveyResponseFilter) => {
  const { count } = await db
    .selectFrom(linesOf(db, counted).as('lines'))
    .modifyFront(often)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where(oneOf('survey_id', surveyId) ?? sql<boolean>`true`)
    .where(oneOf('status', status) ?? sql<boolean>`true`)
    .executeTakeFirstOrThrow()
  return count
}

const ofAll = kept<{ count: number }>((db) =>
  db
    .selectFrom('response_counts_now')
    .modifyFront(often)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where('dimension', '=', 'all'),
)

/**
 * Counts the responses that match a filter: exactly from a rollup if one covers the filter, otherwise by
 * reading them, up to `limits.countedRows`. `along`: the column of a range, whose index is read.
 */
export const countOf = async (
  db: Db,
  { from, counted, unfiltered, search }: Matching,
  filter: SurveyResponseFilter = {},
  along?: string,
): Promise<{ count: number; countIsEstimate?: true }> => {
  if (search.isMany) return { count: limits.countedRows, countIsEstimate: true }
  if (search.count !== undefined) return { count: search.count }
  if (!counted) return cappedCount(db, from(db), along)
  const [all] = unfiltered ? await ofAll(db, ['all']) : []
  return { count: all?.count ?? (await sumOf(db, counted, filter)) }
}
