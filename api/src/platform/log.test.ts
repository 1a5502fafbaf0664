import { SignJWT } from 'jose'
import pg from 'pg'
import { expect, test } from 'vitest'

import { findFreePort, startProcess, waitUntilReady } from '../../../scripts/stack/processes.ts'
import { audience, issuer } from '../testing/token-issuer.ts'
import { openWorld } from '../testing/world.ts'
import { withoutPersonalData } from './log.ts'

test('keeps personal data, tokens and query strings out of logs and metrics', async () => {
  const world = await openWorld()
  const lines: string[] = []
  const port = await findFreePort()
  const url = `http://127.0.0.1:${String(port)}`
  const api = startProcess(process.execPath, ['src/main.ts'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: issuer,
      DATABASE_URL: world.database.app,
      IDENTITY_URL: world.tokens.url,
      TOKEN_AUDIENCE: audience,
      SERVICE_TOKEN: 'service-token-for-tests-0123456789',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_URL: 'file:///nowhere',
      STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
      LOG_LEVEL: 'debug',
    },
    onLine: (line) => lines.push(line),
  })
  await waitUntilReady(`${url}/ready`)
  const { token } = world.people.monitor
  const send = (method: string, path: string, body?: object, bearer = token) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const profile = { profile: { firstName: 'CanaryName', phoneNumber: '999888777' } }
  await send('PUT', '/api/auth/profile', profile)
  await send('PUT', '/api/auth/profile', { profile: { firstName: 'CanaryName'.repeat(20) } })
  await send('POST', '/api/auth/send-password-reset-email', { email: 'canary@example.org' })
  await send('GET', '/api/auditLog?filter[createdByEmail]=canary@example.org')
  await send('GET', '/api/canary@example.org/nowhere')
  const list = '/api/survey-responses?limit=10&filter[village][]=CanaryName'
  await send('GET', list, undefined, world.people.supervisor.token)

  // A database error whose message quotes the row.
  const owner = new pg.Client({ connectionString: world.database.owner })
  await owner.connect()
  await owner.query(
    `alter table app.users add constraint canary check (first_name <> 'CanaryName') not valid`,
  )
  const failed = await send('PUT', '/api/auth/profile', profile)
  await owner.end()
  expect(failed.status).toBe(500)
  const text = expect.any(String) as unknown
  expect(await failed.json()).toEqual({ code: 'errors.defaultErrorMessage', message: text, requestId: text })
  const claims = { email: 'canary@example.org', email_verified: true }
  const expired = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'test' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject('x')
    .setIssuedAt(Date.now() / 1000 - 900)
    .setExpirationTime(Date.now() / 1000 - 600)
    .sign(world.tokens.privateKey)
  for (const bearer of [expired, `${token}x`, '']) await send('GET', '/api/auth/me', undefined, bearer)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  await api.stop()
  await world.close()

  const log = lines.join('\n')
  expect(log).toContain('"route":"/api/auth/profile"')
  expect(log).toContain('"constraint":"canary"')
  expect(log).toContain('"strategy":"sort"')
  // A call without permission leaves its user, route and result. Each entry is one line of JSON, with any content.
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const refused = { route: '/api/auditLog', status: 403, user: world.people.monitor.id }
  expect(entries).toContainEqual(expect.objectContaining({ ...refused, time: expect.any(Number) }))
  const reasons = entries.filter(({ msg }) => msg === 'errors.unauthenticated').map(({ reason }) => reason)
  expect(reasons).toEqual([
    expect.stringMatching(/^token expired 60\d s ago$/),
    'invalid token: signature verification failed',
    'no token',
  ])
  expect(metrics).toContain('http_request_duration_seconds_bucket')
  expect(metrics).toContain('strategy="sort"')
  for (const secret of ['CanaryName', 'canary@', '999888777', 'filter', token, 'monitor@']) {
    expect(log).not.toContain(secret)
    expect(metrics).not.toContain(secret)
  }
}, 30_000)

test('describes the errors of the queue, which are plain objects', () => {
  const asObject = (error: Error) =>
    Object.assign(Object.fromEntries(Object.entries(error)), {
      message: error.message,
      stack: error.stack,
      queue: 'mails',
    })
  const lost = new Error('timeout exceeded when trying to connect')
  expect(withoutPersonalData(asObject(lost))).toEqual({
    type: 'Error',
    message: lost.message,
    stack: lost.stack,
  })
  const refused = Object.assign(new Error('duplicate key (email)=(ana@example.org)'), {
    severity: 'ERROR',
    code: '23505',
  })
  expect(withoutPersonalData(asObject(refused))).toEqual({ type: 'database', code: '23505' })
})
