import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { newAddress, openWorld, password, signUp, tokenIn } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'), { RATE_LIMIT_SCALE: '1' })
})
afterAll(() => world.close())

const from = (sender: string) => ({ headers: { 'x-forwarded-for': sender } })
const signIn = (email: string, attempted: string, sender = '192.0.2.1') =>
  world.browser().post('/identity/sign-in/email', { email, password: attempted }, from(sender))

interface Page {
  count: number
  rows: { event: string; email: string | null; sender: string; result: string }[]
}
const listEvents = async (filter: object): Promise<Page> => {
  const query = { orderBy: 'timestamp_DESC', limit: 100, offset: 0, ...filter }
  return (await world.internal('POST', '/security-events', query)).body as unknown as Page
}
const eventsOf = async (email: string): Promise<string[]> =>
  (await listEvents({ email })).rows.map(({ event, result }) => `${event} ${result}`)

test('records sign-ups, sign-ins, wrong passwords and resets of an account, newest first', async () => {
  const { email } = await signUp(world)
  await signIn(email, 'not the password')
  await signIn(email, password)
  const { body } = await world.internal('POST', '/links', { kind: 'passwordReset', email })
  const token = tokenIn(String(body['link']))
  await world.browser().post('/identity/reset-password', { token, newPassword: 'password12' })
  await world.browser().post('/identity/reset-password', { token, newPassword: 'quite another password' })
  await expect
    .poll(() => eventsOf(email))
    .toEqual([
      'passwordReset ok',
      'passwordReset auth/weak-password',
      'signIn ok',
      'signIn auth/wrong-password',
      'signUp ok',
    ])
})

test('records attempts on unknown addresses without the address, and equal senders by equal hashes', async () => {
  const email = newAddress()
  const countBefore = (await listEvents({ result: 'refused' })).count
  await signIn(email, password, '192.0.2.7')
  await signIn(email, password, '192.0.2.7')
  await signIn(email, password, '192.0.2.8')
  await expect.poll(async () => (await listEvents({ result: 'refused' })).count).toBe(countBefore + 3)
  const [third, second, first] = (await listEvents({ result: 'refused' })).rows
  expect([first?.email, second?.email, third?.email]).toEqual([null, null, null])
  expect(first?.sender).toBe(second?.sender)
  expect(first?.sender).not.toBe(third?.sender)
  const text = JSON.stringify(await world.sql('select * from security_events'))
  expect(text).not.toContain(email)
  expect(text).not.toContain('192.0.2')
})

test('records an attempt with a NUL character in the address', async () => {
  const countBefore = (await listEvents({ result: 'refused' })).count
  expect((await signIn('a\0@example.org', password)).status).toBe(400)
  await expect.poll(async () => (await listEvents({ result: 'refused' })).count).toBe(countBefore + 1)
})

test('records a sender over a limit once', async () => {
  const { email } = await signUp(world)
  for (let attempt = 0; attempt < 20; attempt++) await signIn(email, 'x'.repeat(129), '192.0.2.9')
  await expect
    .poll(async () => (await eventsOf(email)).filter((event) => event === 'signIn auth/too-many-requests'))
    .toHaveLength(1)
})

test('filters by event and time, and deletes events after a year', async () => {
  const { email, uid } = await signUp(world)
  await expect.poll(() => eventsOf(email)).toHaveLength(1)
  expect((await listEvents({ email, event: ['signIn'] })).count).toBe(0)
  expect((await listEvents({ email, from: '2999-01-01T00:00:00Z' })).count).toBe(0)
  expect((await listEvents({ email, from: '0000-01-01T00:00:00Z' })).count).toBe(1)
  await world.sql(
    `insert into security_events (at, event, user_id, sender, result)
     values (now() - interval '366 days', 'sessionEnd', $1, '', 'ok')`,
    [uid],
  )
  expect(await eventsOf(email)).toEqual(['signUp ok', 'sessionEnd ok'])
  await world.purge()
  expect(await eventsOf(email)).toEqual(['signUp ok'])
})

test('returns all events without a limit, for exports', async () => {
  const { email, uid } = await signUp(world)
  await expect.poll(() => eventsOf(email)).toHaveLength(1)
  await world.sql(
    `insert into security_events (event, user_id, sender, result)
     select 'signIn', $1, '', 'ok' from generate_series(1, 1500)`,
    [uid],
  )
  const { rows, count } = await listEvents({ email, limit: undefined })
  expect([rows.length, count]).toEqual([1501, 1501])
  const page = await listEvents({ email, limit: 10, offset: 1495 })
  expect([page.rows.length, page.count]).toEqual([6, 1501])
})
