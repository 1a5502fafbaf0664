import { getCurrentUser } from '@baseline/contract/auth/contract.ts'
import { changeUserStatus, getUser } from '@baseline/contract/iam/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const seconds = (instant: string) => Date.parse(instant) / 1000
const tokenOf = (name: 'monitor' | 'supervisor', signedInAt?: string) =>
  world.tokens.token({
    sub: `uid-${name}`,
    email: world.people[name].email,
    email_verified: true,
    ...(signedInAt && { auth_time: seconds(signedInAt) }),
  })
const call = async (token: string) => (await world.callWith(token)(getCurrentUser)).status
const read = async (name: 'monitor' | 'supervisor') =>
  (await world.as('manager')(getUser, { params: { id: world.people[name].id } })).body

test('stores the start of a session on its first call; ignores later calls and older sessions', async () => {
  const before = await read('monitor')
  expect(before.lastSignInAt).toBeNull()
  const monday = await tokenOf('monitor', '2026-11-09T08:00:00Z')
  const tuesday = await tokenOf('monitor', '2026-11-10T09:30:00Z')
  expect(await call(monday)).toBe(200)
  expect((await read('monitor')).lastSignInAt).toBe('2026-11-09T08:00:00.000Z')
  await Promise.all(Array.from({ length: 5 }, () => call(tuesday)))
  expect(await call(monday)).toBe(200)
  // A sign-in does not change the version of the record, so an open form stays valid.
  expect(await read('monitor')).toEqual({ ...before, lastSignInAt: '2026-11-10T09:30:00.000Z' })
  expect((await read('supervisor')).lastSignInAt).toBeNull()
})

test('writes a session once', async () => {
  const token = await tokenOf('monitor', '2026-11-11T08:00:00Z')
  const version = async () =>
    (
      await world.services.pool.query<{ xmin: string }>(`select xmin::text from users where id = $1`, [
        world.people.monitor.id,
      ])
    ).rows[0]?.xmin
  await call(token)
  const first = await version()
  await call(token)
  expect(await version()).toBe(first)
})

test('stores nothing without the claim or for a disabled user; does not wait for a lock', async () => {
  expect(await call(await tokenOf('supervisor'))).toBe(200)
  const { id } = world.people.supervisor
  const setDisabled = (disabled: boolean) =>
    world.as('manager')(changeUserStatus, { body: { ids: [id], disabled } })
  await setDisabled(true)
  const token = await tokenOf('supervisor', '2026-11-12T08:00:00Z')
  expect(await call(token)).toBe(401)
  expect((await read('supervisor')).lastSignInAt).toBeNull()
  await setDisabled(false)
  const client = await world.services.pool.connect()
  await client.query('begin')
  await client.query('select id from users where id = $1 for update', [id])
  expect(await call(token)).toBe(200)
  expect((await read('supervisor')).lastSignInAt).toBeNull()
  await client.query('rollback')
  client.release()
  expect(await call(token)).toBe(200)
  expect((await read('supervisor')).lastSignInAt).toBe('2026-11-12T08:00:00.000Z')
})
