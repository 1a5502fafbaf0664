import { autocompleteUsers, listRoles, listUsers } from '@baseline/contract/iam/contract.ts'
import type { User } from '@baseline/contract/iam/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // In addition to the six users of `openWorld`, who have no names.
  await world.services.pool.query(`
    with made as (
      insert into users (email, first_name, last_name, phone_number, disabled, last_sign_in_at, created_at)
      select 'person' || n || '@example.org',
             case when n % 4 > 0 then (array['João', 'Ângela', 'maria', 'ÉLIO'])[n % 4 + 1] end,
             case when n % 4 > 0 then 'Sitoe ' || n % 30 end,
             case when n % 3 > 0 then '84 ' || n % 100 end,
             n % 5 = 0,
             case when n % 2 = 0 then timestamptz '2026-02-01' + n * interval '1 day' end,
             timestamptz '2026-01-01' + n * interval '1 hour'
      from generate_series(1, 200) n returning id, email)
    insert into user_roles select id, 'enumerator' from made where email like 'person1%'`)
})
afterAll(() => world.close())

const list = (query: object) => world.as('manager')(listUsers, { query })
const count = async (filter: object) => (await list({ limit: 1, filter })).body.count
const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const keys: Record<string, (user: User) => string> = {
  fullName: (user) => fold(user.fullName ?? ''),
  email: (user) => user.email,
  phoneNumber: (user) => user.phoneNumber ?? '',
  status: (user) => (user.disabled ? 'disabled' : 'enabled'),
  lastSignInAt: (user) => user.lastSignInAt ?? '',
  createdAt: (user) => user.createdAt,
}
test.for(Object.keys(keys))('§4 sorts by %s in both directions, missing values lowest', async (column) => {
  const { body: ascending } = await list({ limit: 1000, orderBy: `${column}_ASC` })
  const keyOf = keys[column]!
  const compare = (a: User, b: User) =>
    keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id < b.id ? -1 : 1
  expect(ascending.rows).toHaveLength(206)
  expect(ascending.rows.map(({ id }) => id)).toEqual(ascending.rows.toSorted(compare).map(({ id }) => id))
  const { body: down } = await list({ limit: 1000, orderBy: `${column}_DESC` })
  expect(down.rows).toEqual(ascending.rows.toReversed())
})

test('§4 returns the newest first by default, as a stream or by pages', async () => {
  const { body } = await list({})
  expect(body).toEqual((await list({ limit: 1000, orderBy: 'createdAt_DESC' })).body)
  expect((await list({ limit: 10, offset: 20 })).body.rows).toEqual(body.rows.slice(20, 30))
})

describe('§5 filters', () => {
  test('ignore accents and case, and match anywhere from three characters on', async () => {
    for (const text of ['angela', 'ÂNGELA', 'ngela', 'ân']) expect(await count({ fullName: text })).toBe(50)
    expect(await count({ fullName: 'angela sitoe 1' })).toBeGreaterThan(0)
    expect(await count({ fullName: 'ng' })).toBe(0)
    expect(await count({ email: 'PERSON20@' })).toBe(1)
    expect(await count({ phoneNumber: '84 9' })).toBe(
      (await list({ limit: 1000 })).body.rows.filter(({ phoneNumber }) => phoneNumber?.startsWith('84 9'))
        .length,
    )
    expect(await count({ email: '%' })).toBe(0)
  })

  test('search the name and the address', async () => {
    expect(await count({ search: 'ÂNGELA' })).toBe(50)
    expect(await count({ search: 'angela sitoe 1' })).toBe(await count({ fullName: 'angela sitoe 1' }))
    expect(await count({ search: 'PERSON20@' })).toBe(1)
    expect(await count({ search: 'sup' })).toBe(1)
    expect(await count({ search: '%' })).toBe(0)
    expect(await count({ search: 'angela', email: 'person20@' })).toBe(0)
  })

  test('match status, one or several roles, ranges and id', async () => {
    expect(await count({ status: 'disabled' })).toBe(40)
    expect(await count({ status: 'enabled' })).toBe(166)
    expect((await list({ filter: { status: 'other' } })).status).toBe(400)
    expect(await count({ roles: 'supervisor' })).toBe(1)
    expect(await count({ roles: ['supervisor', 'monitor'] })).toBe(2)
    expect(await count({ roles: 'enumerator' })).toBe(112)
    // `none`: the other 89 users here and the one of `openWorld` without a role.
    expect(await count({ roles: 'none' })).toBe(90)
    expect(await count({ roles: ['none', 'supervisor'] })).toBe(91)
    expect(await count({ createdAtRange: ['2026-01-01T01:00:00Z', '2026-01-01T10:00:00Z'] })).toBe(10)
    expect(await count({ lastSignInAtRange: ['2026-02-03T00:00:00Z', '2026-02-05T00:00:00Z'] })).toBe(2)
    const { id } = world.people.manager
    expect((await list({ limit: 9, filter: { id } })).body.rows).toMatchObject([{ id, roles: ['manager'] }])
  })
})

test('§3 returns the requested roles with their users, in both orders', async () => {
  const tree = async (query: object) => (await world.as('manager')(listRoles, { query })).body
  const ascending = await tree({})
  expect(ascending.map(({ role }) => role)).toEqual(['enumerator', 'manager', 'monitor', 'supervisor'])
  expect(ascending[0]?.users).toHaveLength(112)
  expect(ascending[3]?.users).toEqual([
    {
      id: world.people.supervisor.id,
      email: 'supervisor@example.org',
      fullName: null,
      disabled: false,
      authenticationUid: 'uid-supervisor',
      lastSignInAt: null,
    },
  ])
  const [none] = await tree({ filter: { roles: 'none' } })
  expect(none?.role).toBeNull()
  expect(none?.users).toHaveLength(90)
  expect(none?.users.map(({ email }) => email)).toContain('norole@example.org')
  expect(none?.users.map(({ email }) => email)).not.toContain('person1@example.org')
  expect((await tree({ filter: { roles: ['manager', 'none'] } })).map(({ role }) => role)).toEqual([
    'manager',
    null,
  ])
  expect(await tree({ orderBy: 'role_DESC' })).toEqual(ascending.toReversed())
  expect((await tree({ filter: { roles: 'monitor' } })).map(({ role }) => role)).toEqual(['monitor'])
  expect((await tree({ filter: { roles: ['monitor', 'manager'] } })).map(({ role }) => role)).toEqual([
    'manager',
    'monitor',
  ])
  await world.db.deleteFrom('user_roles').where('role', '=', 'supervisor').execute()
  expect((await tree({ filter: { roles: 'supervisor' } }))[0]).toEqual({ role: 'supervisor', users: [] })
})

test('§7 suggests users by name or address', async () => {
  const suggest = async (query: object) => (await world.as('manager')(autocompleteUsers, { query })).body
  expect(await suggest({ query: 'supervisor@' })).toEqual([
    { id: world.people.supervisor.id, label: 'supervisor@example.org' },
  ])
  const [first] = await suggest({ query: 'angela sitoe 1', limit: 1 })
  expect(first?.label).toMatch(/^Ângela Sitoe 1\d? <person\d+@example\.org>$/)
  expect(await suggest({})).toHaveLength(10)
  for (const limit of [0, 101]) {
    const { status } = await world.as('manager')(autocompleteUsers, { query: { limit } })
    expect(status).toBe(400)
  }
})
