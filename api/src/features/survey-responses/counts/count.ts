import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { all, countUpToCap, filtersOn } from '#platform/database/list.ts'
import { inScope } from '#platform/database/scoped-tables.ts'
import type { ScopedTable } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import { countAnswers } from '../list/answer-pages.ts'
import type { ResolvedFilter, Rollup } from '../list/filter.ts'
import { countTeam } from '../list/team-pages.ts'

const { oneOf } = filtersOn('response_counts')

const selectRollup = (db: Db, rollup: Rollup, scope: Scope) => {
  const within = (table: ScopedTable, condition: RawBuilder<boolean>) => {
    const limit = inScope(table, scope)
    return limit ? all(condition, limit) : condition
  }
  if ('enumerators' in rollup)
    return db
      .selectFrom('response_enumerators_live')
      .select(['survey_id', sql<ResponseStatus | null>`null`.as('status'), 'n'])
      .where(within('response_enumerators_live', rollup.enumerators))
  if ('places' in rollup)
    return db
      .selectFrom('response_places_live')
      .select(['survey_id', 'status', 'n'])
      .where(within('response_places_live', rollup.places))
  return db
    .selectFrom('response_counts_live')
    .select(['survey_id', 'status', 'n'])
    .where('dimension', '=', rollup.dimension)
    .where(within('response_counts_live', rollup.value))
}

const sumRollup = async (
  db: Db,
  rollup: Rollup,
  scope: Scope,
  { surveyId, status }: SurveyResponseFilter,
) => {
  const { count } = await db
    .selectFrom(selectRollup(db, rollup, scope).as('lines'))
    .modifyFront(prepared)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where(oneOf('survey_id', surveyId) ?? sql<boolean>`true`)
    .where(oneOf('status', status) ?? sql<boolean>`true`)
    .executeTakeFirstOrThrow()
  return count
}

const countAll = compiledOnce<{ count: number }>((db) =>
  db
    .selectFrom('response_counts_live')
    .modifyFront(prepared)
    .select(sql<number>`coalesce(sum(n), 0)::bigint`.as('count'))
    .where('dimension', '=', 'all'),
)

interface Count {
  count: number
  countIsEstimate?: true
}

/**
 * Counts the responses that match a filter without reading them: from a rollup, the search or the indexes of a
 * team or of answers. Returns undefined if none of these covers the filter.
 */
export const findCount = async (
  db: Db,
  rows: ResolvedFilter,
  filter: SurveyResponseFilter = {},
): Promise<Count | undefined> => {
  const { rollup, scope, team, isUnfiltered, search } = rows
  if (team) return countTeam(db, team)
  if (search.isMany) return { count: limits.countedRows, countIsEstimate: true }
  if (search.count !== undefined) return { count: search.count }
  if (rows.isByAnswers && rows.answers.length > 0) return countAnswers(db, rows)
  if (!rollup) return undefined
  const [total] = isUnfiltered ? await countAll(db, {}) : []
  return { count: total?.count ?? (await sumRollup(db, rollup, scope, filter)) }
}

/**
 * Counts the responses that match a filter, by reading them up to `limits.countedRows` if necessary.
 * `rangeColumn`: the column of a range, whose index is read.
 */
export const countMatches = async (
  db: Db,
  rows: ResolvedFilter,
  filter: SurveyResponseFilter = {},
  rangeColumn?: string,
): Promise<Count> => (await findCount(db, rows, filter)) ?? countUpToCap(db, rows.from(db), rangeColumn)
