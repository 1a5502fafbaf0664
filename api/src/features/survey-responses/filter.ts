import type { OrderBy } from '@baseline/contract/list.ts'
import type { SortableColumn, SurveyResponseFilter } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, filtersOn, orderOf } from '#platform/database/list.ts'
import type { Narrow } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

import { scope } from './scope.ts'
import type { Reader } from './scope.ts'

export const columns = {
  displayId: 'display_id_folded',
  investigatorName: 'investigator_name_folded',
  supervisorName: 'supervisor_name_folded',
  surveyDate: 'survey_date',
  startTime: 'start_time',
  endTime: 'end_time',
  status: 'status',
  districtName: 'district_name_folded',
  village: 'village_folded',
  villageType: 'village_type_folded',
  villageCategory: 'village_category_folded',
  householdName: 'household_name_folded',
  createdAt: 'created_at',
} as const satisfies Record<SortableColumn, keyof Schema['survey_responses']>

const { contains, equals, oneOf, oneOfFolded, within } = filtersOn('survey_responses')

/** More names than these are no longer looked for one by one. */
const mostNames = 500

/**
 * Finds the names that have this text in them first, where there are few: the database then knows how many responses
 * to expect, and finds them by their whole name.
 */
const nameContains = async (
  { db }: Reader,
  kind: Schema['response_names']['kind'],
  column: 'investigator_name_folded' | 'supervisor_name_folded',
  text: string | undefined,
) => {
  if (!text) return undefined
  const names = await db
    .selectFrom('response_names')
    .select('folded')
    .where('kind', '=', kind)
    .where(sql<boolean>`folded like search_pattern(${text})`)
    .limit(mostNames + 1)
    .execute()
  if (names.length > mostNames) return contains(column, text)
  return sql<boolean>`${sql.ref(column)} = any(${names.map(({ folded }) => folded)})`
}

/** What a filter means, for lists, neighbours and reviews alike. spec §5 */
export const matching = async (reader: Reader, filter: SurveyResponseFilter = {}) => {
  const conditions = all(
    scope(reader),
    equals('id', filter.id),
    contains('display_id_folded', filter.displayId),
    oneOf('survey_id', filter.surveyId),
    await nameContains(reader, 'investigator', 'investigator_name_folded', filter.investigatorName),
    contains('investigator_mobile_number_folded', filter.investigatorMobileNumber),
    await nameContains(reader, 'supervisor', 'supervisor_name_folded', filter.supervisorName),
    oneOf('status', filter.status),
    oneOfFolded('district_name_folded', filter.districtName),
    oneOfFolded('village_folded', filter.village),
    oneOfFolded('village_type_folded', filter.villageType),
    oneOfFolded('village_category_folded', filter.villageCategory),
    contains('household_name_folded', filter.householdName),
    within('survey_date', filter.surveyDateRange),
    within('start_time', filter.startTimeRange),
    within('end_time', filter.endTimeRange),
    within('created_at', filter.createdAtRange),
  )
  return (from: Db) => from.selectFrom('survey_responses').where(conditions)
}

/** How a list with these filters and this order is best read. */
export const narrowOf = (filter: SurveyResponseFilter, orderBy: OrderBy<SortableColumn>): Narrow => {
  const ranges = [
    ['survey_date', filter.surveyDateRange],
    ['start_time', filter.startTimeRange],
    ['end_time', filter.endTimeRange],
    ['created_at', filter.createdAtRange],
  ] as const
  const [along, range] = ranges.find(([, ends]) => ends?.some(Boolean)) ?? []
  const { column, direction } = orderOf(columns, orderBy)
  const [from, to] = range ?? []
  return { along, apart: along !== column && Boolean(direction === 'desc' ? to : from) }
}
