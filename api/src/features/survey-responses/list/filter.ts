import { pluck } from '@baseline/contract/facts.ts'
import { valueFilters } from '@baseline/contract/survey-responses/columns.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { findTeam } from '#platform/auth/scope.ts'
import type { Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { canAnswer, inScope } from '#platform/database/scoped-tables.ts'

import { hasAnswer, resolveAnswers } from '../answers/conditions.ts'
import { dimensionOf, storedColumns } from '../columns.ts'
import { cellsOf, inCells } from '../map/cells.ts'
import type { Reader } from '../scope.ts'
import { containsByWords, foldAll, householdContains, nameContains } from './find-texts.ts'
import { withSortColumns } from './order.ts'
import type { Order } from './order.ts'
import { resolveSearch } from './search.ts'

const { equals, oneOf, oneOfFolded, within } = filtersOn('survey_responses')

const inArea = (area: string | undefined) => {
  const square = area === undefined ? undefined : squareOf(area)
  return square && sql<boolean>`(${inCells(cellsOf(square))})`
}

const hasFlag = ({ flag, flagState, flagSeverity }: SurveyResponseFilter) =>
  flag?.length || flagState?.length || flagSeverity?.length
    ? sql<boolean>`exists (
        select from response_flags f where f.response_id = survey_responses.id
          and f.state = any(${flagState?.length ? flagState : ['open']})
          and ${flagSeverity?.length ? sql<boolean>`f.severity = any(${flagSeverity})` : sql<boolean>`true`}
          and ${flag?.length ? sql<boolean>`f.rule = any(${flag})` : sql<boolean>`true`})`
    : undefined

const hasRisk = ([from, to]: readonly (number | undefined)[] = []) =>
  from === undefined && to === undefined
    ? undefined
    : sql<boolean>`exists (
        select from review_queue q where q.response_id = survey_responses.id
          and q.score between ${from ?? 0} and ${to ?? 100})`

/** One dimension of the rollup `response_counts`, which also has survey and status. */
interface DimensionRollup {
  dimension: Schema['response_counts']['dimension']
  /** Condition on the values of the dimension. */
  value: RawBuilder<boolean>
}
/**
 * Rollup rows that count a filter: of one dimension, of a combination of place attributes, or of enumerators
 * in any status, with one row per name.
 */
export type Rollup = DimensionRollup | { places: RawBuilder<boolean> } | { enumerators: RawBuilder<boolean> }

const places = pluck(storedColumns, 'place')
type Place = keyof typeof places
const isPlace = (key: string): key is Place => key in places

/** Conditions on the rollup by place. An empty text means no value, which no filter matches. */
export const placeConditions = (place: Place, values: readonly string[] | undefined) => {
  const column = sql.ref(places[place])
  return [
    values?.length ? sql<boolean>`${column} = any(${foldAll(values)})` : undefined,
    sql<boolean>`${column} <> ''`,
  ]
}

/** Full names that match a partial name; undefined if there are too many. */
type Names = Record<
  'investigatorName' | 'investigatorMobileNumber' | 'supervisorName',
  readonly string[] | undefined
>

const rollupKeys = ['surveyId', 'status'] satisfies (keyof SurveyResponseFilter)[]

const isOneOf = (names: readonly string[]) => sql<boolean>`value = any(${names})`

const rollupOfNames = (dimension: DimensionRollup['dimension'], names: readonly string[] | undefined) =>
  names && { dimension, value: isOneOf(names) }

const rollupOfValues = (dimension: DimensionRollup['dimension'], values: readonly string[] = []) => ({
  dimension,
  value: sql<boolean>`value = any(${foldAll(values)})`,
})

const findDimensionRollup = (key: string, filter: SurveyResponseFilter, names: Names): Rollup | undefined => {
  switch (key) {
    case 'investigatorName':
      return names[key] && !filter.status
        ? { enumerators: isOneOf(names[key]) }
        : rollupOfNames('investigator', names[key])
    case 'investigatorMobileNumber':
      return rollupOfNames('mobileNumber', names[key])
    case 'supervisorName':
      return rollupOfNames('supervisor', names[key])
    case 'surveyDateRange': {
      const [from, to] = filter[key] ?? []
      return {
        dimension: 'surveyDate',
        value: sql<boolean>`value between ${from ?? '0000'} and ${to ?? '9999-99'}`,
      }
    }
    default: {
      const name = valueFilters.find((one) => one === key)
      const dimension = name && dimensionOf(name)
      return name && dimension && rollupOfValues(dimension, filter[name])
    }
  }
}

/** Returns the rollup rows that count a filter; undefined if no single rollup covers it and the scope. */
const findRollup = (filter: SurveyResponseFilter, names: Names, scope: Scope): Rollup | undefined => {
  const filterKeys = Object.entries(filter)
    .filter(([key, value]) => value !== undefined && !rollupKeys.some((rollupKey) => rollupKey === key))
    .map(([key]) => key)
  const [firstKey, secondKey] = filterKeys
  if (!secondKey && canAnswer('response_counts_live', scope))
    return firstKey === undefined
      ? { dimension: 'all', value: sql<boolean>`value = ''` }
      : findDimensionRollup(firstKey, filter, names)
  return filterKeys.every(isPlace) && canAnswer('response_places_live', scope)
    ? { places: all(...filterKeys.flatMap((key) => placeConditions(key, filter[key]))) }
    : undefined
}

/** Translates a filter to SQL conditions, for lists, neighbours, bulk reviews and exports. spec §5 */
export const resolveFilter = async (reader: Reader, filter: SurveyResponseFilter = {}) => {
  const investigator = await nameContains(
    reader,
    'investigator',
    'investigator_name_folded',
    filter.investigatorName,
  )
  const mobileNumber = await nameContains(
    reader,
    'mobileNumber',
    'investigator_mobile_number_folded',
    filter.investigatorMobileNumber,
  )
  const supervisor = await nameContains(reader, 'supervisor', 'supervisor_name_folded', filter.supervisorName)
  const search = await resolveSearch(reader, filter.search)
  const answers = await resolveAnswers(reader, filter)
  const conditions = all(
    inScope('survey_responses', reader.scope) ?? sql<boolean>`true`,
    equals('id', filter.id),
    search.condition,
    await containsByWords(reader, 'display_id', filter.displayId),
    oneOf('survey_id', filter.surveyId),
    investigator.condition,
    mobileNumber.condition,
    supervisor.condition,
    oneOf('status', filter.status),
    ...valueFilters.map((name) => oneOfFolded(storedColumns[name].folded, filter[name])),
    await householdContains(reader, filter.householdName),
    within('survey_date', filter.surveyDateRange),
    within('start_time', filter.startTimeRange),
    within('end_time', filter.endTimeRange),
    within('created_at', filter.createdAtRange),
    inArea(filter.area),
    ...answers.map(hasAnswer),
    hasFlag(filter),
    hasRisk(filter.riskRange),
  )
  const names = {
    investigatorName: investigator.names,
    investigatorMobileNumber: mobileNumber.names,
    supervisorName: supervisor.names,
  }
  const setFilters = Object.values(filter).filter((value) => value !== undefined)
  return {
    conditions,
    scope: reader.scope,
    /** Whether every response matches. */
    isUnfiltered: setFilters.length === 0 && reader.scope === 'all',
    /** The team whose responses match, if these are all. */
    team: setFilters.length === 0 ? findTeam(reader.scope) : undefined,
    statuses: [...new Set(filter.status)],
    /** Whether status is the only filter: an index has each status in the default order. */
    isByStatus: setFilters.length === 1 && filter.status !== undefined,
    /** Whether one name is the only filter: an index has its responses in the default order too. */
    isOneName:
      setFilters.length === 1 && Object.values(names).some((matchingNames) => matchingNames?.length === 1),
    /** Result of the search if it is the only filter. */
    search: setFilters.length === 1 ? search : {},
    answers,
    /** Whether all filters are one survey and answers, which an index has. */
    isByAnswers:
      reader.scope === 'all' &&
      filter.surveyId?.length === 1 &&
      Object.entries(filter).every(
        ([name, value]) => value === undefined || name === 'surveyId' || name === 'answers',
      ),
    from: (db: Db, order: Pick<Order, 'question'> = {}) =>
      withSortColumns(db.selectFrom('survey_responses').where(conditions), order),
    rollup: findRollup(filter, names, reader.scope),
  }
}
export type ResolvedFilter = Awaited<ReturnType<typeof resolveFilter>>
