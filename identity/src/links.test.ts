import { linkLifetimeHours } from '@baseline/contract/auth/mails.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import { signJWT } from 'better-auth/crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import {
  newAddress,
  openWorld,
  password,
  publicUrl,
  signUp,
  signUpVerified,
  subjectOf,
  tokenIn,
} from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

const verified = async (email: string) =>
  (await world.sql('select "emailVerified" as verified from "user" where email = $1', [email]))[0]?.[
    'verified'
  ]

const verificationToken = async (email: string) => {
  const { body } = await world.internal('POST', '/links', { kind: 'verification', email })
  return tokenIn(String(body['link']))
}
const resetToken = async (email: string) => {
  const { body } = await world.internal('POST', '/links', { kind: 'passwordReset', email })
  return tokenIn(String(body['link']))
}

describe('verification link', () => {
  test('verifies with a session of that account, returns JSON, and can be repeated', async () => {
    const { email, browser } = await signUp(world)
    const token = await verificationToken(email)
    expect(await verified(email)).toBe(false)
    for (let click = 0; click < 2; click++) {
      const answer = await browser.post('/identity/verify-email', { token })
      expect([answer.status, answer.body]).toEqual([200, { status: true }])
      expect(await verified(email)).toBe(true)
    }
  })

  test('has no effect without a session, so a stranger who registered first gains nothing from the owner’s click', async () => {
    const { email, browser: stranger } = await signUp(world)
    await stranger.post('/identity/send-verification-email', { email })
    const { link } = await world.mailbox.newestTo(email)
    const owner = await world.browser().post('/identity/verify-email', { token: tokenIn(link) })
    expect([owner.status, owner.body.code]).toEqual([401, 'auth/session-required'])
    expect(await verified(email)).toBe(false)
  })

  test('has no effect with the session of another user', async () => {
    const { email } = await signUp(world)
    const { browser, email: other } = await signUp(world)
    const answer = await browser.post('/identity/verify-email', { token: await verificationToken(email) })
    expect([answer.status, answer.body.code]).toEqual([401, 'auth/session-required'])
    expect([await verified(email), await verified(other)]).toEqual([false, false])
  })

  test.for([
    ['garbage', async () => 'garbage'],
    ['expired', (email: string) => signJWT({ email }, world.config.secret, -1)],
    [
      'signed with another secret',
      (email: string) => signJWT({ email }, 'another-secret-another-secret-123', 60),
    ],
    [
      'changing the address',
      (email: string) => signJWT({ email, updateTo: 'thief@example.org' }, world.config.secret, 60),
    ],
  ] as const)('refuses a token that is %s', async ([, make]) => {
    const { email, browser } = await signUp(world)
    const answer = await browser.post('/identity/verify-email', { token: await make(email) })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/invalid-action-code'])
    expect(await verified(email)).toBe(false)
  })

  test('opening the link changes nothing: the token is accepted only in a body', async () => {
    const { email, browser } = await signUp(world)
    const token = await verificationToken(email)
    expect((await browser.get(`/identity/verify-email?token=${token}`)).status).toBe(404)
    const inAddress = await browser.post(`/identity/verify-email?token=${token}`)
    expect([inAddress.status, inAddress.body.code]).toEqual([400, 'auth/invalid-action-code'])
    expect(await verified(email)).toBe(false)
  })

  test('refuses to send a verification mail for another address', async () => {
    const { browser } = await signUp(world)
    const answer = await browser.post('/identity/send-verification-email', { email: newAddress() })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/invalid-email'])
  })

  test('sends no further mail to a verified user', async () => {
    const { email, browser } = await signUpVerified(world)
    expect((await browser.post('/identity/send-verification-email', { email })).status).toBe(200)
    expect(world.mailbox.sentTo(email)).toHaveLength(1)
  })
})

describe('password link', () => {
  const newPassword = 'quite another password'

  test('sets the password once, verifies the address, and ends the old sessions', async () => {
    const { email, browser: before } = await signUp(world)
    const requested = await world.browser().post('/identity/request-password-reset', { email })
    expect([requested.status, requested.body]).toEqual([200, { status: true }])
    const { link } = await world.mailbox.newestTo(email)
    expect(link.startsWith(`${publicUrl}/auth/reset-password?token=`)).toBe(true)
    const browser = world.browser()
    const reset = () => browser.post('/identity/reset-password', { token: tokenIn(link), newPassword })
    expect((await reset()).status).toBe(200)
    expect(await verified(email)).toBe(true)
    expect((await before.get('/identity/token')).status).toBe(401)
    const repeated = await reset()
    expect([repeated.status, repeated.body.code]).toEqual([400, 'auth/invalid-action-code'])
    const old = await browser.post('/identity/sign-in/email', { email, password })
    expect([old.status, old.body.code]).toEqual([400, 'auth/wrong-password'])
    expect((await browser.post('/identity/sign-in/email', { email, password: newPassword })).status).toBe(200)
  })

  test('a concurrent sign-in with the old password leaves no session', async () => {
    const { email, uid } = await signUpVerified(world)
    const token = await resetToken(email)
    await world.sql('delete from session where "userId" = $1', [uid])
    // Locks the account's row, which blocks only the insert of the new session.
    const holder = new pg.Client({ connectionString: world.config.databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select 1 from "user" where id = $1 for update', [uid])
    const thief = world.browser()
    const signIn = thief.post('/identity/sign-in/email', { email, password })
    await expect
      .poll(
        () =>
          world.sql(
            `select 1 as one from pg_stat_activity where wait_event_type = 'Lock'
               and query like 'insert into "session"%' and datname = current_database()`,
          ),
        { timeout: 20_000 },
      )
      .toHaveLength(1)
    const reset = await world.browser().post('/identity/reset-password', { token, newPassword })
    await holder.query('rollback')
    await holder.end()
    const answer = await signIn
    expect(reset.status).toBe(200)
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/wrong-password'])
    expect(thief.cookies.size).toBe(0)
    expect(await world.sql('select 1 as one from session where "userId" = $1', [uid])).toEqual([])
  })

  test('a new password invalidates the other open links', async () => {
    const { email } = await signUp(world)
    const [first, second] = [await resetToken(email), await resetToken(email)]
    const browser = world.browser()
    expect((await browser.post('/identity/reset-password', { token: second, newPassword })).status).toBe(200)
    const answer = await browser.post('/identity/reset-password', { token: first, newPassword })
    expect(answer.body.code).toBe('auth/invalid-action-code')
  })

  test('ten concurrent uses of one link set one password', async () => {
    const { email } = await signUp(world)
    const token = await resetToken(email)
    const passwords = Array.from({ length: 10 }, (_, n) => `quite another password ${String(n)}`)
    const answers = await Promise.all(
      passwords.map((one) => world.browser().post('/identity/reset-password', { token, newPassword: one })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ])
    const winner = passwords[answers.findIndex(({ status }) => status === 200)]
    const signedIn = await world.browser().post('/identity/sign-in/email', { email, password: winner })
    expect(signedIn.status).toBe(200)
  })

  test('a weak password does not use up the link', async () => {
    const { email } = await signUp(world)
    const token = await resetToken(email)
    const browser = world.browser()
    for (const weakPassword of ['short', 'password12', `${email}!`]) {
      const weak = await browser.post('/identity/reset-password', { token, newPassword: weakPassword })
      expect(weak.body.code, weakPassword).toBe('auth/weak-password')
    }
    expect((await browser.post('/identity/reset-password', { token, newPassword })).status).toBe(200)
  })

  test('is valid as long as the mail says, and is not readable in the database', async () => {
    const { email, uid } = await signUp(world)
    const token = await resetToken(email)
    const [row] = await world.sql(
      `select identifier, round(extract(epoch from "expiresAt" - now()) / 3600)::int as hours
       from verification where value = $1`,
      [uid],
    )
    expect(row?.['hours']).toBe(linkLifetimeHours.passwordReset)
    expect(String(row?.['identifier'])).not.toContain(token)
    await world.sql(`update verification set "expiresAt" = now() - interval '1 second' where value = $1`, [
      uid,
    ])
    const answer = await world.browser().post('/identity/reset-password', { token, newPassword })
    expect(answer.body.code).toBe('auth/invalid-action-code')
  })

  test('keeps the providers of a verified account', async () => {
    const { email, uid } = await signUpVerified(world)
    await world.sql(
      `insert into account (id, "userId", "accountId", "providerId", "updatedAt") values ($1, $2, $1, 'google', now())`,
      [newAddress(), uid],
    )
    const token = await resetToken(email)
    await world.browser().post('/identity/reset-password', { token, newPassword })
    expect(await world.sql(`select 1 as one from account where "userId" = $1`, [uid])).toHaveLength(2)
  })
})

describe('mails', () => {
  test.for(languages)('are sent in %s', async (language) => {
    const email = newAddress()
    const browser = world.browser(language)
    await browser.post('/identity/sign-up/email', { email, password })
    await browser.post('/identity/send-verification-email', { email })
    const first = await world.mailbox.newestTo(email)
    expect(first.subject).toBe(subjectOf('verification', language))
    expect(first.link.startsWith(`${publicUrl}/auth/verify-email?token=`)).toBe(true)
    expect(first.from).toBe('no-reply@localhost')
    expect(first.html).toContain('/auth/verify-email?token')
    await browser.post('/identity/request-password-reset', { email })
    await expect
      .poll(async () => (await world.mailbox.newestTo(email)).subject)
      .toBe(subjectOf('passwordReset', language))
  })

  test.for(['/identity/request-password-reset', '/identity/send-verification-email'])(
    '%s answers the same for an unknown address, and sends no mail',
    async (path) => {
      const registeredEmail = (await signUp(world)).email
      const unknown = newAddress()
      const answers = [
        await world.browser().post(path, { email: registeredEmail }),
        await world.browser().post(path, { email: unknown }),
      ]
      for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: true }])
      await world.mailbox.newestTo(registeredEmail)
      expect(world.mailbox.sentTo(unknown)).toEqual([])
    },
  )

  test('reports a mail server outage to the signed-in user, but not for a stranger’s reset', async () => {
    const lonely = await openWorld(inject('superuserUrl'), { SMTP_URL: 'smtp://127.0.0.1:1' })
    const { email, browser } = await signUp(lonely)
    const ownRequest = await browser.post('/identity/send-verification-email', { email })
    const reset = await lonely.browser().post('/identity/request-password-reset', { email })
    await lonely.close()
    expect([ownRequest.status, ownRequest.body.code]).toEqual([500, 'auth/internal-error'])
    expect(reset.status).toBe(200)
  })
})
