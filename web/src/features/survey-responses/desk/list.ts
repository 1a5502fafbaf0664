import { getFacet } from '@baseline/contract/survey-responses/contract.ts'
import { assignments, listQueue } from '@baseline/contract/survey-responses/desk.ts'
import { waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'

import { call } from '#platform/api.ts'
import { defineList } from '#platform/list/list-definition.ts'

const maxSurveys = 1000
const maxFacetValues = 50

export const queueList = defineList({
  name: 'review-queue',
  route: listQueue,
  defaultOrder: 'score_DESC',
  search: 'investigatorName',
  pinned: ['surveyId', 'districtName', 'assigned', 'overdue'],
  filters: [
    { kind: 'text', name: 'investigatorName', label: 'entities.surveyResponses.fields.investigatorName' },
    {
      kind: 'records',
      name: 'surveyId',
      label: 'entities.surveyResponses.fields.surveyId',
      load: async (signal) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    },
    {
      kind: 'facet',
      name: 'districtName',
      label: 'entities.surveyResponses.fields.districtName',
      load: (query, _filter, signal) =>
        call(getFacet, {
          query: {
            facet: 'districtName',
            query,
            filter: { status: [...waitingStatuses] },
            limit: maxFacetValues,
          },
          signal,
        }),
    },
    {
      kind: 'one',
      name: 'assigned',
      label: 'entities.review.filters.assigned',
      choices: assignments.map((value) => ({ value, label: `entities.review.assigned.${value}` })),
    },
    {
      kind: 'one',
      name: 'overdue',
      label: 'entities.review.filters.overdue',
      choices: [{ value: 'true', label: 'entities.review.onlyOverdue' }],
    },
    {
      kind: 'one',
      name: 'notSelected',
      label: 'entities.review.filters.notSelected',
      choices: [{ value: 'true', label: 'entities.review.onlyNotSelected' }],
    },
  ],
  count: {
    one: 'entities.review.count.one',
    many: 'entities.review.count.many',
    estimate: 'entities.review.count.estimate',
  },
})
