import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { buildApp } from '#app.ts'
import {
  newAddress,
  openWorld,
  password,
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

const invite = async (email: string) => {
  const { status, body } = await world.internal('POST', '/accounts', { email })
  expect(status).toBe(200)
  return body
}
const link = async (kind: string, email: string) =>
  String((await world.internal('POST', '/links', { kind, email })).body['link'])

test('refuses to invite a reserved address in production', async () => {
  const { app } = await buildApp({ ...world.config, production: true })
  const invited = (email: string) =>
    app.inject({
      method: 'POST',
      url: '/internal/accounts',
      headers: { authorization: `Bearer ${world.config.serviceToken}` },
      payload: { email },
    })
  const [reserved, other] = [await invited('ana@example.org'), await invited('ana@ministry.example')]
  await app.close()
  expect([reserved.statusCode, reserved.json<{ code: string }>().code]).toEqual([400, 'auth/invalid-email'])
  expect(other.statusCode).toBe(200)
})

describe('access', () => {
  const calls = [
    ['POST', '/internal/accounts', { email: 'a@example.org' }],
    ['GET', '/internal/accounts?email=a@example.org', undefined],
    ['PUT', '/internal/accounts/x/disabled', { disabled: true }],
    ['POST', '/internal/links', { kind: 'verification', email: 'a@example.org' }],
    ['POST', '/internal/mails', { kind: 'invitation', email: 'a@example.org', language: 'en' }],
    ['POST', '/internal/development/accounts', {}],
  ] as const
  const tokens = {
    none: undefined,
    empty: 'Bearer ',
    wrong: 'Bearer another-service-token-0123456789012',
    'a prefix': 'Bearer development-service-token',
    'another scheme': 'Basic development-service-token-0123456789',
  }
  test.for(calls.flatMap((call) => Object.keys(tokens).map((tokenName) => [...call, tokenName] as const)))(
    '%s %s %o with token: %s → 401',
    async ([method, path, body, tokenName]) => {
      const authorization = tokens[tokenName as keyof typeof tokens]
      const answer = await world.browser().request(method, path, {
        ...(body ? { body } : {}),
        ...(authorization === undefined ? {} : { headers: { authorization } }),
      })
      expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-current-user'])
    },
  )

  test('does not accept a session as a service token', async () => {
    const { browser, email } = await signUpVerified(world)
    expect((await browser.get(`/internal/accounts?email=${email}`)).status).toBe(401)
  })
})

describe('accounts', () => {
  test('an invitation creates an account without a password, once per address', async () => {
    const email = newAddress()
    const first = await invite(email.toUpperCase())
    expect(first).toEqual({ uid: expect.any(String), email, emailVerified: false, disabled: false })
    expect(await invite(email)).toEqual(first)
    const answer = await world.browser().post('/identity/sign-in/email', { email, password })
    expect(answer.body.code).toBe('auth/wrong-password')
  })

  test('ten concurrent invitations create one account', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite(email)))
    expect(new Set(answers.map(({ uid }) => uid)).size).toBe(1)
  })

  test('the invited user sets a password with the link and is verified', async () => {
    const email = newAddress()
    await invite(email)
    const browser = world.browser()
    const token = tokenIn(await link('passwordReset', email))
    expect((await browser.post('/identity/reset-password', { token, newPassword: password })).status).toBe(
      200,
    )
    expect((await browser.post('/identity/sign-in/email', { email, password })).status).toBe(200)
    expect((await world.internal('GET', `/accounts?email=${email}`)).body).toMatchObject({
      emailVerified: true,
    })
  })

  test('an invitation removes the access of a stranger who registered the address', async () => {
    const { email, uid, browser: stranger } = await signUp(world)
    const ownLink = tokenIn(await link('passwordReset', email))
    await world.sql(
      `insert into account (id, "userId", "accountId", "providerId", "updatedAt") values ($1, $1, $1, 'google', now())`,
      [uid],
    )
    expect(await invite(email)).toMatchObject({ uid, emailVerified: false })
    expect((await stranger.get('/identity/token')).status).toBe(401)
    const secondSignIn = await world.browser().post('/identity/sign-in/email', { email, password })
    expect(secondSignIn.body.code).toBe('auth/wrong-password')
    const reset = await stranger.post('/identity/reset-password', { token: ownLink, newPassword: password })
    expect(reset.body.code).toBe('auth/invalid-action-code')
    const signUpAgain = await stranger.post('/identity/sign-up/email', { email, password })
    expect(signUpAgain.body.code).toBe('auth/email-already-in-use')
    expect(await world.sql('select 1 as one from account where "userId" = $1', [uid])).toEqual([])
  })

  test('an invitation of a verified user changes nothing', async () => {
    const { email, uid, browser } = await signUpVerified(world)
    expect(await invite(email)).toEqual({ uid, email, emailVerified: true, disabled: false })
    expect((await browser.get('/identity/token')).status).toBe(200)
    expect((await browser.post('/identity/sign-in/email', { email, password })).status).toBe(200)
  })

  test('finds an account by its address in any letter case', async () => {
    const { email, uid } = await signUp(world)
    const expected = { uid, email, emailVerified: false, disabled: false }
    expect((await world.internal('GET', `/accounts?email=${email.toUpperCase()}`)).body).toEqual(expected)
  })

  test.for([
    ['GET', '/accounts?email=nobody@example.org', undefined],
    ['PUT', '/accounts/nobody/disabled', { disabled: true }],
    ['POST', '/links', { kind: 'verification', email: 'nobody@example.org' }],
    ['POST', '/links', { kind: 'passwordReset', email: 'nobody@example.org' }],
  ] as const)('%s %s of an unknown account → 404', async ([method, path, body]) => {
    const answer = await world.internal(method, path, body)
    expect([answer.status, answer.body.code]).toEqual([404, 'auth/user-not-found'])
  })

  test.for([
    ['GET', '/nowhere', undefined],
    ['GET', '/accounts/nobody', undefined],
    ['PUT', '/accounts/nobody', {}],
  ] as const)(
    '%s %s is not a route, and its 404 differs from that of a missing account',
    async ([method, path, body]) => {
      const answer = await world.internal(method, path, body)
      expect([answer.status, answer.body.code]).toEqual([404, 'errors.notFound'])
    },
  )

  test.for([
    ['POST', '/accounts', { email: 'a@example.org', displayName: 'Ana' }, 'auth/internal-error'],
    ['POST', '/accounts', { email: 'not an address' }, 'auth/invalid-email'],
    ['POST', '/accounts', { email: 'a@example.org', emailVerified: true }, 'auth/internal-error'],
    ['PUT', '/accounts/x/disabled', { disabled: 'false' }, 'auth/internal-error'],
    ['POST', '/links', { kind: 'welcome', email: 'a@example.org' }, 'auth/internal-error'],
  ] as const)('refuses %s %s %o', async ([method, path, body, code]) => {
    const answer = await world.internal(method, path, body)
    expect([answer.status, answer.body.code]).toEqual([400, code])
  })

  test('the link of an invitation is valid longer than that of a password reset', async () => {
    const { email, uid } = await signUp(world)
    const hours = async (kind: string) => {
      await world.internal('POST', '/links', { kind, email })
      const rows = await world.sql(
        `select round(extract(epoch from "expiresAt" - now()) / 3600)::int as hours
         from verification where value = $1 order by "createdAt"`,
        [uid],
      )
      return rows.map((row) => row['hours'])
    }
    expect(await hours('passwordReset')).toEqual([1])
    expect(await hours('invitation')).toEqual([1, 24])
  })

  test('returns links without mailing them', async () => {
    const { email } = await signUp(world)
    expect(await link('passwordReset', email)).toMatch(/\/auth\/reset-password\?token=\w+$/)
    expect(await link('verification', email)).toMatch(/\/auth\/verify-email\?token=[\w.-]+$/)
    expect(world.mailbox.sentTo(email)).toEqual([])
  })
})

describe('disabling', () => {
  test('ends the sessions, and reports a disabled account only with the right password; enabling restores access', async () => {
    const { email, uid, browser } = await signUpVerified(world)
    const set = (disabled: boolean) => world.internal('PUT', `/accounts/${uid}/disabled`, { disabled })
    expect((await set(true)).body).toEqual({ uid, email, emailVerified: true, disabled: true })
    expect((await browser.get('/identity/token')).status).toBe(401)
    expect(await world.sql('select 1 as one from session where "userId" = $1', [uid])).toEqual([])
    const right = await browser.post('/identity/sign-in/email', { email, password })
    expect([right.status, right.body.code]).toEqual([400, 'auth/user-disabled'])
    const wrongSignIn = await browser.post('/identity/sign-in/email', { email, password: 'not the password' })
    expect(wrongSignIn.body.code).toBe('auth/wrong-password')
    await set(false)
    expect((await browser.post('/identity/sign-in/email', { email, password })).status).toBe(200)
  })

  test('issues no token for a session created during disabling', async () => {
    const { uid, browser } = await signUp(world)
    await world.sql('update "user" set disabled = true where id = $1', [uid])
    const answer = await browser.get('/identity/token')
    expect([answer.status, answer.body.code]).toEqual([401, 'auth/no-current-user'])
  })

  test('a new password does not unlock a disabled account', async () => {
    const { email, uid } = await signUp(world)
    await world.internal('PUT', `/accounts/${uid}/disabled`, { disabled: true })
    const browser = world.browser()
    const token = tokenIn(await link('passwordReset', email))
    await browser.post('/identity/reset-password', { token, newPassword: password })
    const answer = await browser.post('/identity/sign-in/email', { email, password })
    expect(answer.body.code).toBe('auth/user-disabled')
  })
})

describe('demo accounts', () => {
  const demo = { email: 'manager@example.org', password: 'kettle-river-2026' }

  test('can be created repeatedly, with the password and state of the last time', async () => {
    for (const emailVerified of [false, true])
      expect(
        (await world.internal('POST', '/development/accounts', { ...demo, emailVerified })).body,
      ).toMatchObject({ email: demo.email, emailVerified, disabled: false })
    const answer = await world
      .browser()
      .post('/identity/sign-in/email', { email: demo.email, password: demo.password })
    expect(answer.body['user']).toMatchObject({ emailVerified: true, name: '' })
  })

  test('do not exist in production', async () => {
    const production = await openWorld(inject('superuserUrl'), {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://survey.test',
      IDENTITY_SECRET: 'a-secret-of-production-0123456789abcdef',
      SERVICE_TOKEN: 'a-token-of-production-0123456789abcdef',
    })
    const answer = await production.internal('POST', '/development/accounts', {
      ...demo,
      emailVerified: true,
    })
    const rows = await production.sql('select 1 as one from "user"')
    expect([answer.status, rows]).toEqual([404, []])

    // Demo accounts of a development database get no session in production.
    const signUpDemo = await production
      .browser()
      .post('/identity/sign-up/email', { email: demo.email, password: demo.password })
    expect(signUpDemo.body.code).toBe('auth/user-disabled')
    expect((await production.internal('POST', '/accounts', { email: demo.email })).status).toBe(400)
    await production.sql(
      `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", disabled)
       values ('demo', '', $1, true, now(), now(), false) on conflict do nothing`,
      [demo.email],
    )
    const invitation = await production.internal('POST', '/links', {
      kind: 'passwordReset',
      email: demo.email,
    })
    const browser = production.browser()
    const token = tokenIn(String(invitation.body['link']))
    await browser.post('/identity/reset-password', { token, newPassword: demo.password })
    const signIn = await browser.post('/identity/sign-in/email', {
      email: demo.email,
      password: demo.password,
    })
    expect(signIn.body.code).toBe('auth/user-disabled')
    await production.close()
  })
})

describe('mails that the backend delegates to this service', () => {
  test.for([
    ['invitation', 'en', '/auth/reset-password?token='],
    ['passwordReset', 'pt-BR', '/auth/reset-password?token='],
    ['verification', 'pt-BR', '/auth/verify-email?token='],
  ] as const)('%s in %s', async ([kind, language, page]) => {
    const email = newAddress()
    await invite(email)
    expect((await world.internal('POST', '/mails', { kind, email, language })).status).toBe(200)
    const mail = await world.mailbox.newestTo(email)
    expect(mail.subject).toBe(subjectOf(kind, language))
    expect(mail.link).toContain(page)
  })

  test('returns an error for an unknown address and sends nothing', async () => {
    const email = newAddress()
    const answer = await world.internal('POST', '/mails', { kind: 'invitation', email, language: 'en' })
    expect([answer.status, answer.body.code]).toEqual([404, 'auth/user-not-found'])
    expect(world.mailbox.sentTo(email)).toEqual([])
  })
})
