import { sortableColumns } from '../contract/src/survey-responses/filter.ts'
import type { ResponseOrder, SurveyResponseFilter } from '../contract/src/survey-responses/filter.ts'
import { responseStatuses } from '../contract/src/survey-responses/status.ts'
import type { BenchStack } from './bench-stack.ts'

/** An existing response, whose values the filters use. */
export interface Sample {
  id: string
  display_id: string
  survey_id: string
  investigator_name: string
  investigator_mobile_number: string
  supervisor_name: string
  district_name: string
  village: string
  village_type: string
  village_category: string
  household_name: string
}

export const samplesOf = async ({ owner }: BenchStack, count: number): Promise<Sample[]> => {
  // TABLESAMPLE SYSTEM reads random pages, enough to contain `count` rows.
  const { rows } = await owner.query<Sample>(
    `select * from survey_responses tablesample system (least(100, 100.0 * 200 * $1 / greatest(1, (
       select sum(n) from response_counts where dimension = 'all'))))
     where household_name is not null order by random() limit $1`,
    [count],
  )
  return rows
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dateAgo = (days: number) => daysAgo(days).slice(0, 10)

export const withinWeek = (n: number): [string, string] => [dateAgo(n * 9 + 7), dateAgo(n * 9)]

type MakeFilter = (row: Sample, n: number) => SurveyResponseFilter

/** Every filter of the list alone; ranges short and long, old and recent. */
export const singleFilters: Readonly<Record<string, MakeFilter>> = {
  id: (row) => ({ id: row.id }),
  displayId: (row) => ({ displayId: row.display_id }),
  surveyId: (row) => ({ surveyId: [row.survey_id] }),
  investigatorName: (row) => ({ investigatorName: [row.investigator_name] }),
  investigatorMobileNumber: (row) => ({ investigatorMobileNumber: row.investigator_mobile_number }),
  supervisorName: (row) => ({ supervisorName: [row.supervisor_name] }),
  status: (_row, n) => ({ status: [responseStatuses[n % 8] ?? 'submitted'] }),
  'status, two': (_row, n) => ({
    status: [responseStatuses[n % 8] ?? 'submitted', responseStatuses[(n + 3) % 8] ?? 'onHold'],
  }),
  districtName: (row) => ({ districtName: [row.district_name] }),
  village: (row) => ({ village: [row.village] }),
  villageType: (row) => ({ villageType: [row.village_type] }),
  villageCategory: (row) => ({ villageCategory: [row.village_category] }),
  householdName: (row) => ({ householdName: row.household_name }),
  'surveyDateRange, a week': (_row, n) => ({ surveyDateRange: withinWeek(n) }),
  'startTimeRange, a month': (_row, n) => ({ startTimeRange: [daysAgo(n * 9 + 30), daysAgo(n * 9)] }),
  'endTimeRange, a month': (_row, n) => ({ endTimeRange: [daysAgo(n * 9 + 30), daysAgo(n * 9)] }),
  'endTimeRange, open': (_row, n) => ({ endTimeRange: [daysAgo(n * 9 + 30), undefined] }),
  'createdAtRange, a day': (_row, n) => ({ createdAtRange: [daysAgo(n * 9 + 1), daysAgo(n * 9)] }),
  'createdAtRange, a month': (_row, n) => ({ createdAtRange: [daysAgo(n * 9 + 30), daysAgo(n * 9)] }),
}

/** Combinations of filters that supervisors and managers use. */
export const combinations: Readonly<Record<string, MakeFilter>> = {
  'a district, submitted': (row) => ({ districtName: [row.district_name], status: ['submitted'] }),
  'a district, submitted or resubmitted': (row) => ({
    districtName: [row.district_name],
    status: ['submitted', 'resubmitted'],
  }),
  'a village, approved': (row) => ({ village: [row.village], status: ['approved'] }),
  'a village, returned': (row) => ({ village: [row.village], status: ['returned'] }),
  'an enumerator, submitted': (row) => ({ investigatorName: [row.investigator_name], status: ['submitted'] }),
  'an enumerator, a month': (row, n) => ({
    investigatorName: [row.investigator_name],
    startTimeRange: [daysAgo(n * 9 + 30), daysAgo(n * 9)],
  }),
  'a supervisor, on hold': (row) => ({ supervisorName: [row.supervisor_name], status: ['onHold'] }),
  'a supervisor, a week of receipts': (row, n) => ({
    supervisorName: [row.supervisor_name],
    createdAtRange: [daysAgo(n * 9 + 7), daysAgo(n * 9)],
  }),
  'a survey, verified': (row) => ({ surveyId: [row.survey_id], status: ['verified'] }),
  'a survey, a district, verified': (row) => ({
    surveyId: [row.survey_id],
    districtName: [row.district_name],
    status: ['verified'],
  }),
  'a survey, a day': (row, n) => ({
    surveyId: [row.survey_id],
    surveyDateRange: [dateAgo(n * 9), dateAgo(n * 9)],
  }),
  'received today, submitted': () => ({ createdAtRange: [daysAgo(1), undefined], status: ['submitted'] }),
  'received last week, rejected': () => ({ createdAtRange: [daysAgo(7), undefined], status: ['rejected'] }),
  'rural, a district': (row) => ({ villageType: ['Rural'], districtName: [row.district_name] }),
  'rural, fishing, submitted': () => ({
    villageType: ['Rural'],
    villageCategory: ['Fishing'],
    status: ['submitted'],
  }),
  'three villages, submitted': (row) => ({
    village: [row.village, `${row.village} 1`, `${row.village} 2`],
    status: ['submitted'],
  }),
  'a household in a district': (row) => ({
    householdName: row.household_name.split(' ')[0] ?? '',
    districtName: [row.district_name],
  }),
  'a household in a village': (row) => ({
    householdName: row.household_name.split(' ')[1] ?? '',
    village: [row.village],
  }),
  'a Survey Id of an enumerator': (row) => ({
    displayId: row.display_id.slice(0, 6),
    investigatorName: [row.investigator_name],
  }),
  'a search in a district': (row) => ({
    search: row.household_name.split(' ')[0] ?? '',
    districtName: [row.district_name],
  }),
  'a search in a week, submitted': (row, n) => ({
    search: row.investigator_name.slice(0, 4).trim(),
    surveyDateRange: withinWeek(n),
    status: ['submitted'],
  }),
  'everything of a month that is not decided': (_row, n) => ({
    startTimeRange: [daysAgo(n * 9 + 30), daysAgo(n * 9)],
    status: ['submitted', 'resubmitted', 'onHold', 'verified'],
  }),
}

/** Searches for parts of two, three and six characters, with many, few and no matches. */
export const searches: Readonly<Record<string, MakeFilter>> = {
  '2 characters, many': (row) => ({ householdName: row.household_name.slice(0, 2) }),
  '2 characters, none': () => ({ householdName: 'xq' }),
  '3 characters, many': (row) => ({ householdName: row.household_name.split(' ')[0]?.slice(0, 3) ?? '' }),
  '3 characters, few': (row) => ({ displayId: row.display_id.slice(2, 6) }),
  '3 characters, none': () => ({ householdName: 'xqz' }),
  '6 characters, many': (row) => ({ householdName: row.household_name.slice(0, 6).trim() }),
  '6 characters, few': (row) => ({ displayId: row.display_id.slice(3, 10) }),
  '6 characters, none': () => ({ householdName: 'xqzwvy' }),
  'search: a Survey Id': (row) => ({ search: row.display_id }),
  'search: the end of a Survey Id': (row) => ({ search: row.display_id.slice(-7) }),
  'search: a household': (row) => ({ search: row.household_name }),
  'search: a village': (row) => ({ search: row.village }),
  'search: an enumerator': (row) => ({ search: row.investigator_name }),
  'search: 3 letters of a household': (row) => ({ search: row.household_name.slice(0, 3).trim() }),
  'search: 3 letters of a village': (row) => ({ search: row.village.slice(1, 4).trim() }),
  'search: 3 digits': (row) => ({ search: row.display_id.slice(1, 4) }),
  'search: 2 letters': (row) => ({ search: row.village.slice(0, 2) }),
  'search: none': () => ({ search: 'xqzwvy' }),
  'an enumerator by three letters': (row) => ({
    investigatorName: [row.investigator_name.slice(1, 4).trim()],
  }),
  'a mobile number by its end': (row) => ({
    investigatorMobileNumber: row.investigator_mobile_number.slice(-4),
  }),
}

export const orders = sortableColumns.flatMap((column) => [`${column}_ASC`, `${column}_DESC`] as const)

export interface ListQuery {
  filter?: SurveyResponseFilter
  orderBy?: ResponseOrder
  limit?: number
  offset?: number
}

/** Writes nested values in brackets, as the query parameters of every call: `filter[status][]=submitted`. */
const parametersOf = (name: string, value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => parametersOf(`${name}[]`, item))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, item]) => parametersOf(`${name}[${key}]`, item))
  return typeof value === 'string' || typeof value === 'number'
    ? [`${name}=${encodeURIComponent(value)}`]
    : []
}

export const queryText = (query: object): string =>
  Object.entries(query)
    .flatMap(([name, value]) => parametersOf(name, value))
    .join('&')

export const pathOf = ({ limit = 10, ...query }: ListQuery): string =>
  `/survey-responses?${queryText({ limit, ...query })}`
