// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'

import { createIdentity } from './identity.ts'
import { startServer } from './testing/scripted-server.ts'
import type { Received, Reply } from './testing/scripted-server.ts'

let close: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => {
  vi.useRealTimers()
  return close()
})

const setUp = async (reply: (request: Received, count: number) => Reply) => {
  const server = await startServer(reply)
  close = server.close
  return { identity: createIdentity({ baseUrl: server.url, language: () => 'en' }), ...server }
}

const token = (name: string) =>
  `head.${Buffer.from(JSON.stringify({ name, iat: 1000, exp: 1300 })).toString('base64url')}.signature`

test('one renewal serves everyone who asks at the same moment, and the token is kept', async () => {
  const { identity, received } = await setUp((_, count) => ({
    status: 200,
    body: { token: token(String(count)) },
  }))
  const all = await Promise.all([identity.getToken(), identity.getToken(), identity.getToken()])
  expect(new Set(all)).toEqual(new Set([token('1')]))
  expect(await identity.getToken()).toBe(token('1'))
  expect(received).toHaveLength(1)
})

test('the token is renewed at 80 % of its life, and by force at any time', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { identity } = await setUp((_, count) => ({ status: 200, body: { token: token(String(count)) } }))
  expect(await identity.getToken()).toBe(token('1'))
  vi.setSystemTime(Date.now() + 239_000)
  expect(await identity.getToken()).toBe(token('1'))
  vi.setSystemTime(Date.now() + 2000)
  expect(await identity.getToken()).toBe(token('2'))
  expect(await identity.getToken({ force: true })).toBe(token('3'))
})

test('no session means no token', async () => {
  const { identity } = await setUp(() => ({ status: 401, body: { code: 'auth/no-current-user' } }))
  expect(await identity.getToken()).toBeNull()
})

test('signing in forgets the token of whoever was there before', async () => {
  const { identity } = await setUp(({ url }, count) =>
    url === '/token' ? { status: 200, body: { token: token(String(count)) } } : { status: 200 },
  )
  expect(await identity.getToken()).toBe(token('1'))
  await identity.signIn('ana@example.org', 'secret secret', true)
  expect(await identity.getToken()).toBe(token('3'))
})

test('sends what the service expects', async () => {
  const { identity, received } = await setUp(() => ({ status: 200 }))
  await identity.signIn('ana@example.org', 'secret', false)
  await identity.signUp('ana@example.org', 'secret')
  await identity.sendPasswordReset('ana@example.org', '/auth/reset-password')
  await identity.confirmPasswordReset('t', 'new')
  await identity.sendEmailVerification('ana@example.org', '/auth/verify-email')
  await identity.confirmEmail('a+b')
  await identity.signOut()
  expect(
    received.map(({ method, url, body }) => [method, url, body === '' ? null : JSON.parse(body)]),
  ).toEqual([
    ['POST', '/sign-in/email', { email: 'ana@example.org', password: 'secret', rememberMe: false }],
    ['POST', '/sign-up/email', { email: 'ana@example.org', password: 'secret', name: '' }],
    ['POST', '/request-password-reset', { email: 'ana@example.org', redirectTo: '/auth/reset-password' }],
    ['POST', '/reset-password', { token: 't', newPassword: 'new' }],
    ['POST', '/send-verification-email', { email: 'ana@example.org', callbackURL: '/auth/verify-email' }],
    ['GET', '/verify-email?token=a%2Bb', null],
    ['POST', '/sign-out', {}],
  ])
})

test('only providers that the screens know are offered', async () => {
  const { identity } = await setUp(() => ({ status: 200, body: ['twitter', 'unknown', 'google'] }))
  expect(await identity.providers()).toEqual(['google', 'twitter'])
})

test.for([
  [{ status: 400, body: { code: 'auth/weak-password' } }, 'auth/weak-password'],
  [{ status: 429, body: 'slow down' }, 'auth/too-many-requests'],
  [{ status: 200, hangUp: true }, 'auth/network-request-failed'],
  [{ status: 502, body: '<html>' }, 'auth/http-502'],
] as const)('rejects with the code of %j', async ([reply, code]) => {
  const { identity } = await setUp(() => reply)
  await expect(identity.signUp('ana@example.org', 'x')).rejects.toMatchObject({ code })
})
