import { namesWith } from '@baseline/contract/facts.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Facet, FacetName, getFacet } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Scope } from '#platform/auth/scope.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'
import type { ScopedTable } from '#platform/database/scoped-tables.ts'
import { withStatementTimeout } from '#platform/database/transaction.ts'
import { limits } from '#platform/limits.ts'

import { storedColumns } from '../columns.ts'
import type { Reader } from '../scope.ts'
import { placeConditions, resolveFilter } from './filter.ts'
import { escapeWildcards, findEntries, maxEntries } from './find-texts.ts'
import { narrowestRange } from './time-bounds.ts'

const { oneOf } = filtersOn('response_counts')

/** Condition on a table: the surveys of the filter and the scope. */
const inSurveys = (table: ScopedTable, scope: Scope, { surveyId }: SurveyResponseFilter) => {
  const [ofFilter, limit] = [oneOf('survey_id', surveyId), inScope(table, scope)]
  return limit ? all(ofFilter, limit) : (ofFilter ?? sql<boolean>`true`)
}

/** Query of `value` and `n`: the count of each value under the filter. */
type Counts = RawBuilder<unknown>

/** Maximum range in days: summing more days of thousands of enumerators is too slow for a picker. */
const maxDays = 62

const countDays = ([from, to]: readonly (string | undefined)[]): number =>
  from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : Infinity

/** Counts a range of survey dates from the rollup by day, which has no status. */
const countsByDay = (scope: Scope, facet: FacetName, filter: SurveyResponseFilter): Counts | undefined => {
  const { surveyDateRange, status } = filter
  if (!canAnswer('response_days', scope) || !canAnswer('response_deltas', scope)) return undefined
  if (!surveyDateRange || status || facet === 'village') return undefined
  if (facet !== 'districtName' && countDays(surveyDateRange) > maxDays) return undefined
  // `response_deltas` names its columns after the dimensions.
  const { dimension } = storedColumns[facet]
  const [from, to] = surveyDateRange
  const within = (table: ScopedTable, column: string) =>
    sql`${sql.ref(column)} between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
      and ${inSurveys(table, scope, filter)}`
  return sql`
    select value, received n from response_days
    where dimension = ${dimension} and span = 'day' and begins > '-infinity' and ${within('response_days', 'begins')}
    union all select ${sql.ref(dimension)}, n from response_deltas where ${within('response_deltas', 'survey_date')}`
}

/** Filters of the rollup by place, which counts districts. */
const districtFilters = namesWith(storedColumns, 'place').filter((name) => name !== 'districtName')

/** Counts districts under village types and categories, from the rollup by place. */
const countsByPlace = (scope: Scope, facet: FacetName, filter: SurveyResponseFilter): Counts | undefined =>
  facet === 'districtName' && canAnswer('response_places_live', scope)
    ? sql`
        select district as value, n from response_places_live
        where ${all(
          ...districtFilters.flatMap((name) =>
            filter[name]?.length ? placeConditions(name, filter[name]) : [],
          ),
          oneOf('survey_id', filter.surveyId),
          oneOf('status', filter.status),
          inScope('response_places_live', scope),
        )}`
    : undefined

/** Counts in the responses, if at most 10,000 match and reading them is fast. */
const countsByReading = async (
  reader: Reader,
  facet: FacetName,
  filter: SurveyResponseFilter,
): Promise<Counts | undefined> => {
  const rows = await resolveFilter(reader, filter)
  if (rows.search.isMany) return undefined
  const rangeColumn = narrowestRange(filter)?.column
  const valueCounts = await withStatementTimeout(reader.db, limits.facetMs, (tx) => {
    const limited = rows
      .from(tx)
      .select(sql<string>`${sql.ref(storedColumns[facet].folded)}`.as('value'))
      .limit(limits.countedRows + 1)
    // Reads a range along its index, like countUpToCap().
    const ordered =
      rangeColumn === undefined ? limited : limited.orderBy(sql`${sql.ref(rangeColumn)} asc nulls first`)
    return tx
      .selectFrom(ordered.as('some'))
      .select(['value', (eb) => eb.fn.countAll<number>().as('n')])
      .groupBy('value')
      .execute()
  })
  if (!valueCounts || valueCounts.reduce((sum, { n }) => sum + n, 0) > limits.countedRows) return undefined
  return sql`select * from unnest(${valueCounts.map(({ value }) => value)}::text[], ${valueCounts.map(({ n }) => n)}::int[])
    found (value, n)`
}

const isSet = (value: unknown): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Counts under every filter except the facet itself. Returns undefined if there is no fast way. */
const countsUnderFilter = async (
  reader: Reader,
  facet: FacetName,
  filter: SurveyResponseFilter,
): Promise<Counts | undefined> => {
  const keys = Object.entries(filter).flatMap(([key, value]) => (isSet(value) ? [key] : []))
  const others = keys.filter((key) => key !== 'surveyId' && key !== 'status')
  const hasOnly = (...names: string[]) => others.every((key) => names.includes(key))
  return (
    (hasOnly('surveyDateRange') ? countsByDay(reader.scope, facet, filter) : undefined) ??
    (hasOnly(...districtFilters) ? countsByPlace(reader.scope, facet, filter) : undefined) ??
    countsByReading(reader, facet, filter)
  )
}

/**
 * Requires every word, in any order. Short words match anywhere too, because the dictionary of one kind is
 * small.
 */
const containsWords = (column: string, words: readonly string[]) =>
  all(...words.map((word) => sql<boolean>`${sql.ref(column)} like ${`%${escapeWildcards(word)}%`}`))

const foldQuery = async ({ db }: Reader, query: string): Promise<string> => {
  const { rows } = await sql<{ folded: string }>`select folded(${query})`.execute(db)
  return rows[0]?.folded ?? ''
}

/**
 * Finds the values in the dictionary, so that their counts are read by primary key. With more than
 * `maxEntries` values, all counts are read.
 */
const matchesText = async (reader: Reader, facet: FacetName, text: string) => {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return sql<boolean>`true`
  const entries = await findEntries(reader, storedColumns[facet].dimension, containsWords('folded', words))
  return entries.length <= maxEntries
    ? sql<boolean>`value = any(${entries}::text[])`
    : containsWords('value', words)
}

/** Rows to sum, with `value`, `status` and `n`. Reads the responses if the rollup lacks a part of the scope. */
const countedLines = (scope: Scope, facet: FacetName, filter: SurveyResponseFilter) => {
  const { dimension, folded: column } = storedColumns[facet]
  if (canAnswer('response_counts_live', scope))
    return sql`response_counts_live
        where dimension = ${dimension} and ${inSurveys('response_counts_live', scope, filter)}`
  return sql`(select ${sql.ref(column)} as value, status, 1 as n from survey_responses
          where ${sql.ref(column)} is not null and ${inSurveys('survey_responses', scope, filter)}) responses
        where true`
}

/**
 * Returns the values of a filter with their counts, the most frequent first. With a query, values that begin
 * with it come first. Includes every value of the chosen surveys, also if the other filters leave no
 * responses of it. Reads the dictionary and the rollups, and the responses only if at most 10,000 match.
 */
export const readFacet = async (
  reader: Reader,
  { facet, query, filter = {}, limit }: Input<typeof getFacet>['query'],
): Promise<Facet> => {
  const { dimension } = storedColumns[facet]
  const { [facet]: _facet, ...others } = filter
  const isBySurvey = Object.entries(others).every(
    ([key, value]) => key === 'surveyId' || key === 'status' || !isSet(value),
  )
  const counts = isBySurvey ? undefined : await countsUnderFilter(reader, facet, others)
  const text = await foldQuery(reader, query)
  const isOffered = await matchesText(reader, facet, text)
  const statusCondition = oneOf('status', filter.status) ?? sql`true`
  // Sums both sets of rows in one aggregate: a join of two aggregates has no statistics and becomes a nested
  // loop.
  const { rows } = await sql<{ value: string; count: number }>`
    select coalesce(label, value) as value, count
    from (
      select value, sum(n)::bigint as count
      from (
        select value, n::int as total, ${counts ? sql`0` : sql`case when ${statusCondition} then n::int else 0 end`} as n
        from ${countedLines(reader.scope, facet, filter)} and ${isOffered}
        ${counts ? sql`union all select value, 0, n::int from (${counts}) counts` : sql``}
      ) lines
      group by value having sum(total) > 0
      order by ${text === '' ? sql`` : sql`value like ${`${escapeWildcards(text)}%`} desc,`} 2 desc, value
      limit ${limit + 1}
    ) offered left join response_names on kind = ${dimension} and folded = value
    order by ${text === '' ? sql`` : sql`value like ${`${escapeWildcards(text)}%`} desc,`} count desc, offered.value`.execute(
    reader.db,
  )
  return {
    values: rows.slice(0, limit),
    counts: isBySurvey || counts ? 'filter' : 'survey',
    hasMore: rows.length > limit,
  }
}
