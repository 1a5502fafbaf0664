import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { buildApp } from '#app.ts'
import { openBrowser } from '#testing/browser.ts'
import { openWorld, password, signUp } from '#testing/world.ts'
import type { World } from '#testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld(inject('superuserUrl'))
})
afterAll(() => world.close())

const newSecret = 'the-next-secret-0123456789-abcdefghijk'

/** Restarts the service on the same database with other secrets. */
const restart = async (secrets: { secret: string; previousSecret: string | undefined }) => {
  const { app } = await buildApp({ ...world.config, ...secrets })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, url, browser: openBrowser(url, world.config.publicOrigin) }
}

/**
 * docs/operations: keep the old secret in IDENTITY_PREVIOUS_SECRET until the signing key has rotated (31
 * days).
 */
test('a new secret next to the previous one ends all sessions, but keeps the signing key', async () => {
  const { email, browser: before } = await signUp(world)
  const old = String((await before.get('/identity/token')).body['token'])
  const { app, url, browser } = await restart({ secret: newSecret, previousSecret: world.config.secret })
  const oldCookie = before.cookies.get('baseline.session_token')?.split(';')[0] ?? ''
  expect((await browser.get('/identity/token', { headers: { cookie: oldCookie } })).status).toBe(401)
  expect((await browser.post('/identity/sign-in/email', { email, password })).status).toBe(200)
  const fresh = String((await browser.get('/identity/token')).body['token'])
  const keys = createRemoteJWKSet(new URL('/identity/jwks', url))
  const kids = [
    (await jwtVerify(old, keys)).protectedHeader.kid,
    (await jwtVerify(fresh, keys)).protectedHeader.kid,
  ]
  await app.close()
  expect(kids[0]).toBe(kids[1])
})

test('a new secret alone cannot decrypt the signing key: no tokens until the keys are deleted', async () => {
  const { email, browser: before } = await signUp(world)
  await before.get('/identity/token')
  const { app, browser } = await restart({ secret: newSecret, previousSecret: undefined })
  expect((await browser.post('/identity/sign-in/email', { email, password })).status).toBe(200)
  const refused = await browser.get('/identity/token')
  const unready = await browser.get('/ready')
  await world.sql('delete from jwks')
  const after = await browser.get('/identity/token')
  await app.close()
  expect([refused.status, refused.body.code]).toEqual([500, 'auth/internal-error'])
  expect([unready.status, unready.body['problem']]).toEqual([503, expect.stringContaining('IDENTITY_SECRET')])
  expect(after.status).toBe(200)
})
