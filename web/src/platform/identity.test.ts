// @vitest-environment node
import { afterEach, describe, expect, test, vi } from 'vitest'

import { createIdentity } from './identity.ts'
import { startServer } from './testing/scripted-server.ts'
import type { ReceivedRequest, Reply } from './testing/scripted-server.ts'

let close: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => {
  vi.useRealTimers()
  return close()
})

const setUp = async (reply: (request: ReceivedRequest, count: number) => Reply, timeLimitMs?: number) => {
  const server = await startServer(reply)
  close = server.close
  const onOtherAccount = vi.fn<() => void>()
  const identity = createIdentity({
    baseUrl: server.url,
    language: () => 'en',
    onOtherAccount,
    ...(timeLimitMs !== undefined && { timeLimitMs }),
  })
  return { identity, onOtherAccount, ...server }
}

const token = (name: string, sub = 'ana') =>
  `head.${Buffer.from(JSON.stringify({ sub, name, iat: 1000, exp: 1300 })).toString('base64url')}.signature`

test('concurrent callers share one renewal, and the token is cached', async () => {
  const { identity, received } = await setUp((_, count) => ({
    status: 200,
    body: { token: token(String(count)) },
  }))
  const all = await Promise.all([identity.getToken(), identity.getToken(), identity.getToken()])
  expect(new Set(all)).toEqual(new Set([token('1')]))
  expect(await identity.getToken()).toBe(token('1'))
  expect(received).toHaveLength(1)
})

test('renews the token at 80 % of its life, and at any time by force', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { identity } = await setUp((_, count) => ({ status: 200, body: { token: token(String(count)) } }))
  expect(await identity.getToken()).toBe(token('1'))
  vi.setSystemTime(Date.now() + 239_000)
  expect(await identity.getToken()).toBe(token('1'))
  vi.setSystemTime(Date.now() + 2000)
  expect(await identity.getToken()).toBe(token('2'))
  expect(await identity.getToken({ force: true })).toBe(token('3'))
})

test('returns no token without a session', async () => {
  const { identity } = await setUp(() => ({ status: 200, body: { token: null } }))
  expect(await identity.getToken()).toBeNull()
})

test('signing in discards the token of the previous user', async () => {
  const { identity } = await setUp(({ url }, count) =>
    url === '/token?optional=true' ? { status: 200, body: { token: token(String(count)) } } : { status: 200 },
  )
  expect(await identity.getToken()).toBe(token('1'))
  await identity.signIn('ana@example.org', 'secret secret', true)
  expect(await identity.getToken()).toBe(token('3'))
})

describe('another tab signs in as another user', () => {
  const changes = (_: ReceivedRequest, count: number) => ({
    status: 200,
    body: { token: token(String(count), count === 1 ? 'manager' : 'supervisor') },
  })

  test('a renewal never returns the token of the other account', async () => {
    const { identity, onOtherAccount } = await setUp(changes)
    await identity.getToken()
    const onToken = vi.fn<(token: string | null) => void>()
    void identity.getToken({ force: true }).then(onToken, onToken)
    await vi.waitFor(() => expect(onOtherAccount).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(onToken).not.toHaveBeenCalled()
  })

  test('signing in as another user in this tab is not reported', async () => {
    const { identity, onOtherAccount } = await setUp((request, count) =>
      request.url === '/token?optional=true' ? changes(request, count) : { status: 200 },
    )
    await identity.getToken()
    await identity.signIn('supervisor@example.org', 'secret secret', true)
    expect(await identity.getToken()).toBe(token('3', 'supervisor'))
    expect(onOtherAccount).not.toHaveBeenCalled()
  })
})

describe('an outage of the service does not sign out', () => {
  test.for([429, 503])('%i is retried', async (status) => {
    const { identity, received } = await setUp((_, count) =>
      count === 1 ? { status } : { status: 200, body: { token: token('1') } },
    )
    expect(await identity.getToken()).toBe(token('1'))
    expect(received).toHaveLength(2)
  })

  test.for([
    [429, 'auth/too-many-requests'],
    [503, 'auth/network-request-failed'],
    [500, 'auth/network-request-failed'],
  ] as const)('a lasting %i is reported as %s', async ([status, code]) => {
    const { identity } = await setUp(() => ({ status, headers: { 'retry-after': '60' } }))
    await expect(identity.getToken()).rejects.toMatchObject({ code })
  })

  test('a request without a response times out, for the token and for other calls', async () => {
    const { identity, received } = await setUp(() => ({ status: 200, hang: true }), 400)
    const code = 'auth/network-request-failed'
    await expect(identity.getToken()).rejects.toMatchObject({ code })
    await expect(identity.signOut()).rejects.toMatchObject({ code })
    expect(received.map(({ url }) => url)).toEqual(['/token?optional=true', '/sign-out'])
  })
})

test('signing in waits for the end of a running sign-out', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { identity, received } = await setUp(({ url }) => ({
    status: 200,
    ...(url === '/sign-out' && { after: released }),
  }))
  const signOut = identity.signOut()
  const signIn = identity.signIn('ana@example.org', 'secret', true)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(received.map(({ url }) => url)).toEqual(['/sign-out'])
  release()
  await signOut
  await signIn
  expect(received.map(({ url }) => url)).toEqual(['/sign-out', '/sign-in/email'])
})

test('sends the requests that the service expects', async () => {
  const { identity, received } = await setUp(() => ({ status: 200 }))
  await identity.signIn('ana@example.org', 'secret', false)
  await identity.signUp('ana@example.org', 'secret')
  await identity.sendPasswordReset('ana@example.org')
  await identity.confirmPasswordReset('t', 'new')
  await identity.sendEmailVerification('ana@example.org')
  await identity.confirmEmail('a+b')
  await identity.signOut()
  expect(
    received.map(({ method, url, body }) => [method, url, body === '' ? null : JSON.parse(body)]),
  ).toEqual([
    ['POST', '/sign-in/email', { email: 'ana@example.org', password: 'secret', rememberMe: false }],
    ['POST', '/sign-up/email', { email: 'ana@example.org', password: 'secret', name: '' }],
    ['POST', '/request-password-reset', { email: 'ana@example.org' }],
    ['POST', '/reset-password', { token: 't', newPassword: 'new' }],
    ['POST', '/send-verification-email', { email: 'ana@example.org' }],
    ['POST', '/verify-email', { token: 'a+b' }],
    ['POST', '/sign-out', {}],
  ])
})

test('offers only providers that the screens know', async () => {
  const body = { providers: ['twitter', 'unknown', 'google'], isSignUpOpen: false }
  const { identity } = await setUp(() => ({ status: 200, body }))
  expect(await identity.options()).toEqual({ providers: ['google', 'twitter'], isSignUpOpen: false })
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
