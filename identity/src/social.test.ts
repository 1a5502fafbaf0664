import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import type { Browser } from '#testing/browser.ts'
import { openIssuer } from '#testing/issuer.ts'
import type { Issuer, Visitor } from '#testing/issuer.ts'
import {
  newAddress,
  openWorld,
  password,
  publicUrl,
  signUp,
  signUpVerified,
  tokenIn,
} from '#testing/world.ts'
import type { World } from '#testing/world.ts'

import { findFreePort } from '../../scripts/stack/processes.ts'

let world: World
let issuer: Issuer
beforeAll(async () => {
  issuer = await openIssuer()
  world = await openWorld(inject('superuserUrl'), {
    ...issuer.environment('GOOGLE'),
    TWITTER_CLIENT_ID: 'id-at-x',
    TWITTER_CLIENT_SECRET: 'secret-at-x',
  })
})
afterAll(async () => {
  await world.close()
  await issuer.stop()
})

/** Follows the sign-in from the button through the provider's pages to the final URL. */
const throughProvider = async (browser: Browser, body: object = {}) => {
  const start = await browser.post('/identity/sign-in/social', {
    provider: 'google',
    callbackURL: '/profile',
    errorCallbackURL: '/auth/signin?from=x',
    ...body,
  })
  expect(start.status).toBe(200)
  const atProvider = await fetch(String(start.body['url']), { redirect: 'manual' })
  const back = new URL(atProvider.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${publicUrl}/identity/callback/google`)
  return browser.get(back.pathname + back.search)
}

const visit = async (visitor: Visitor, browser = world.browser()) => {
  issuer.welcome(visitor)
  const answer = await throughProvider(browser)
  return { browser, answer, session: await browser.get('/identity/token') }
}

const refused = (code: string) =>
  `${publicUrl}/auth/signin?${new URLSearchParams({ from: 'x', error: code }).toString()}`

const nextSub = () => `sub-${newAddress()}`

describe('signing in with a provider', () => {
  test('creates an account for a new user, verified as the provider says, and stores no token of the provider', async () => {
    const email = newAddress()
    const { answer, session } = await visit({ sub: nextSub(), email, email_verified: true, name: 'Ana' })
    expect(answer.status).toBe(302)
    expect(answer.location).toBe(`${publicUrl}/profile`)
    expect(session.status).toBe(200)
    const rows = await world.sql(
      `select "user"."emailVerified" as verified, name, "accessToken" as a, "refreshToken" as r, "idToken" as i
       from "user" join account on account."userId" = "user".id where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ verified: true, name: 'Ana', a: null, r: null, i: null }])
  })

  test('finds the account of a returning user', async () => {
    const visitor = { sub: nextSub(), email: newAddress(), email_verified: true }
    await visit(visitor)
    expect((await visit(visitor)).session.status).toBe(200)
    expect(await world.sql('select 1 as one from "user" where email = $1', [visitor.email])).toHaveLength(1)
  })

  test.for([false, 'false', undefined, 'true'])(
    'an address is verified only if the provider says true: %s',
    async (emailVerified) => {
      const email = newAddress()
      await visit({ sub: nextSub(), email, email_verified: emailVerified })
      expect(
        await world.sql('select "emailVerified" as verified from "user" where email = $1', [email]),
      ).toEqual([{ verified: false }])
    },
  )

  test('links accounts if both addresses are verified', async () => {
    const { email, uid } = await signUpVerified(world)
    const { session } = await visit({ sub: nextSub(), email, email_verified: true })
    expect(session.status).toBe(200)
    const rows = await world.sql('select "providerId" as way from account where "userId" = $1 order by 1', [
      uid,
    ])
    expect(rows).toEqual([{ way: 'credential' }, { way: 'google' }])
  })

  test('does not hand over an unverified account of that address', async () => {
    const { email } = await signUp(world)
    const { answer, session } = await visit({ sub: nextSub(), email, email_verified: true })
    expect(answer.location).toBe(refused('auth/account-exists-with-different-credential'))
    expect(session.status).toBe(401)
  })

  test('an address that the provider did not verify gives no access to an account', async () => {
    const { email } = await signUpVerified(world)
    const { answer, session } = await visit({ sub: nextSub(), email, email_verified: false })
    expect(answer.location).toBe(refused('auth/account-exists-with-different-credential'))
    expect(session.status).toBe(401)
  })

  test('does not replace the second factor of an account', async () => {
    const { email, uid } = await signUpVerified(world)
    const visitor = { sub: nextSub(), email, email_verified: true }
    expect((await visit(visitor)).session.status).toBe(200)
    await world.sql('update "user" set "twoFactorEnabled" = true where id = $1', [uid])
    await world.sql('delete from session where "userId" = $1', [uid])
    const { answer, session } = await visit(visitor)
    expect(answer.location).toBe(`${publicUrl}/auth/signin?error=auth%2Fsecond-factor-with-password`)
    expect(session.status).toBe(401)
    expect(await world.sql('select 1 as one from session where "userId" = $1', [uid])).toEqual([])
  })

  test('reports a disabled account', async () => {
    const visitor = { sub: nextSub(), email: newAddress(), email_verified: true }
    await visit(visitor)
    const { body } = await world.internal('GET', `/accounts?email=${visitor.email}`)
    await world.internal('PUT', `/accounts/${String(body['uid'])}/disabled`, { disabled: true })
    const { answer, session } = await visit(visitor)
    expect(answer.location).toBe(refused('auth/user-disabled'))
    expect(session.status).toBe(401)
  })

  test('creates no account without an address', async () => {
    const { answer } = await visit({ sub: nextSub() })
    expect(answer.location).toBe(refused('auth/invalid-email'))
  })

  test('a new password of the owner removes a stranger’s provider', async () => {
    const email = newAddress()
    const stranger = { sub: nextSub(), email, email_verified: false }
    const first = await visit(stranger)
    expect(first.session.status).toBe(200)
    const { body } = await world.internal('POST', '/links', { kind: 'passwordReset', email })
    const owner = world.browser()
    await owner.post('/identity/reset-password', {
      token: tokenIn(String(body['link'])),
      newPassword: password,
    })
    expect((await owner.post('/identity/sign-in/email', { email, password })).status).toBe(200)
    expect((await first.browser.get('/identity/token')).status).toBe(401)
    const secondVisit = await visit(stranger)
    expect(secondVisit.answer.location).toBe(refused('auth/account-exists-with-different-credential'))
    expect(secondVisit.session.status).toBe(401)
  })
})

describe('failures of the flow', () => {
  test.for([
    ['access_denied', 'auth/popup-closed-by-user'],
    ['server_error', 'auth/internal-error'],
  ] as const)('redirects with an error if the provider answers %s', async ([error, code]) => {
    issuer.refuse(error)
    expect((await throughProvider(world.browser())).location).toBe(refused(code))
  })

  test('refuses a callback in a browser that did not start the flow', async () => {
    issuer.welcome({ sub: nextSub(), email: newAddress(), email_verified: true })
    const start = await world.browser().post('/identity/sign-in/social', { provider: 'google' })
    const atProvider = await fetch(String(start.body['url']), { redirect: 'manual' })
    const back = new URL(atProvider.headers.get('location') ?? '')
    const victim = world.browser()
    const answer = await victim.get(back.pathname + back.search)
    expect(answer.location).toBe(`${publicUrl}/auth/signin?error=auth%2Fpopup-closed-by-user`)
    expect((await victim.get('/identity/token')).status).toBe(401)
  })

  test.for([
    ['of another client', { claims: { aud: 'another-client' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['of another sign-in', { claims: { nonce: 'replayed' } }],
    ['that has expired', { claims: { exp: 1 } }],
    ['with a wrong signature', { signature: 'AAAA' }],
    ['without a signature', { signature: '' }],
  ] as const)('refuses an ID token %s', async ([, forgery]) => {
    issuer.welcome({ sub: nextSub(), email: newAddress(), email_verified: true }, forgery)
    const browser = world.browser()
    const { location } = await throughProvider(browser)
    expect(location).toContain('/auth/signin?from=x&error=auth%2F')
    expect((await browser.get('/identity/token')).status).toBe(401)
  })

  test('refuses a forged code', async () => {
    const browser = world.browser()
    const start = await browser.post('/identity/sign-in/social', { provider: 'google' })
    const state = new URL(String(start.body['url'])).searchParams.get('state') ?? ''
    const answer = await browser.get(`/identity/callback/google?code=made-up&state=${state}`)
    expect(answer.location).toBe(`${publicUrl}/auth/signin?error=auth%2Finvalid-credential`)
  })

  test('redirects an empty callback to the sign-in page', async () => {
    const answer = await world.browser().get('/identity/callback/google')
    expect(answer.location).toBe(`${publicUrl}/auth/signin?error=auth%2Fpopup-closed-by-user`)
  })

  test.for([
    { callbackURL: 'https://evil.example/' },
    { callbackURL: '//evil.example/' },
    { callbackURL: '/\\evil.example/' },
    { callbackURL: 'javascript:alert(1)' },
    { callbackURL: `blob:${publicUrl}/0b1f` },
    { errorCallbackURL: 'https://evil.example/' },
  ])('refuses a redirect URL that is not a page of this site: %o', async (body) => {
    const answer = await world.browser().post('/identity/sign-in/social', { provider: 'google', ...body })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/unauthorized-domain'])
  })

  test('does not accept a token of the provider directly', async () => {
    const answer = await world
      .browser()
      .post('/identity/sign-in/social', { provider: 'google', idToken: { token: 'x' } })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/internal-error'])
  })

  test('refuses a provider that is not configured', async () => {
    const answer = await world.browser().post('/identity/sign-in/social', { provider: 'facebook' })
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/internal-error'])
  })
})

describe('providers', () => {
  test('lists the configured providers, native or replaced', async () => {
    expect((await world.browser().get('/identity/options')).body).toEqual({
      providers: ['google', 'twitter'],
      isSignUpOpen: true,
    })
  })

  test('creates no account where accounts need an invitation, and signs in the users who have one', async () => {
    const closedWorld = await openWorld(inject('superuserUrl'), {
      ...issuer.environment('GOOGLE'),
      SIGN_UP: 'invited',
    })
    const email = newAddress()
    await closedWorld.internal('POST', '/accounts', { email })
    await closedWorld.sql('update "user" set "emailVerified" = true')
    const visitClosed = (visitor: Visitor) => visit(visitor, closedWorld.browser())
    const stranger = await visitClosed({ sub: nextSub(), email: newAddress(), email_verified: true })
    expect(stranger.answer.location).toBe(refused('auth/sign-up-closed'))
    expect(stranger.session.status).toBe(401)
    expect(await closedWorld.sql('select email from "user"')).toEqual([{ email }])
    expect((await visitClosed({ sub: nextSub(), email, email_verified: true })).session.status).toBe(200)
    expect((await closedWorld.browser().get('/identity/options')).body['isSignUpOpen']).toBe(false)
    await closedWorld.close()
  })

  test('finds an issuer that was down at startup when it is back', async () => {
    const port = await findFreePort()
    const earlyWorld = await openWorld(inject('superuserUrl'), {
      GOOGLE_CLIENT_ID: 'survey-client',
      GOOGLE_CLIENT_SECRET: 'survey-client-secret',
      GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${String(port)}/.well-known/openid-configuration`,
    })
    const lateIssuer = await openIssuer(port)
    const answer = await earlyWorld.browser().post('/identity/sign-in/social', { provider: 'google' })
    await earlyWorld.close()
    await lateIssuer.stop()
    expect(new URL(String(answer.body['url'])).port).toBe(String(port))
  })

  test('starts a native provider at its own pages, with state and PKCE', async () => {
    const answer = await world.browser().post('/identity/sign-in/social', { provider: 'twitter' })
    const url = new URL(String(answer.body['url']))
    expect(url.host).toBe('x.com')
    expect(url.searchParams.get('redirect_uri')).toBe(`${publicUrl}/identity/callback/twitter`)
    expect(url.searchParams.get('state')).toBeTruthy()
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  })
})
