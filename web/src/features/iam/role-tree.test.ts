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

test('spec §3 a tree of role, then its users; one person stands under each of their roles', () => {
  expect(treeOf(roles).map(({ key, children }) => [key, children?.map((child) => child.key)])).toEqual([
    ['role:manager', ['manager:ana', 'manager:rui']],
    ['role:monitor', undefined],
    ['role:supervisor', ['supervisor:ana']],
  ])
})

test('of many people some are shown, and a last row leads to more', () => {
  const many = [
    { role: 'enumerator' as const, users: Array.from({ length: 120 }, (_, n) => person(String(n))) },
  ]
  const [few] = treeOf(many)
  expect([few?.count, few?.children?.length]).toEqual([120, 51])
  expect(few?.children?.at(-1)).toEqual({ key: 'more:enumerator', role: 'enumerator', count: 120, shown: 50 })
  expect(treeOf(many, { enumerator: 120 })[0]?.children?.at(-1)?.key).toBe('enumerator:119')
})

test('what is removed is told role by role', () => {
  const selected = selectedOf(roles, new Set(['supervisor:ana', 'manager:rui']))
  expect(selected.map(({ role, users }) => [role, users.map(({ id }) => id)])).toEqual([
    ['manager', ['rui']],
    ['supervisor', ['ana']],
  ])
})

test('the box of a role stands for its people, except whoever cannot be selected', () => {
  const all = selectionAfter(roles, new Set(), ['role:manager', 'role:supervisor'], locked)
  expect([...all]).toEqual(['manager:rui', 'supervisor:ana'])
  expect(boxesOf(roles, all, locked).ticked).toEqual([
    'manager:rui',
    'supervisor:ana',
    'role:manager',
    'role:supervisor',
  ])
  const less = selectionAfter(roles, all, ['manager:rui', 'supervisor:ana', 'role:manager'], locked)
  expect([...less]).toEqual(['manager:rui'])
})

test('people without a role are a branch of their own, of which none can be selected', () => {
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

test('a role with some of its people selected is half ticked', () => {
  expect([...boxesOf(roles, new Set(['manager:rui']), 'nobody').half]).toEqual(['role:manager'])
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
] as const)('spec §2 the mode stands in the address: %j', ([search, kept]) => {
  expect(validateSearch(search)).toEqual(kept)
})
