import { listSecurityLog } from '@baseline/contract/security-log/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startIdentity } from '../../testing/identity.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let identity: Awaited<ReturnType<typeof startIdentity>>
let world: World
beforeAll(async () => {
  identity = await startIdentity()
  world = await openWorld({ directoryUrl: identity.url })
}, 60_000)
afterAll(async () => {
  await world.close()
  await identity.stop()
})

const list = async (query: object) => (await world.as('manager')(listSecurityLog, { query })).body

test('managers see the events of accounts, with filters and pages', async () => {
  const email = 'nuno@example.org'
  expect((await identity.post('/sign-up/email', { email, password: 'river kettle oblique' })).status).toBe(
    200,
  )
  for (const password of ['wrong password', 'river kettle oblique'])
    await identity.post('/sign-in/email', { email, password })
  await expect.poll(async () => (await list({ limit: 10, filter: { email: 'NUNO' } })).count).toBe(3)
  const { rows } = await list({ limit: 10 })
  expect(rows.map(({ event, result }) => [event, result])).toEqual([
    ['signIn', 'ok'],
    ['signIn', 'auth/wrong-password'],
    ['signUp', 'ok'],
  ])
  expect(new Set(rows.map((row) => `${row.email ?? ''} ${row.sender}`)).size).toBe(1)
  expect(await list({ limit: 1, offset: 2 })).toMatchObject({ count: 3, rows: [{ event: 'signUp' }] })
  expect(await list({ limit: 1, orderBy: 'timestamp_ASC' })).toMatchObject({ rows: [{ event: 'signUp' }] })
  expect((await list({ filter: { result: 'refused' } })).count).toBe(1)
  expect((await list({ filter: { event: ['signUp', 'passwordReset'] } })).count).toBe(1)
  expect((await list({ filter: { sender: 'unknown' } })).count).toBe(0)
  const [start, end] = ['2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z']
  expect((await list({ filter: { timestampRange: [start, end] } })).count).toBe(0)
})
