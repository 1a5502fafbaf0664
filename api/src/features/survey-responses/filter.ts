import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { squareOf } from '@baseline/contract/survey-responses/square.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { foldedOf, householdContains, nameContains, wordsContain } from './find-texts.ts'
import { cellsOf, inCells } from './map/cells.ts'
import { scope } from './scope.ts'
import type { Reader } from './scope.ts'
import { searched } from './search.ts'

const { equals, oneOf, oneOfFolded, within } = filtersOn('survey_responses')

const inArea = (area: string | undefined) => {
  const square = area === undefined ? undefined : squareOf(area)
  return square && sql<boolean>`(${inCells(cellsOf(square))})`
}

/** One dimension of the rollup `response_counts`, which also has survey and status. */
interface CountedByOne {
  dimension: Schema['response_counts']['dimension']
  /** Condition on the values of the dimension. */
  value: RawBuilder<boolean>
}
/**
 * Rollup rows that count a filter: of one dimension, of a combination of place attributes, or of enumerators
 * in any status, with one row per name.
 */
export type Counted = CountedByOne | { places: RawBuilder<boolean> } | { enumerators: RawBuilder<boolean> }

const places = {
  districtName: 'district',
  villageType: 'village_type',
  villageCategory: 'village_category',
} as const satisfies { [Key in keyof SurveyResponseFilter]?: keyof Schema['response_places_now'] }
type Place = keyof typeof places
const isPlace = (key: string): key is Place => key in places

/** Conditions on a place column. An empty text means no value, which no filter matches. */
const onPlace = (column: (typeof places)[Place], values: readonly string[] | undefined) => [
  values?.length ? sql<boolean>`${sql.ref(column)} = any(${foldedOf(values)})` : undefined,
  sql<boolean>`${sql.ref(column)} <> ''`,
]

/** Full names that match a partial name; undefined if there are too many. */
type Names = Record<
  'investigatorName' | 'investigatorMobileNumber' | 'supervisorName',
  readonly string[] | undefined
>

const countable = ['surveyId', 'status'] satisfies (keyof SurveyResponseFilter)[]

const oneOfThese = (found: readonly string[]) => sql<boolean>`value = any(${found})`

const among = (dimension: CountedByOne['dimension'], found: readonly string[] | undefined) =>
  found && { dimension, value: oneOfThese(found) }

const whole = (dimension: CountedByOne['dimension'], values: readonly string[] = []) => ({
  dimension,
  value: sql<boolean>`value = any(${foldedOf(values)})`,
})

const countedByOne = (only: string, filter: SurveyResponseFilter, names: Names): Counted | undefined => {
  switch (only) {
    case 'investigatorName':
      return names[only] && !filter.status
        ? { enumerators: oneOfThese(names[only]) }
        : among('investigator', names[only])
    case 'investigatorMobileNumber':
      return among('mobileNumber', names[only])
    case 'supervisorName':
      return among('supervisor', names[only])
    case 'districtName':
      return whole('district', filter[only])
    case 'village':
      return whole('village', filter[only])
    case 'villageType':
      return whole('villageType', filter[only])
    case 'villageCategory':
      return whole('villageCategory', filter[only])
    case 'surveyDateRange': {
      const [from, to] = filter[only] ?? []
      return {
        dimension: 'surveyDate',
        value: sql<boolean>`value between ${from ?? '0000'} and ${to ?? '9999-99'}`,
      }
    }
    default:
      return undefined
  }
}

/** Returns the rollup rows that count a filter; undefined if no single rollup covers it. */
const countedBy = (filter: SurveyResponseFilter, names: Names): Counted | undefined => {
  const asked = Object.entries(filter)
    .filter(([key, value]) => value !== undefined && !countable.some((one) => one === key))
    .map(([key]) => key)
  const [only, another] = asked
  if (!only) return { dimension: 'all', value: sql<boolean>`value = ''` }
  if (!another) return countedByOne(only, filter, names)
  return asked.every(isPlace)
    ? { places: all(...asked.flatMap((key) => onPlace(places[key], filter[key]))) }
    : undefined
}

/** Translates a filter to SQL conditions, for lists, neighbours, bulk reviews and exports. spec §5 */
export const matching = async (reader: Reader, filter: SurveyResponseFilter = {}) => {
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
  const search = await searched(reader, filter.search)
  const conditions = all(
    scope(reader),
    equals('id', filter.id),
    search.condition,
    await wordsContain(reader, 'display_id', filter.displayId),
    oneOf('survey_id', filter.surveyId),
    investigator.condition,
    mobileNumber.condition,
    supervisor.condition,
    oneOf('status', filter.status),
    oneOfFolded('district_name_folded', filter.districtName),
    oneOfFolded('village_folded', filter.village),
    oneOfFolded('village_type_folded', filter.villageType),
    oneOfFolded('village_category_folded', filter.villageCategory),
    await householdContains(reader, filter.householdName),
    within('survey_date', filter.surveyDateRange),
    within('start_time', filter.startTimeRange),
    within('end_time', filter.endTimeRange),
    within('created_at', filter.createdAtRange),
    inArea(filter.area),
  )
  const names = {
    investigatorName: investigator.names,
    investigatorMobileNumber: mobileNumber.names,
    supervisorName: supervisor.names,
  }
  const asked = Object.values(filter).filter((value) => value !== undefined)
  return {
    conditions,
    unfiltered: asked.length === 0,
    statuses: [...new Set(filter.status)],
    /** Whether status is the only filter: an index has each status in the default order. */
    isByStatus: asked.length === 1 && filter.status !== undefined,
    /** Whether one name is the only filter: an index has its responses in the default order too. */
    isOneName: asked.length === 1 && Object.values(names).some((found) => found?.length === 1),
    /** Result of the search if it is the only filter. */
    search: asked.length === 1 ? search : {},
    from: (db: Db) => db.selectFrom('survey_responses').where(conditions),
    counted: countedBy(filter, names),
  }
}
export type Matching = Awaited<ReturnType<typeof matching>>
