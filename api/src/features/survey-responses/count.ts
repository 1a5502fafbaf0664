import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'

import { often } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { cappedCount, filtersOn } from '#platform/database/list.ts'

import type { Counted, Matching } from './filter.ts'

const { oneOf } = filtersOn('response_counts')

const sumOf = async (db: Db, { dimension, value }: Counted, { surveyId, status }: SurveyResponseFilter) => {
  const { count } = await db
    .selectFrom('response_counts_now')
    .modifyFront(often)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where('dimension', '=', dimension)
    .where(value)
    .where(oneOf('survey_id', surveyId) ?? sql<boolean>`true`)
    .where(oneOf('status', status) ?? sql<boolean>`true`)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * How many a filter finds: exact from what is counted beforehand wherever that is enough, otherwise counted up to the
 * limit. `along`: the column of a range. product-decisions: calls
 */
export const countOf = async (
  db: Db,
  { from, counted }: Matching,
  filter: SurveyResponseFilter = {},
  along?: string,
): Promise<{ count: number; countIsEstimate?: true }> =>
  counted ? { count: await sumOf(db, counted, filter) } : cappedCount(db, from(db), along)
