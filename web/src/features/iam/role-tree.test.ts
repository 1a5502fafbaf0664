import type { RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import { expect, test } from 'vitest'

import { validateSearch } from './list.ts'
import { selectedOf, treeOf } from './role-tree.ts'

const person = (id: string) => ({ id, email: `${id}@example.org`, fullName: null, disabled: false })
const roles: RoleWithUsers[] = [
  { role: 'manager', users: [person('ana'), person('rui')] },
  { role: 'monitor', users: [] },
  { role: 'supervisor', users: [person('ana')] },
]

test('spec §3 a tree of role, then its users; one person stands under each of their roles', () => {
  expect(treeOf(roles).map(({ key, children }) => [key, children?.map((child) => child.key)])).toEqual([
    ['role:manager', ['manager:ana', 'manager:rui']],
    ['role:monitor', undefined],
    ['role:supervisor', ['supervisor:ana']],
  ])
})

test('what is removed is told role by role, and a selected role alone is nobody', () => {
  const selected = selectedOf(roles, ['role:manager', 'role:supervisor', 'supervisor:ana', 'manager:rui'])
  expect(selected.map(({ role, users }) => [role, users.map(({ id }) => id)])).toEqual([
    ['manager', ['rui']],
    ['supervisor', ['ana']],
  ])
})

test.for([
  [{}, {}],
  [{ mode: 'users', page: '2' }, { page: 2 }],
  [{ mode: 'nonsense' }, {}],
  [{ mode: 'roles', page: '2', email: 'ana' }, { mode: 'roles' }],
  [
    { mode: 'roles', roles: ['owner', 'monitor'], orderBy: 'role_DESC' },
    { mode: 'roles', roles: ['monitor'], orderBy: 'role_DESC' },
  ],
  [{ mode: 'roles', orderBy: 'role_ASC' }, { mode: 'roles' }],
] as const)('spec §2 the mode stands in the address: %j', ([search, kept]) => {
  expect(validateSearch(search)).toEqual(kept)
})
