import { z } from 'zod'

import { severities } from '../checks/rules.ts'
import { namesWith, recordOf, startWith } from '../facts.ts'
import { date, id, instant, oneOrMany, range, text } from '../fields.ts'
import { orderBy, wholeNumber } from '../list.ts'
import { AnswerFilter, AnswerOrder } from './answer-filter.ts'
import { responseColumns, valueFilters } from './columns.ts'
import { flagStates, ruleId } from './flags.ts'
import { area } from './square.ts'
import { responseStatuses } from './status.ts'

const points = wholeNumber.pipe(z.int().max(100))

export const Filter = z.strictObject({
  id: id.optional(),
  /** Matches a part of the Survey Id, or of the name of the household, the village or the enumerator. */
  search: text().optional(),
  displayId: text().optional(),
  surveyId: oneOrMany(id).optional(),
  /** Each value matches a part of a name; in double quotes it matches the whole name. */
  investigatorName: oneOrMany(text()).optional(),
  investigatorMobileNumber: text().optional(),
  supervisorName: oneOrMany(text()).optional(),
  status: oneOrMany(z.enum(responseStatuses)).optional(),
  ...recordOf(valueFilters, () => oneOrMany(text()).optional()),
  householdName: text().optional(),
  surveyDateRange: range(date).optional(),
  startTimeRange: range(instant).optional(),
  endTimeRange: range(instant).optional(),
  createdAtRange: range(instant).optional(),
  /** A square of the map, `z/x/y`; matches the responses that were taken in it. */
  area: area.optional(),
  answers: AnswerFilter.optional(),
  /** Responses with a flag of one of these rules, or of any. Without `flagState`, open flags. */
  flag: oneOrMany(ruleId).optional(),
  flagState: oneOrMany(z.enum(flagStates)).optional(),
  flagSeverity: oneOrMany(z.enum(severities)).optional(),
  /** The risk of the responses that wait for a review. */
  riskRange: range(points).optional(),
})
export type SurveyResponseFilter = z.infer<typeof Filter>

const appliedNames = z.array(z.string()).optional()
const appliedRange = z.array(z.string().nullish()).optional()

/** A filter in a response, where nothing is transformed: lists of values, and null for an open end of a range. */
export const AppliedFilter = z.strictObject({
  ...Filter.shape,
  surveyId: appliedNames,
  investigatorName: appliedNames,
  supervisorName: appliedNames,
  status: z.array(z.enum(responseStatuses)).optional(),
  ...recordOf(valueFilters, () => appliedNames),
  surveyDateRange: appliedRange,
  startTimeRange: appliedRange,
  endTimeRange: appliedRange,
  createdAtRange: appliedRange,
  answers: z.record(z.string(), z.array(z.string())).optional(),
  flag: z.array(ruleId).optional(),
  flagState: z.array(z.enum(flagStates)).optional(),
  flagSeverity: z.array(z.enum(severities)).optional(),
  riskRange: z.array(z.int().nullish()).optional(),
})

export const sortableColumns = startWith(
  ['displayId', 'investigatorName', 'supervisorName'],
  namesWith(responseColumns, 'sortable'),
)
export type SortableColumn = (typeof sortableColumns)[number]

/** Order of a list: by a column, or by the answers to a searchable question. */
export const responseOrder = z.union([orderBy(sortableColumns), AnswerOrder])
export type ResponseOrder = z.infer<typeof responseOrder>
