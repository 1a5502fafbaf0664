import { listQueries, queryStates } from '@baseline/contract/answer-queries/contract.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'

import { call } from '#platform/api.ts'
import { defineList } from '#platform/list/list-definition.ts'

import { queriesListName } from './paths.ts'

const maxSurveys = 1000

export const queriesList = defineList({
  name: queriesListName,
  route: listQueries,
  defaultOrder: 'openedAt_ASC',
  search: 'search',
  pinned: ['mine', 'state', 'surveyId'],
  filters: [
    { kind: 'text', name: 'search', label: 'entities.answerQueries.searchedFor' },
    {
      kind: 'one',
      name: 'mine',
      label: 'entities.answerQueries.fields.mine',
      choices: (['waiting', 'assigned', 'opened'] as const).map((value) => ({
        value,
        label: `entities.answerQueries.mine.${value}` as const,
      })),
    },
    {
      kind: 'many',
      name: 'state',
      label: 'entities.answerQueries.fields.state',
      choices: queryStates.map((value) => ({ value, label: `entities.answerQueries.states.${value}` })),
    },
    {
      kind: 'records',
      name: 'surveyId',
      setsTimeZone: true,
      label: 'entities.answerQueries.fields.surveyId',
      load: async (signal) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    },
  ],
  count: {
    one: 'entities.answerQueries.count.one',
    many: 'entities.answerQueries.count.many',
    estimate: 'entities.answerQueries.count.estimate',
  },
})
