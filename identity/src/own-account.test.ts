import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { openWorld, password, signUp } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

const newPassword = 'quite another password'
const signInAgain = async (email: string) => {
  const browser = world.browser()
  await browser.post('/identity/sign-in/email', { email, password })
  return browser
}

describe('changing the password', () => {
  test('ends the other sessions and keeps this one', async () => {
    const { email, browser } = await signUp(world)
    const other = await signInAgain(email)
    const answer = await browser.post('/identity/change-password', { currentPassword: password, newPassword })
    expect([answer.status, answer.body]).toEqual([200, { status: true }])
    expect((await browser.get('/identity/token')).status).toBe(200)
    expect((await other.get('/identity/token')).status).toBe(401)
    const signIn = (attempted: string) =>
      world.browser().post('/identity/sign-in/email', { email, password: attempted })
    expect((await signIn(password)).body.code).toBe('auth/wrong-password')
    expect((await signIn(newPassword)).status).toBe(200)
  })

  test.for([
    ['a wrong current password', { currentPassword: 'wrong', newPassword }, 'auth/wrong-password'],
    ['a common new password', { currentPassword: password, newPassword: 'password12' }, 'auth/weak-password'],
    ['a short new password', { currentPassword: password, newPassword: 'x7!' }, 'auth/weak-password'],
  ] as const)('refuses %s', async ([, body, code]) => {
    const { browser } = await signUp(world)
    expect((await browser.post('/identity/change-password', body)).body.code).toBe(code)
  })

  test('needs a session, and allows ten wrong passwords in ten minutes', async () => {
    const body = { currentPassword: 'wrong', newPassword }
    const stranger = await world.browser().post('/identity/change-password', body)
    expect([stranger.status, stranger.body.code]).toEqual([401, 'auth/no-current-user'])
    const { uid, browser } = await signUp(world)
    // A hash with a low cost: this test counts attempts, and each at the normal cost takes half a second.
    const hash = `scrypt$1024$8$1$${'0'.repeat(32)}$${'0'.repeat(128)}`
    await world.sql('update account set password = $1 where "userId" = $2', [hash, uid])
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await browser.post('/identity/change-password', body)).status).toBe(400)
    expect((await browser.post('/identity/change-password', body)).status).toBe(429)
  })
})

describe('sessions', () => {
  interface Session {
    id: string
    isCurrent: boolean
    userAgent: string | null
  }
  const listSessions = async (browser: Awaited<ReturnType<typeof signInAgain>>) =>
    (await browser.get('/identity/sessions')).body as unknown as Session[]

  test('lists the own sessions without their tokens, and ends one of them', async () => {
    const { email, browser } = await signUp(world)
    const other = await signInAgain(email)
    const sessions = await listSessions(browser)
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true])
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual([
      'id',
      'isCurrent',
      'signedInAt',
      'usedAt',
      'userAgent',
    ])
    const otherId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await browser.request('DELETE', `/identity/sessions/${otherId}`)).status).toBe(200)
    expect((await other.get('/identity/token')).status).toBe(401)
    expect(await listSessions(browser)).toHaveLength(1)
  })

  test('does not end a session of another user', async () => {
    const [owner, stranger] = [await signUp(world), await signUp(world)]
    const [{ id } = { id: '' }] = await listSessions(owner.browser)
    await stranger.browser.request('DELETE', `/identity/sessions/${id}`)
    expect((await owner.browser.get('/identity/token')).status).toBe(200)
    expect((await world.browser().get('/identity/sessions')).status).toBe(401)
  })
})
