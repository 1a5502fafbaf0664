import { listUsers, roleChoices, userStatuses } from '@baseline/contract/iam/contract.ts'

import { readFilter } from '#platform/list/filter-fields.ts'
import type { FilterField } from '#platform/list/filter-fields.ts'
import { defineList } from '#platform/list/list-definition.ts'

const rolesField = {
  kind: 'many',
  name: 'roles',
  label: 'user.fields.roles',
  choices: roleChoices.map((value) => ({
    value,
    label: value === 'none' ? ('iam.noRole' as const) : (`roles.${value}.label` as const),
  })),
} as const satisfies FilterField

/** spec §3, §4 */
export const usersList = defineList({
  name: 'users',
  route: listUsers,
  defaultOrder: 'createdAt_DESC',
  search: 'search',
  filters: [
    { kind: 'text', name: 'search', label: 'iam.searchedFor' },
    { kind: 'text', name: 'email', label: 'user.fields.email' },
    { kind: 'text', name: 'fullName', label: 'user.fields.fullName' },
    { kind: 'text', name: 'phoneNumber', label: 'user.fields.phoneNumber' },
    rolesField,
    {
      kind: 'one',
      name: 'status',
      label: 'user.fields.status',
      choices: userStatuses.map((value) => ({ value, label: `user.statuses.${value}` })),
    },
    { kind: 'dates', valueType: 'instant', name: 'lastSignInAtRange', label: 'user.fields.lastSignInAt' },
    { kind: 'dates', valueType: 'instant', name: 'createdAtRange', label: 'user.fields.createdAt' },
    { kind: 'text', name: 'id', label: 'user.fields.id' },
  ],
  count: { one: 'iam.count.one', many: 'iam.count.many', estimate: 'iam.count.estimate' },
})

/** Reads the state of the roles mode from the address: the selected roles and the order. */
export const readRolesSearch = (search: Record<string, unknown>) => {
  const chosenRoles = readFilter(rolesField, search['roles'])
  return {
    roles: roleChoices.filter((role) => chosenRoles?.includes(role)),
    orderBy: search['orderBy'] === 'role_DESC' ? ('role_DESC' as const) : ('role_ASC' as const),
  }
}

export const rolesFilter: readonly FilterField[] = [rolesField]

/** Two modes at the same path; users mode is the default. spec §2 */
export const isRolesMode = (search: Record<string, unknown>): boolean => search['mode'] === 'roles'

export const validateSearch = (search: Record<string, unknown>): Record<string, unknown> => {
  if (!isRolesMode(search)) return usersList.validateSearch(search)
  const { roles: chosenRoles, orderBy } = readRolesSearch(search)
  return {
    mode: 'roles',
    ...(chosenRoles.length > 0 && { roles: chosenRoles }),
    ...(orderBy === 'role_DESC' && { orderBy }),
  }
}
