import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { grantRoles, revokeRoles } from './change-roles.ts'
import { disableUser, enableUser } from './disable-user.ts'
import * as users from './queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const author = { id: undefined, email: 'operator' }
const inTransaction = <T>(work: (context: Parameters<typeof disableUser>[0]) => Promise<T>) =>
  world.db.transaction().execute((db) => work({ db, author, enqueue: world.services.queue.enqueue }))

const createManager = async (email: string) => {
  const { id } = await world.db
    .insertInto('users')
    .values({ email })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('user_roles').values({ user_id: id, role: 'manager' }).execute()
  return id
}
const enabledManagers = async () => {
  const { rows } = await world.services.pool.query<{ n: number }>(
    `select count(*) n from users join user_roles on user_id = id where role = 'manager' and not disabled`,
  )
  return rows[0]?.n
}

describe('roles', () => {
  test('applies granted and revoked roles at once, and records them', async () => {
    const { email, id } = world.people.supervisor
    await inTransaction((context) => grantRoles(context, { email, roles: ['manager', 'monitor'] }))
    expect((await world.as('supervisor')(listAuditLog, { query: {} })).status).toBe(200)
    await inTransaction((context) => revokeRoles(context, { email, roles: ['manager'] }))
    expect((await world.as('supervisor')(listAuditLog, { query: {} })).status).toBe(403)
    const log = await world.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(log).toMatchObject([
      {
        action: 'grantRoles',
        created_by_email: 'operator',
        values: { before: { roles: ['supervisor'] }, after: { roles: ['manager', 'monitor', 'supervisor'] } },
      },
      { action: 'revokeRoles', values: { after: { roles: ['monitor', 'supervisor'] } } },
    ])
  })

  test('§8 returns an error for an unknown address', async () => {
    const grant = inTransaction((context) =>
      grantRoles(context, { email: 'no@example.org', roles: ['monitor'] }),
    )
    await expect(grant).rejects.toMatchObject({ code: 'iam.errors.userNotFound' })
  })
})

describe('disabling', () => {
  test('applies from the next call, is recorded, and queues a job for the identity service', async () => {
    const { email, id } = world.people.enumerator
    await inTransaction((context) => disableUser(context, email))
    const { status, body } = await world.as('enumerator')(getCurrentUser)
    expect([status, body.code]).toEqual([401, 'auth/user-disabled'])
    const { rows } = await world.services.pool.query(
      `select data from jobs.job where name = 'follow-disabled'`,
    )
    expect(rows).toEqual([{ data: { uid: 'uid-enumerator' } }])
    expect(await world.db.selectFrom('users').select('disabled').where('id', '=', id).execute()).toEqual([
      { disabled: true },
    ])
    await inTransaction((context) => enableUser(context, email))
    const log = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(log.map(({ action }) => action)).toEqual(['disable', 'enable'])
  })
})

describe('at least one enabled manager remains', () => {
  beforeEach(async () => {
    await world.db.deleteFrom('user_roles').where('role', '=', 'manager').execute()
  })

  test('allows every change while there is no manager', async () => {
    await inTransaction((context) => disableUser(context, world.people.monitor.email))
    await inTransaction((context) => enableUser(context, world.people.monitor.email))
    expect(await enabledManagers()).toBe(0)
  })

  test('refuses to disable or revoke the last manager', async () => {
    await createManager('last@example.org')
    const change = { email: 'last@example.org', roles: ['manager'] as const }
    await expect(inTransaction((context) => revokeRoles(context, change))).rejects.toMatchObject({
      code: 'iam.errors.lastManager',
    })
    await expect(inTransaction((context) => disableUser(context, change.email))).rejects.toMatchObject({
      code: 'iam.errors.lastManager',
    })
    expect(await enabledManagers()).toBe(1)
  })

  test('keeps one manager when two remove each other in 50 concurrent calls, in 5 rounds', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.db.deleteFrom('user_roles').where('role', '=', 'manager').execute()
      const emails = [`a${String(round)}@example.org`, `b${String(round)}@example.org`]
      for (const email of emails) await createManager(email)
      const attempts = Array.from({ length: 50 }, (_, i) =>
        inTransaction((context) =>
          i % 4 < 2
            ? disableUser(context, emails[i % 2] ?? '')
            : revokeRoles(context, { email: emails[i % 2] ?? '', roles: ['manager'] }),
        ),
      )
      const results = await Promise.allSettled(attempts)
      expect(await enabledManagers()).toBe(1)
      expect(results.some(({ status }) => status === 'rejected')).toBe(true)
    }
  })
})

test('links an invited record to the account of the latest invitation', async () => {
  const first = await users.upsertInvited(world.db, 'invited@example.org', 'uid-a')
  const second = await users.upsertInvited(world.db, 'invited@example.org', 'uid-b')
  expect(second.id).toBe(first.id)
  const stored = await world.db
    .selectFrom('users')
    .select('authentication_uid')
    .where('id', '=', first.id)
    .execute()
  expect(stored).toEqual([{ authentication_uid: 'uid-b' }])
})
