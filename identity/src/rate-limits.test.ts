import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import type { Answer } from '#testing/browser.ts'
import { newAddress, openWorld, password, signUp, signUpVerified } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'), { RATE_LIMIT_SCALE: '1' })
})
afterAll(() => world.close())

const refusal = ({ status, body, headers }: Answer) => [status, body.code, Number(headers.get('retry-after'))]
const from = (address: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...more },
})
// Refused before the password is hashed, so that thirty attempts are cheap.
const tooLong = 'x'.repeat(129)

const signIn = (
  email: string,
  sender: string,
  attemptedPassword = tooLong,
  more: Record<string, string> = {},
) =>
  world.browser().post('/identity/sign-in/email', { email, password: attemptedPassword }, from(sender, more))

/** Ends the windows of a minute; windows of ten minutes continue. */
const endMinute = () =>
  world.sql(
    `update rate_limits set window_ends_at = now() where window_ends_at < now() + interval '61 seconds'`,
  )

describe('signing in', () => {
  test('ten failures lock the sender out of an account, but no other sender; the response has the waiting time', async () => {
    const { email } = await signUp(world)
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await signIn(email, '198.51.100.1')).body.code).toBe('auth/wrong-password')
    const [status, code, wait] = refusal(await signIn(email.toUpperCase(), '198.51.100.1', password))
    expect([status, code]).toEqual([429, 'auth/too-many-requests'])
    expect(wait).toBeGreaterThan(590)
    expect(wait).toBeLessThanOrEqual(600)
    expect((await signIn(newAddress(), '198.51.100.1')).status).toBe(400)
    expect((await signIn(email, '198.51.100.2', password)).status).toBe(200)
  })

  test('one sender cannot lock out the user, at any number of attempts', async () => {
    const { email } = await signUp(world)
    for (let minute = 0; minute < 4; minute++) {
      for (let attempt = 0; attempt < 30; attempt++) await signIn(email, '198.51.100.3')
      await endMinute()
    }
    expect((await signIn(email, '198.51.100.3', password)).status).toBe(429)
    expect((await signIn(email, '198.51.100.4', password)).status).toBe(200)
  })

  test('a hundred failures from many senders lock the account, known or not', async () => {
    const registeredEmail = (await signUp(world)).email
    for (const [network, email] of [
      ['203.0.113', registeredEmail],
      ['203.0.114', newAddress()],
    ] as const) {
      for (let attempt = 0; attempt < 100; attempt++)
        expect((await signIn(email, `${network}.${String(attempt)}`)).status).toBe(400)
      expect((await signIn(email, `${network}.200`, password)).status).toBe(429)
    }
  })

  test('a browser that has signed in before can still sign in to a locked account, ten times in ten minutes', async () => {
    const { email } = await signUp(world)
    const own = world.browser()
    const signInOwn = (attempted: string) =>
      own.post('/identity/sign-in/email', { email, password: attempted }, from('192.0.2.50'))
    expect((await signInOwn(password)).status).toBe(200)
    for (let attempt = 0; attempt < 100; attempt++) await signIn(email, `203.0.115.${String(attempt)}`)
    expect((await signIn(email, '203.0.115.200', password)).status).toBe(429)
    expect((await signInOwn(password)).status).toBe(200)
    for (let attempt = 0; attempt < 10; attempt++) expect((await signInOwn(tooLong)).status).toBe(400)
    expect((await signInOwn(password)).status).toBe(429)
    // The cookie of one account is no help with another one.
    const other = (await signUp(world)).email
    for (let attempt = 0; attempt < 100; attempt++) await signIn(other, `203.0.116.${String(attempt)}`)
    const stolen = await own.post('/identity/sign-in/email', { email: other, password }, from('192.0.2.51'))
    expect(stolen.status).toBe(429)
  })

  test('a success resets the failures before it', async () => {
    const { email } = await signUp(world)
    for (let round = 0; round < 2; round++) {
      for (let attempt = 0; attempt < 9; attempt++) await signIn(email, '192.0.2.99')
      expect((await signIn(email, '192.0.2.99', password)).status).toBe(200)
    }
  })

  test('counts concurrent attempts', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(email, '192.0.2.100')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('allows one sender thirty attempts a minute, regardless of other headers', async () => {
    for (let attempt = 0; attempt < 30; attempt++)
      expect((await signIn(newAddress(), '198.18.0.1')).status).toBe(400)
    const spoofed = {
      'x-real-ip': '10.9.9.9',
      'x-client-ip': '10.9.9.9',
      forwarded: 'for=10.9.9.9',
      'x-baseline-sender': '10.9.9.9',
    }
    const [status, code, wait] = refusal(await signIn(newAddress(), '198.18.0.1', tooLong, spoofed))
    expect([status, code]).toEqual([429, 'auth/too-many-requests'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await signIn(newAddress(), '198.18.0.2')).status).toBe(400)
  })

  test('counts the addresses of one IPv6 network as one sender', async () => {
    for (let attempt = 0; attempt < 30; attempt++)
      await signIn(newAddress(), `2001:db8:1:2::${attempt.toString(16)}`)
    expect((await signIn(newAddress(), '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await signIn(newAddress(), '2001:db8:1:3::1')).status).toBe(400)
  })

  test('stores the counted sender in the session', async () => {
    const { email, uid } = await signUp(world)
    await signIn(email, '198.18.0.3', password, { 'x-baseline-sender': '10.9.9.9' })
    const rows = await world.sql(
      'select "ipAddress" as sender from session where "userId" = $1 order by "createdAt" desc limit 1',
      [uid],
    )
    expect(rows).toEqual([{ sender: '198.18.0.3' }])
  })

  test('does not accept a sender header from an untrusted proxy', async () => {
    const direct = await openWorld(inject('superuserUrl'), {
      RATE_LIMIT_SCALE: '1',
      TRUSTED_PROXIES: '192.0.2.1, 10.0.0.0/8',
    })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 31; attempt++) {
      const body = { email: newAddress(), password: tooLong }
      const sender = from(`198.18.9.${String(attempt)}`)
      statuses.push((await direct.browser().post('/identity/sign-in/email', body, sender)).status)
    }
    await direct.close()
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
  })
})

describe('mails', () => {
  test.for(['request-password-reset', 'send-verification-email'])('%s: five per address', async (path) => {
    const email = newAddress()
    const ask = (index: number) =>
      world.browser().post(`/identity/${path}`, { email }, from(`198.18.1.${String(index)}`))
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('all kinds of mails to one address count together, including mails of the api', async () => {
    const email = newAddress()
    const ask = (path: string) => world.browser().post(`/identity/${path}`, { email }, from('198.18.1.90'))
    const count = () => world.internal('POST', '/mail-attempts', { email })
    for (const path of ['request-password-reset', 'send-verification-email', 'request-password-reset'])
      expect((await ask(path)).status).toBe(200)
    expect([(await count()).status, (await count()).status]).toEqual([200, 200])
    expect((await count()).status).toBe(429)
    expect((await ask('send-verification-email')).status).toBe(429)
  })

  test('allows thirty per sender, to any addresses', async () => {
    const ask = () =>
      world.browser().post('/identity/request-password-reset', { email: newAddress() }, from('198.18.2.1'))
    for (let mail = 0; mail < 30; mail++) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })

  test('a sender over the limit does not use up the limit of an address', async () => {
    const ask = (email: string, sender: string) =>
      world.browser().post('/identity/request-password-reset', { email }, from(sender))
    const email = newAddress()
    for (let mail = 0; mail < 30; mail++) await ask(newAddress(), '198.18.2.2')
    for (let mail = 0; mail < 5; mail++) expect((await ask(email, '198.18.2.2')).status).toBe(429)
    for (let mail = 0; mail < 5; mail++) expect((await ask(email, '198.18.2.3')).status).toBe(200)
  })
})

test('the window ends at a fixed time, so a busy office below the limit is never locked out', async () => {
  const sender = '198.18.3.1'
  for (let attempt = 0; attempt < 30; attempt++) await signIn(newAddress(), sender)
  expect((await signIn(newAddress(), sender)).status).toBe(429)
  await endMinute()
  expect((await signIn(newAddress(), sender)).status).toBe(400)
})

test('the table contains neither addresses nor senders', async () => {
  const email = newAddress()
  await signIn(email, '198.18.4.1')
  const text = JSON.stringify(await world.sql('select * from rate_limits'))
  expect(text).not.toContain(email)
  expect(text).not.toContain('198.18')
})

test('the purge keeps rows that are still needed', async () => {
  const { uid, email, browser } = await signUp(world)
  await world.internal('POST', '/links', { kind: 'passwordReset', email })
  await world.sql(
    `insert into session (id, "userId", token, "expiresAt", "updatedAt") values ('old', $1, 'old', now() - interval '1 second', now());`,
    [uid],
  )
  await world.sql(
    `insert into verification (id, identifier, value, "expiresAt") values ('old', 'old', 'old', now() - interval '1 second')`,
  )
  await world.sql(
    `insert into jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt") values
       ('old', '{}', '{}', now(), now() - interval '61 minutes'), ('grace', '{}', '{}', now(), now() - interval '59 minutes')`,
  )
  await world.sql(`insert into rate_limits values ('old', 1, now() - interval '1 second')`)
  await world.purge()
  for (const table of ['session', 'verification', 'jwks'])
    expect(await world.sql(`select id from ${table} where id = 'old'`)).toEqual([])
  expect(await world.sql(`select key from rate_limits where key = 'old'`)).toEqual([])
  expect(await world.sql(`select id from jwks where id = 'grace'`)).toHaveLength(1)
  expect(await world.sql('select 1 as one from verification where value = $1', [uid])).toHaveLength(1)
  expect((await browser.get('/identity/token')).status).toBe(200)
})

test('the purge deletes accounts that were never verified after 30 days, but no invited or verified ones', async () => {
  const invited = newAddress()
  await world.internal('POST', '/accounts', { email: invited })
  const emails = {
    old: (await signUp(world)).email,
    recent: (await signUp(world)).email,
    verified: (await signUpVerified(world)).email,
    invited,
  }
  await world.sql(`update "user" set "createdAt" = now() - interval '31 days' where email = any($1)`, [
    [emails.old, emails.verified, emails.invited],
  ])
  await world.sql(`update "user" set "createdAt" = now() - interval '29 days' where email = $1`, [
    emails.recent,
  ])
  await world.purge()
  const rows = await world.sql('select email from "user" where email = any($1)', [Object.values(emails)])
  expect(rows.map(({ email }) => email).toSorted()).toEqual(
    [emails.recent, emails.verified, emails.invited].toSorted(),
  )
})
