import { roles } from '@baseline/contract/permissions.ts'

import type { ImportColumn } from '#platform/importer/columns.ts'

/** spec §5 */
export const importColumns: readonly ImportColumn[] = [
  {
    key: 'email',
    kind: 'text',
    required: true,
    label: 'user.fields.email',
    entry: 'iam.importer.entries.email',
  },
  { key: 'firstName', kind: 'text', label: 'user.fields.firstName', entry: 'iam.importer.entries.name' },
  { key: 'lastName', kind: 'text', label: 'user.fields.lastName', entry: 'iam.importer.entries.name' },
  {
    key: 'phoneNumber',
    kind: 'text',
    digits: true,
    label: 'user.fields.phoneNumber',
    entry: 'iam.importer.entries.phoneNumber',
  },
  { key: 'avatars', kind: 'links', label: 'user.fields.avatars', entry: 'iam.importer.entries.avatars' },
  { key: 'roles', kind: 'choices', choices: roles, label: 'user.fields.roles' },
]
