import type { RoleWithUsers } from '@baseline/contract/iam/contract.ts'
import { expect, test } from 'vitest'

import { validateSearch } from './list.ts'
import { boxesOf, selectedOf, selectionAfter, treeOf } from './role-tree.ts'

const person = (id: string) => ({
  id,
  email: `${id}@example.org`,
  fullName: null,
  disabled: false,
  authenticationUid: `uid-${id}`,
  lastSignInAt: null,
})
const roles: RoleWithUsers[] = [
  { role: 'manager', users: [person('ana'), person('rui')] },
  { role: 'monitor', users: [] },
  { role: 'supervisor', users: [person('ana')] },
]

const locked = 'manager:ana'

test('spec §3 builds a tree of roles and their users, with a user under each of their roles', () => {
  expect(treeOf(roles).map(({ key, children }) => [key, children?.map((child) => child.key)])).toEqual([
    ['role:manager', ['manager:ana', 'manager:rui']],
    ['role:monitor', undefined],
    ['role:supervisor', ['supervisor:ana']],
  ])
})

test('limits the users of a role, and adds a last row that leads to more', () => {
  const users = [
    { role: 'enumerator' as const, users: Array.from({ length: 120 }, (_, n) => person(String(n))) },
  ]
  const [firstRole] = treeOf(users)
  expect([firstRole?.count, firstRole?.children?.length]).toEqual([120, 51])
  expect(firstRole?.children?.at(-1)).toEqual({
    key: 'more:enumerator',
    role: 'enumerator',
    count: 120,
    shownCount: 50,
  })
  expect(treeOf(users, { enumerator: 120 })[0]?.children?.at(-1)?.key).toBe('enumerator:119')
})

test('groups the selected users by role', () => {
  const selected = selectedOf(roles, new Set(['supervisor:ana', 'manager:rui']))
  expect(selected.map(({ role, users }) => [role, users.map(({ id }) => id)])).toEqual([
    ['manager', ['rui']],
    ['supervisor', ['ana']],
  ])
})

test('selects all users of a role with the box of the role, except the locked one', () => {
  const all = selectionAfter(roles, new Set(), ['role:manager', 'role:supervisor'], locked)
  expect([...all]).toEqual(['manager:rui', 'supervisor:ana'])
  expect(boxesOf(roles, all, locked).ticked).toEqual([
    'manager:rui',
    'supervisor:ana',
    'role:manager',
    'role:supervisor',
  ])
  const reducedKeys = selectionAfter(roles, all, ['manager:rui', 'supervisor:ana', 'role:manager'], locked)
  expect([...reducedKeys]).toEqual(['manager:rui'])
})

test('lists users without a role in a separate branch that cannot be selected', () => {
  const withNone: RoleWithUsers[] = [...roles, { role: null, users: [person('eva'), person('leo')] }]
  expect(treeOf(withNone).at(-1)).toMatchObject({
    key: 'role:none',
    count: 2,
    children: [{ key: 'none:eva' }, { key: 'none:leo' }],
  })
  expect([...selectionAfter(withNone, new Set(), ['role:none'], locked)]).toEqual([])
  expect(selectedOf(withNone, new Set(['none:eva', 'supervisor:ana'])).map(({ role }) => role)).toEqual([
    'supervisor',
  ])
})

test('half ticks a role if some of its users are selected', () => {
  expect([...boxesOf(roles, new Set(['manager:rui']), 'nobody').partlyTicked]).toEqual(['role:manager'])
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
  [
    { mode: 'roles', roles: ['none'] },
    { mode: 'roles', roles: ['none'] },
  ],
] as const)('spec §2 keeps the mode in the address: %j', ([search, keptSearch]) => {
  expect(validateSearch(search)).toEqual(keptSearch)
})
