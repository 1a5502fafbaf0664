import { responseRules, severities } from '@baseline/contract/checks/rules.ts'
import { valueFilters } from '@baseline/contract/survey-responses/columns.ts'
import { facetNames, getFacet, listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { FacetName } from '@baseline/contract/survey-responses/contract.ts'
import { flagStates } from '@baseline/contract/survey-responses/flags.ts'
import { mapColours } from '@baseline/contract/survey-responses/map-colours.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'

import { call } from '#platform/api.ts'
import { defineList } from '#platform/list/list-definition.ts'
import type { ListDescription } from '#platform/list/list-definition.ts'

import { queueOf } from './desk/paths.ts'
import type { ListAddress } from './paths.ts'

const maxSurveys = 1000
const maxFacetValues = 50

const facet = (name: FacetName) => ({
  kind: 'facet' as const,
  name,
  label: `entities.surveyResponses.fields.${name}` as const,
  load: (query: string, filter: object, signal: AbortSignal) =>
    call(getFacet, { query: { facet: name, query, filter, limit: maxFacetValues }, signal }),
})

/** spec §3, §4 */
export const responsesListDescription: ListDescription<typeof listSurveyResponses> = {
  name: 'survey-responses',
  route: listSurveyResponses,
  defaultOrder: 'startTime_DESC',
  search: 'search',
  pinned: ['status', 'districtName', 'investigatorName', 'surveyDateRange'],
  filters: [
    { kind: 'text', name: 'search', label: 'entities.surveyResponses.search' },
    {
      kind: 'many',
      name: 'status',
      label: 'entities.surveyResponses.fields.status',
      choices: responseStatuses.map((value) => ({
        value,
        label: `entities.surveyResponses.statuses.${value}`,
      })),
    },
    facet('districtName'),
    facet('village'),
    { ...facet('investigatorName'), quoted: true },
    { ...facet('supervisorName'), quoted: true },
    {
      kind: 'dates',
      valueType: 'date',
      name: 'surveyDateRange',
      label: 'entities.surveyResponses.fields.surveyDate',
    },
    { kind: 'text', name: 'householdName', label: 'entities.surveyResponses.fields.householdName' },
    {
      kind: 'records',
      name: 'surveyId',
      setsTimeZone: true,
      label: 'entities.surveyResponses.fields.surveyId',
      load: async (signal) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'startTimeRange',
      label: 'entities.surveyResponses.fields.startTime',
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'endTimeRange',
      label: 'entities.surveyResponses.fields.endTime',
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'createdAtRange',
      label: 'entities.surveyResponses.fields.createdAt',
    },
    ...valueFilters
      .filter((name) => !facetNames.some((facetName) => facetName === name))
      .map((name) => ({
        kind: 'texts' as const,
        name,
        label: `entities.surveyResponses.fields.${name}` as const,
      })),
    {
      kind: 'text',
      name: 'investigatorMobileNumber',
      label: 'entities.surveyResponses.fields.investigatorMobileNumber',
    },
    { kind: 'text', name: 'displayId', label: 'entities.surveyResponses.fields.displayId' },
    { kind: 'text', name: 'id', label: 'entities.surveyResponses.fields.id' },
    {
      kind: 'many',
      name: 'flag',
      label: 'checks.filters.flag',
      choices: responseRules.map((value) => ({ value, label: `checks.rules.${value}` })),
    },
    {
      kind: 'many',
      name: 'flagState',
      label: 'checks.filters.flagState',
      choices: flagStates.map((value) => ({ value, label: `checks.states.${value}` })),
    },
    {
      kind: 'many',
      name: 'flagSeverity',
      label: 'checks.filters.flagSeverity',
      choices: severities.toReversed().map((value) => ({ value, label: `checks.severities.${value}` })),
    },
    { kind: 'range', of: 'number', name: 'riskRange', label: 'checks.filters.riskRange' },
    { kind: 'given', name: 'area', label: 'entities.surveyResponses.map.area' },
  ],
  members: { of: 'answers', dependOn: 'surveyId' },
  views: ['map'],
  colours: mapColours,
  count: {
    one: 'entities.surveyResponses.count.one',
    many: 'entities.surveyResponses.count.many',
    estimate: 'entities.surveyResponses.count.estimate',
  },
}

export const surveyResponsesList = defineList(responsesListDescription)

/** Returns the parameters of the list and of the review queue from which a response was opened. */
export const validateRecordSearch = (search: ListAddress): ListAddress => {
  const queue = queueOf(search)
  return { ...surveyResponsesList.validateSearch(search), ...(queue && { queue }) }
}
