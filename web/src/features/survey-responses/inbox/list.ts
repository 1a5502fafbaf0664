import { listIntake } from '@baseline/contract/intake/contract.ts'
import { intakeStates } from '@baseline/contract/intake/states.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'

import { call } from '#platform/api.ts'
import { defineList } from '#platform/list/list-definition.ts'

const maxSurveys = 1000

export const inboxList = defineList({
  name: 'intake',
  route: listIntake,
  defaultOrder: 'receivedAt_DESC',
  search: 'search',
  pinned: ['state', 'surveyId', 'receivedAtRange'],
  filters: [
    { kind: 'text', name: 'search', label: 'entities.intake.searchedFor' },
    {
      kind: 'many',
      name: 'state',
      label: 'entities.intake.fields.state',
      choices: intakeStates.map((value) => ({ value, label: `entities.intake.states.${value}` })),
    },
    {
      kind: 'records',
      name: 'surveyId',
      label: 'entities.intake.fields.surveyLabel',
      load: async (signal) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'receivedAtRange',
      label: 'entities.intake.fields.receivedAt',
    },
  ],
  count: {
    one: 'entities.intake.count.one',
    many: 'entities.intake.count.many',
    estimate: 'entities.intake.count.estimate',
  },
})
