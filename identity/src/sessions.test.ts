import { hashPassword as hashWithLibrary } from 'better-auth/crypto'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { newAddress, openWorld, password, publicUrl, signUp, signUpVerified } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

const sessionCookie = (browser: { cookies: Map<string, string> }) =>
  browser.cookies.get('baseline.session_token') ?? ''

describe('signing up, in and out', () => {
  test('sign-up signs in, returns the user and never the session token', async () => {
    const browser = world.browser()
    const email = newAddress()
    const answer = await browser.post('/identity/sign-up/email', { email: email.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ user: { id: expect.any(String), email, emailVerified: false, name: '' } })
    expect((await browser.get('/identity/token')).status).toBe(200)
    expect(world.mailbox.sentTo(email)).toEqual([])
  })

  test('sign-out ends the session on the server, not only in the browser', async () => {
    const { browser } = await signUp(world)
    const oldCookie = sessionCookie(browser).split(';')[0] ?? ''
    expect((await browser.post('/identity/sign-out')).status).toBe(200)
    const answer = await world.browser().get('/identity/token', { headers: { cookie: oldCookie } })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('auth/no-current-user')
    const optional = await world
      .browser()
      .get('/identity/token?optional=true', { headers: { cookie: oldCookie } })
    expect([optional.status, optional.body]).toEqual([200, { token: null }])
  })

  test('a session ends 30 days after the sign-in, however often it is used', async () => {
    const { browser, uid } = await signUp(world)
    const setAge = (days: number) =>
      world.sql(`update session set "createdAt" = now() - make_interval(days => $2) where "userId" = $1`, [
        uid,
        days,
      ])
    await setAge(29)
    expect((await browser.get('/identity/token')).status).toBe(200)
    await setAge(31)
    expect((await browser.get('/identity/token')).status).toBe(401)
    await world.purge()
    expect(await world.sql('select 1 as one from session where "userId" = $1', [uid])).toEqual([])
  })

  test('a sign-in replaces a hash of the library, and the password still works', async () => {
    const { email, uid } = await signUp(world)
    const storedHash = async () =>
      String((await world.sql('select password from account where "userId" = $1', [uid]))[0]?.['password'])
    await world.sql('update account set password = $2 where "userId" = $1', [
      uid,
      await hashWithLibrary(password),
    ])
    for (let time = 0; time < 2; time += 1) {
      const signedIn = await world.browser().post('/identity/sign-in/email', { email, password })
      expect(signedIn.status).toBe(200)
      expect(await storedHash()).toMatch(/^scrypt\$131072\$8\$1\$/)
    }
  })

  test('a new sign-in ends the previous session of the browser', async () => {
    const { browser, email, uid } = await signUp(world)
    const oldCookie = sessionCookie(browser).split(';')[0] ?? ''
    // 32 letters and digits have 190 bits.
    expect(oldCookie).toMatch(/=[a-zA-Z0-9]{32}\./)
    const other = world.browser()
    await other.post('/identity/sign-in/email', { email, password })
    await browser.post('/identity/sign-in/email', { email, password })
    const tokenFor = async (cookie: string) =>
      (await world.browser().get('/identity/token', { headers: { cookie } })).status
    expect(await tokenFor(oldCookie)).toBe(401)
    expect((await browser.get('/identity/token')).status).toBe(200)
    expect((await other.get('/identity/token')).status).toBe(200)
    expect(await world.sql('select 1 as one from session where "userId" = $1', [uid])).toHaveLength(2)
  })

  test('sign-out without a body or a session has no effect', async () => {
    expect((await world.browser().request('POST', '/identity/sign-out')).status).toBe(200)
  })

  test('the cookie is HttpOnly, SameSite=Lax and limited to this service', async () => {
    const cookie = sessionCookie((await signUp(world)).browser)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\/identity(;|$)/)
    expect(cookie).not.toMatch(/Secure/)
  })

  test.for([
    { rememberMe: true, maxAge: /Max-Age=604800/, days: 7 },
    { rememberMe: false, maxAge: undefined, days: 1 },
  ])('keeps the session as long as remember me $rememberMe implies', async ({ rememberMe, maxAge, days }) => {
    const { email, uid } = await signUp(world)
    const browser = world.browser()
    await world.sql('delete from session where "userId" = $1', [uid])
    await browser.post('/identity/sign-in/email', { email, password, rememberMe })
    if (maxAge) expect(sessionCookie(browser)).toMatch(maxAge)
    else expect(sessionCookie(browser)).not.toMatch(/Max-Age|Expires/i)
    const rows = await world.sql(
      `select round(extract(epoch from "expiresAt" - now()) / 86400)::int as days from session where "userId" = $1`,
      [uid],
    )
    expect(rows).toEqual([{ days }])
  })
})

describe('api token', () => {
  const keys = () => createRemoteJWKSet(new URL('/identity/jwks', world.url))

  test('contains the user and the session but no roles, and expires after five minutes', async () => {
    const { email, uid, browser } = await signUpVerified(world)
    const token = String((await browser.get('/identity/token')).body['token'])
    const { payload } = await jwtVerify(token, keys(), {
      algorithms: ['RS256'],
      issuer: publicUrl,
      audience: 'baseline-api',
    })
    const [session] = await world.sql('select id, "createdAt" from session where "userId" = $1', [uid])
    const { iat = 0, exp = 0, ...claims } = payload
    expect(claims).toEqual({
      sub: uid,
      email,
      email_verified: true,
      sid: session?.['id'],
      auth_time: Math.floor(new Date(String(session?.['createdAt'])).getTime() / 1000),
      iss: publicUrl,
      aud: 'baseline-api',
      second_factor: false,
    })
    expect(exp - iat).toBe(300)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: expect.any(String) })
  })

  test('marks the address as unverified until it is verified', async () => {
    const { browser } = await signUp(world)
    const { payload } = await jwtVerify(String((await browser.get('/identity/token')).body['token']), keys())
    expect(payload['email_verified']).toBe(false)
  })

  test('publishes no private key, and stores keys encrypted', async () => {
    const { keys: published } = (await world.browser().get('/identity/jwks')).body as { keys: object[] }
    expect(published.length).toBeGreaterThan(0)
    for (const key of published) {
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n'])
      expect(Buffer.from(String(Reflect.get(key, 'n')), 'base64url')).toHaveLength(3072 / 8)
    }
    const [row] = await world.sql('select "privateKey" as key, "expiresAt" as ends from jwks limit 1')
    expect(String(row?.['key'])).not.toContain('"d"')
    expect(row?.['ends']).toBeInstanceOf(Date)
  })

  test('publishes a retired key while its tokens may be valid, and removes a revoked one', async () => {
    await world.browser().get('/identity/jwks')
    await world.sql(
      `insert into jwks (id, "publicKey", "privateKey", "createdAt", "expiresAt")
       select ended, "publicKey", "privateKey", now() - interval '30 days', now() - ended::interval
       from (select * from jwks limit 1) as key, unnest(array['59 minutes', '61 minutes']) as ended`,
    )
    const published = async () => {
      const { keys: all } = (await world.browser().get('/identity/jwks')).body as { keys: { kid: string }[] }
      return all.map(({ kid }) => kid).filter((kid) => kid.endsWith('minutes'))
    }
    expect(await published()).toEqual(['59 minutes'])
    await world.sql(`delete from jwks where id like '% minutes'`)
    expect(await published()).toEqual([])
  })

  test('lets clients cache the keys for five minutes, but not the token', async () => {
    const { browser } = await signUp(world)
    const cacheControlOf = async (path: string) => (await browser.get(path)).headers.get('cache-control')
    expect(await cacheControlOf('/identity/jwks')).toBe('public, max-age=300')
    expect(await cacheControlOf('/identity/token')).toBe('no-store')
  })
})
