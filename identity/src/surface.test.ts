import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { createAuth } from '#accounts.ts'
import { openPool } from '#database.ts'
import { openMailer } from '#mail.ts'
import { openWorld, password, signUpVerified } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

import { sendLateBody } from '../../scripts/testing/late-body.ts'
import { nextTotp, totp } from '../../scripts/testing/totp.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

/** Maintained by hand: a new public route must be added here too. */
const open = [
  'GET /callback/:id',
  'GET /jwks',
  'GET /token',
  'POST /change-password',
  'POST /passkey/verify-authentication',
  'POST /passkey/verify-registration',
  'POST /request-password-reset',
  'POST /reset-password',
  'POST /send-verification-email',
  'POST /sign-in/email',
  'POST /sign-in/social',
  'POST /sign-out',
  'POST /sign-up/email',
  'POST /two-factor/disable',
  'POST /two-factor/enable',
  'POST /two-factor/generate-backup-codes',
  'POST /two-factor/verify-backup-code',
  'POST /two-factor/verify-totp',
]

/** Returns all endpoints that the library would serve with our settings. */
const libraryEndpoints = async (): Promise<string[]> => {
  const pool = openPool(world.config.databaseUrl, 1, () => {})
  const mailer = openMailer(world.config.mail, () => {})
  const auth = createAuth(world.config, { pool, mailer, onLibraryError: () => {} }, [])
  await auth.$context
  await pool.end()
  const endpoints = Object.values(auth.api) as { path?: string; options: { method?: string | string[] } }[]
  return endpoints.flatMap(({ path, options }) =>
    path ? [options.method ?? 'GET'].flat().map((method) => `${method} ${path}`) : [],
  )
}

describe('deny by default', () => {
  test('answers only the listed endpoints of the library', async () => {
    const { browser } = await signUpVerified(world)
    const endpoints = await libraryEndpoints()
    expect(endpoints.length).toBeGreaterThan(30)
    expect(endpoints).toEqual(expect.arrayContaining(open))
    const answering: string[] = []
    for (const endpoint of endpoints) {
      const [method = '', path = ''] = endpoint.split(' ')
      const { status } = await browser.request(
        method,
        `/identity${path.replace(':id', 'google').replace(/:\w+/, 'x')}`,
        method === 'GET' ? {} : { body: {} },
      )
      if (status !== 404) answering.push(endpoint)
    }
    expect(answering.toSorted()).toEqual(open)
  })

  test.for([
    '/identity/admin/list-users',
    '/identity/get-session',
    '/identity/update-user',
    '/identity/change-email',
    '/identity/delete-user',
    '/identity/list-sessions',
    '/identity/sign-in//email',
    '/identity/%61dmin/list-users',
    '/identity/../internal/accounts',
    '/identity/callback/github',
    '/identity/error',
    '/identity',
    '/',
  ])('%s → 404', async (path) => {
    for (const method of ['GET', 'POST']) {
      const { status } = await world.browser().request(method, path)
      // This path resolves to the internal route, which requires its token.
      expect([404, path.includes('internal') ? 401 : 404]).toContain(status)
    }
  })

  test('refuses wrong methods', async () => {
    for (const [method, path] of [
      ['GET', 'sign-in/email'],
      ['POST', 'token'],
      ['POST', 'callback/google'],
      ['GET', 'verify-email'],
    ] as const)
      expect((await world.browser().request(method, `/identity/${path}`)).status).toBe(404)
  })
})

describe('calls from other sites', () => {
  const foreign = { headers: { origin: 'https://evil.example' } }

  test.for([
    ['sign-in/email', { email: 'a@example.org', password }],
    ['sign-up/email', { email: 'a@example.org', password }],
    ['sign-out', {}],
    ['request-password-reset', { email: 'a@example.org' }],
    ['send-verification-email', { email: 'a@example.org' }],
    ['sign-in/social', { provider: 'google' }],
    ['reset-password', { token: 'x', newPassword: password }],
    ['verify-email', { token: 'x' }],
  ] as const)('cannot call %s', async ([path, body]) => {
    const answer = await world.browser().post(`/identity/${path}`, body, foreign)
    expect([answer.status, answer.body.code]).toEqual([400, 'auth/unauthorized-domain'])
  })

  test('cannot call with a session or with the origin "null"', async () => {
    const { browser } = await signUpVerified(world)
    for (const origin of ['https://evil.example', 'null', `${world.config.publicOrigin}.evil.example`])
      expect((await browser.post('/identity/sign-out', {}, { headers: { origin } })).body.code).toBe(
        'auth/unauthorized-domain',
      )
    expect((await browser.get('/identity/token')).status).toBe(200)
  })

  test('cannot send a form: only JSON is accepted', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await world.browser().request('POST', '/identity/sign-in/email', {
        body: { email: 'a@example.org', password },
        headers: { 'content-type': type },
      })
      expect([answer.status, answer.body.code]).toEqual([400, 'auth/internal-error'])
    }
  })

  test('no response can be read by other origins or cached', async () => {
    const { headers } = await world.browser().get('/identity/options', foreign)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

test.for(['device', 'two_factor'])('a malformed cookie %s is not an error of the server', async (name) => {
  const headers = { cookie: `baseline.${name}=%zz; baseline.${name}.x=%` }
  for (const [path, body] of [
    ['sign-in/email', { email: 'a@example.org', password }],
    ['two-factor/verify-totp', { code: '000000' }],
  ] as const) {
    const { status } = await world.browser().request('POST', `/identity/${path}`, { body, headers })
    expect(status, path).toBeLessThan(500)
  }
})

test('refuses a large body without reading it', async () => {
  const answer = await world
    .browser()
    .post('/identity/sign-in/email', { email: 'a@example.org', password: 'x'.repeat(20_000) })
  expect(answer.status).toBe(400)
})

test('reads the rest of a body that is too large, because nginx returns 502 for a closed connection', async () => {
  const call = { path: '/identity/sign-out', bytes: 20_000, nextPath: '/identity/options' }
  expect(await sendLateBody(world.url, call)).toEqual([400, 200])
})

test('over https every cookie is bound to this host, and hidden from scripts and other sites', async () => {
  const secure = await openWorld(inject('superuserUrl'), { PUBLIC_URL: 'https://survey.test' })
  const { browser, email } = await signUpVerified(secure)
  await browser.post('/identity/sign-in/email', { email, password })
  const { uri } = (await browser.post('/identity/two-factor/enable', { password })).body
  await browser.post('/identity/two-factor/verify-totp', { code: totp(String(uri)) })
  await browser.post('/identity/sign-out')
  await browser.post('/identity/sign-in/email', { email, password })
  await browser.post('/identity/passkey/authentication')
  // The challenge has its own cookie, which the sign-in removes.
  const challenged = [...browser.cookies.values()]
  await browser.post('/identity/two-factor/verify-totp', { code: nextTotp(String(uri)) })
  const lines = [...challenged, ...browser.cookies.values()]
  await secure.close()
  for (const name of ['device', 'session_token', 'two_factor'])
    expect(lines.some((line) => line.startsWith(`__Host-baseline.${name}=`))).toBe(true)
  for (const line of lines) {
    expect(line).toMatch(/^__Host-/)
    for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/'])
      expect(`${line};`, line).toContain(`${attribute};`)
  }
})

test('answers the health checks', async () => {
  expect((await world.browser().get('/health')).body).toEqual({ status: 'alive' })
  expect((await world.browser().get('/ready')).body).toEqual({ status: 'ready' })
  const superuserUrl = new URL(inject('superuserUrl'))
  superuserUrl.pathname = new URL(world.config.databaseUrl).pathname
  const superuser = new pg.Client({ connectionString: superuserUrl.href })
  await superuser.connect()
  const rename = (from: string, to: string) =>
    superuser.query('update identity.kysely_migration set name = $2 where name = $1', [from, to])
  await rename('0003-second-factor', 'x')
  const { status, body } = await world.browser().get('/ready')
  await rename('x', '0003-second-factor')
  await superuser.end()
  expect([status, body['problem']]).toEqual([503, 'the database lacks 0003-second-factor: migrate it'])
})
