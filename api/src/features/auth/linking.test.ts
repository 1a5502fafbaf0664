import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const tokenFor = (sub: string, email: string, verified: boolean) =>
  world.tokens.token({ sub, email, email_verified: verified })

const inviteManager = async (email: string) => {
  const { id } = await world.db
    .insertInto('users')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('user_roles').values({ user_id: id, role: 'manager' }).execute()
  return id
}

test('creates a user record without roles for a new account', async () => {
  const { body } = await world.callWith(await tokenFor('uid-new', 'New@Example.org', true))(getCurrentUser)
  expect(body).toMatchObject({ email: 'new@example.org', roles: [], emailVerified: true })
  const stored = await world.db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', 'new@example.org')
    .execute()
  expect(stored).toMatchObject([{ id: body.id, authentication_uid: 'uid-new', disabled: false }])
  const log = await world.db.selectFrom('audit_log').selectAll().where('entity_id', '=', body.id).execute()
  expect(log).toMatchObject([{ action: 'create', created_by_email: 'new@example.org' }])
})

test('creates no record until the address is verified', async () => {
  const call = async (verified: boolean) =>
    (await world.callWith(await tokenFor('uid-signup', 'signup@example.org', verified))(getCurrentUser)).body
  const countRecords = async () =>
    (await world.db.selectFrom('users').select('id').where('email', '=', 'signup@example.org').execute())
      .length
  expect(await call(false)).toMatchObject({ id: 'uid-signup', roles: [], emailVerified: false, version: 0 })
  expect(await countRecords()).toBe(0)
  expect((await call(true)).id).not.toBe('uid-signup')
  expect(await countRecords()).toBe(1)
})

test('creates one record for ten concurrent first calls', async () => {
  const token = await tokenFor('uid-ten', 'ten@example.org', true)
  const answers = await Promise.all(Array.from({ length: 10 }, () => world.callWith(token)(getCurrentUser)))
  expect(new Set(answers.map(({ status, body }) => `${String(status)} ${body.id}`)).size).toBe(1)
  const log = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', answers[0]!.body.id)
    .execute()
  expect(log).toHaveLength(1)
})

test('does not link an unverified account to the record of an invited manager', async () => {
  await inviteManager('boss@example.org')
  const stranger = await tokenFor('uid-stranger', 'boss@example.org', false)
  const me = await world.callWith(stranger)(getCurrentUser)
  expect(me.body).toMatchObject({ id: 'uid-stranger', roles: [], emailVerified: false, fullName: null })
  expect((await world.callWith(stranger)(listAuditLog, { query: {} })).status).toBe(403)

  const owner = await tokenFor('uid-owner', 'boss@example.org', true)
  expect((await world.callWith(owner)(getCurrentUser)).body.roles).toEqual(['manager'])
  expect((await world.callWith(stranger)(getCurrentUser)).body.roles).toEqual([])
})

test('grants no roles to an unverified token, even of the linked record', async () => {
  const id = await inviteManager('late@example.org')
  const verified = await tokenFor('uid-late', 'late@example.org', true)
  expect((await world.callWith(verified)(getCurrentUser)).body).toMatchObject({ id, roles: ['manager'] })
  const unverified = await tokenFor('uid-late', 'late@example.org', false)
  expect((await world.callWith(unverified)(getCurrentUser)).body.roles).toEqual([])
})

test('gives a second account with a linked address neither the record nor its roles', async () => {
  const id = await inviteManager('taken@example.org')
  await world.callWith(await tokenFor('uid-first', 'taken@example.org', true))(getCurrentUser)
  const { body } = await world.callWith(await tokenFor('uid-second', 'taken@example.org', true))(
    getCurrentUser,
  )
  expect(body.id).not.toBe(id)
  expect(body.roles).toEqual([])
})
