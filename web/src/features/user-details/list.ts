import { genders, listUserDetails } from '@baseline/contract/user-details/contract.ts'

import { defineList } from '#platform/list/list-definition.ts'

/** spec §3, §4 */
export const userDetailsList = defineList({
  name: 'user-details',
  route: listUserDetails,
  defaultOrder: 'createdAt_DESC',
  search: 'search',
  filters: [
    { kind: 'text', name: 'search', label: 'entities.userDetails.searchedFor' },
    { kind: 'text', name: 'firstName', label: 'entities.userDetails.fields.firstName' },
    { kind: 'text', name: 'lastName', label: 'entities.userDetails.fields.lastName' },
    { kind: 'text', name: 'mobileNumber', label: 'entities.userDetails.fields.mobileNumber' },
    { kind: 'text', name: 'managerName', label: 'entities.userDetails.fields.managerName' },
    {
      kind: 'many',
      name: 'gender',
      label: 'entities.userDetails.fields.gender',
      choices: genders.map((value) => ({ value, label: `entities.userDetails.genders.${value}` })),
    },
    {
      kind: 'dates',
      valueType: 'date',
      name: 'onboardingDateRange',
      label: 'entities.userDetails.fields.onboardingDate',
    },
    {
      kind: 'dates',
      valueType: 'instant',
      name: 'createdAtRange',
      label: 'entities.userDetails.fields.createdAt',
    },
    { kind: 'text', name: 'id', label: 'entities.userDetails.fields.id' },
  ],
  count: {
    one: 'entities.userDetails.count.one',
    many: 'entities.userDetails.count.many',
    estimate: 'entities.userDetails.count.estimate',
  },
})
