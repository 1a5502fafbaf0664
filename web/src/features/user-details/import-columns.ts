import { genders } from '@baseline/contract/user-details/contract.ts'

import type { ImportColumn } from '#platform/importer/columns.ts'

/** spec §5 */
export const importColumns: readonly ImportColumn[] = [
  {
    key: 'firstName',
    kind: 'text',
    required: true,
    label: 'entities.userDetails.fields.firstName',
    entry: 'entities.userDetails.importer.entries.firstName',
  },
  {
    key: 'lastName',
    kind: 'text',
    label: 'entities.userDetails.fields.lastName',
    entry: 'entities.userDetails.importer.entries.text',
  },
  {
    key: 'mobileNumber',
    kind: 'text',
    digits: true,
    label: 'entities.userDetails.fields.mobileNumber',
    entry: 'entities.userDetails.importer.entries.text',
  },
  {
    key: 'managerId',
    kind: 'text',
    label: 'entities.userDetails.fields.managerId',
    entry: 'entities.userDetails.importer.entries.managerId',
  },
  {
    key: 'managerName',
    kind: 'text',
    label: 'entities.userDetails.fields.managerName',
    entry: 'entities.userDetails.importer.entries.managerName',
  },
  { key: 'onboardingDate', kind: 'date', label: 'entities.userDetails.fields.onboardingDate' },
  {
    key: 'gender',
    kind: 'choice',
    choices: genders,
    required: true,
    label: 'entities.userDetails.fields.gender',
  },
]
