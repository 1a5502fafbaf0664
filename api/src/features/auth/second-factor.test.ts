import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import { listUsers, resetSecondFactor } from '@baseline/contract/iam/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startIdentity } from '../../testing/identity.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { removeSecondFactorJob } from '../iam/reset-second-factor.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ SECOND_FACTOR_ROLES: 'manager, supervisor' })
})
afterAll(() => world.close())

const askedDaysAgo = (days: number) =>
  world.db
    .updateTable('users')
    .set({ second_factor_asked_at: new Date(Date.now() - days * 24 * 3600_000) })
    .where('id', '=', world.people.manager.id)
    .execute()
const withSecondFactor = async () =>
  world.callWith(
    await world.tokens.token({
      sub: 'uid-manager',
      email: 'manager@example.org',
      email_verified: true,
      second_factor: true,
    }),
  )

test('a role with the duty gets 14 days from the first call; other roles have none', async () => {
  const { body } = await world.as('manager')(getCurrentUser)
  const days = (new Date(body.secondFactor.dueAt ?? '').getTime() - Date.now()) / (24 * 3600_000)
  expect(body.secondFactor.isSet).toBe(false)
  expect(days).toBeCloseTo(14, 2)
  const again = await world.as('manager')(getCurrentUser)
  expect(again.body.secondFactor).toEqual(body.secondFactor)
  const { body: monitor } = await world.as('monitor')(getCurrentUser)
  expect(monitor.secondFactor).toEqual({ isSet: false, dueAt: null })
})

test('after 14 days only the second factor opens the other calls', async () => {
  await askedDaysAgo(13)
  expect((await world.as('manager')(listUsers, { query: {} })).status).toBe(200)
  await askedDaysAgo(15)
  const refused = await world.as('manager')(listUsers, { query: {} })
  expect([refused.status, refused.body.code]).toEqual([403, 'auth.secondFactor.overdue'])
  expect((await world.as('manager')(getCurrentUser)).status).toBe(200)
  const admitted = await withSecondFactor()
  expect((await admitted(listUsers, { query: {} })).status).toBe(200)
  expect((await admitted(getCurrentUser)).body.secondFactor).toEqual({ isSet: true, dueAt: null })
})

test('managers reset the second factor of others, not their own', async () => {
  const call = await withSecondFactor()
  const reset = (id: string) => call(resetSecondFactor, { params: { id }, body: { reason: 'Lost phone' } })
  expect((await reset(world.people.manager.id)).body.code).toBe('iam.errors.ownSecondFactor')
  expect((await reset('00000000-0000-4000-8000-000000000000')).body.code).toBe('iam.errors.userNotFound')
  expect((await reset(world.people.monitor.id)).status).toBe(200)
})

test('the job removes the second factor in the identity service', { timeout: 60_000 }, async () => {
  const identity = await startIdentity()
  const other = await openWorld({ directoryUrl: identity.url })
  const { directory } = other.services
  const { uid } = await directory.create('ana@example.org')
  await removeSecondFactorJob.run({ uid }, { directory })
  // An account that was deleted in the meantime needs no reset.
  await removeSecondFactorJob.run({ uid: 'unknown' }, { directory })
  expect(await directory.findByEmail('ana@example.org')).toMatchObject({ uid, disabled: false })
  await other.close()
  await identity.stop()
})

test('configuration: refuses an unknown role', async () => {
  await expect(openWorld({ SECOND_FACTOR_ROLES: 'boss' })).rejects.toThrow('SECOND_FACTOR_ROLES')
})
