import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { surveyStatuses } from '@baseline/contract/surveys/master.ts'

import { defineList } from '#platform/list/list-definition.ts'

export const surveysList = defineList({
  name: 'surveys',
  route: listSurveys,
  defaultOrder: 'label_ASC',
  search: 'label',
  pinned: ['status'],
  filters: [
    { kind: 'text', name: 'label', label: 'entities.surveys.fields.label' },
    {
      kind: 'many',
      name: 'status',
      label: 'entities.surveys.fields.status',
      choices: surveyStatuses.map((value) => ({ value, label: `entities.surveys.statuses.${value}` })),
    },
    { kind: 'text', name: 'formId', label: 'entities.surveys.fields.formId' },
  ],
  count: {
    one: 'entities.surveys.count.one',
    many: 'entities.surveys.count.many',
    estimate: 'entities.surveys.count.estimate',
  },
})
