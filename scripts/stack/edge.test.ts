import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'

import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startEdge } from './edge.ts'
import { findFreePort } from './processes.ts'

let folder: string
let port: number
let redirectPort: number
let tlsPort: number
const lines: string[] = []
/** Paths that the services received. */
const received: string[] = []
/** Addresses of the caller that the services received. */
const senders: unknown[] = []
const stops: (() => Promise<unknown>)[] = []

const startService = async () => {
  const server = createServer((incoming, outgoing) => {
    received.push(incoming.url ?? '')
    senders.push(incoming.headers['x-forwarded-for'])
    outgoing.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.unshift(async () => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an AddressInfo.
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

let api: Awaited<ReturnType<typeof startService>>
let identity: typeof api

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-edge-'))
  const webRoot = join(folder, 'web')
  await mkdir(join(webRoot, 'assets'), { recursive: true })
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'assets/app.js'), '1')
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/config'), 'outside of the root')
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const newCertificate = 'req -x509 -newkey rsa:3072 -nodes -days 1 -subj /CN=localhost'.split(' ')
  execFileSync('openssl', [...newCertificate, '-keyout', keyFile, '-out', certificateFile], {
    stdio: 'ignore',
  })
  api = await startService()
  identity = await startService()
  ;[port, redirectPort, tlsPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const edge = await startEdge({
    directory: join(folder, 'edge'),
    port,
    redirectPort,
    tls: { port: tlsPort, certificateFile, keyFile },
    apiUrls: [api.url],
    identityUrl: identity.url,
    webRoot,
    onLine: (line) => lines.push(line),
  })
  stops.unshift(edge.stop)
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await rm(folder, { recursive: true, force: true })
})

/** Sends the path as it is; fetch would normalize it. */
const get = (
  path: string,
  from: { port?: number; localAddress?: string; method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, ...from, path, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      )
    })
      .once('error', reject)
      .end()
  })

test.for([
  '/internal/accounts%2f..%2f..%2fidentity/x',
  '/internal%2faccounts/..%2f../identity/x',
  '/metrics%2f..%2fapi/x',
  '/identity/%2e%2e/internal/accounts',
  '/identity/..%2finternal/accounts',
])('forwards only /api and /identity: %s', async (path) => {
  received.length = 0
  await get(path)
  expect(received.filter((url) => !/^\/(api|identity)\//.test(url))).toEqual([])
  expect(received.join(' ')).not.toMatch(/internal|metrics/)
})

test('forwards a path and its query', async () => {
  received.length = 0
  await get('/api/storage/a%20b/%C3%A9?token=a%2Fb&x=%20')
  await get('/identity/token')
  await get('/api/auth/me')
  expect(received).toEqual(['/api/storage/a%20b/%C3%A9?token=a%2Fb&x=%20', '/identity/token', '/api/auth/me'])
})

test('requires https for the host and its subdomains, and redirects http', async () => {
  expect((await get('/')).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  const { status, headers } = await get('/survey-responses?village=A', { port: redirectPort })
  expect([status, headers.location]).toEqual([301, 'https://localhost/survey-responses?village=A'])
})

test('refuses a call without encryption instead of redirecting it', async () => {
  for (const path of ['/api/survey-responses', '/identity/token'])
    expect((await get(path, { port: redirectPort })).status).toBe(403)
})

test.for(['/', '/users', '/assets/app.js', '/assets/missing.js', '/api/x', '/identity/x'])(
  'every response has the headers that protect browsers: %s',
  async (path) => {
    const { headers } = await get(path)
    const policy = String(headers['content-security-policy']).split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "object-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['server']).toBe('nginx')
    expect(headers['access-control-allow-origin']).toBeUndefined()
  },
)

test('texts have a type with their encoding', async () => {
  expect((await get('/')).headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await get('/assets/app.js')).headers['content-type']).toMatch(/javascript; charset=utf-8$/)
})

test('lists no folder, serves no file outside the root, and refuses TRACE', async () => {
  expect((await get('/assets/')).status).toBe(404)
  for (const path of [
    '/.git/config',
    '/../.git/config',
    '/%2e%2e/.git/config',
    '/assets/..%2f..%2f.git/config',
  ])
    expect((await get(path)).text).not.toContain('outside of the root')
  expect((await get('/', { method: 'TRACE' })).status).toBe(405)
})

test('replaces the address of the caller that a caller sends', async () => {
  senders.length = 0
  for (const path of ['/api/x', '/identity/x'])
    await get(path, { localAddress: '127.0.0.3', headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(senders).toEqual(['127.0.0.3', '127.0.0.3'])
})

test('refuses a request whose length is given in two ways', async () => {
  received.length = 0
  const socket = connect(port, '127.0.0.1')
  const body = '0\r\n\r\nGET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
  socket.write(
    `POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${String(body.length)}\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${body}`,
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 400/)
  expect(received).toEqual([])
})

/** Returns the protocol and cipher of a connection; undefined if the edge refuses it. */
const agreeOn = (options: ConnectionOptions): Promise<string | undefined> =>
  new Promise((resolve) => {
    // The certificate of the test is not trusted; only the protocol matters.
    const socket = connectTls({ port: tlsPort, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    socket.once('error', () => resolve(undefined))
    socket.once('secureConnect', () => {
      resolve(`${String(socket.getProtocol())} ${socket.getCipher().name}`)
      socket.destroy()
    })
  })

test('accepts TLS 1.3 and 1.2 with strong ciphers only', async () => {
  expect(await agreeOn({})).toMatch(/^TLSv1\.3 /)
  expect(await agreeOn({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2 ECDHE-RSA-AES256-GCM-SHA384')
  const weak = { maxVersion: 'TLSv1.2' } as const
  for (const cipher of ['AES256-GCM-SHA384', 'ECDHE-RSA-AES256-SHA384', 'AES128-SHA'])
    expect(await agreeOn({ ...weak, ciphers: `${cipher}:@SECLEVEL=0` }), cipher).toBeUndefined()
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const
  expect(await agreeOn(old)).toBeUndefined()
})

test('caches built files for a year, but not a missing one', async () => {
  expect((await get('/assets/app.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const missing = await get('/assets/app-old.js')
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-cache'])
  expect((await get('/users')).headers['cache-control']).toBe('no-cache')
  expect((await get('/api/x')).headers['cache-control']).toBeUndefined()
})

test('serves others while a sender holds 520 connections, and limits that sender', async () => {
  const held = Array.from({ length: 520 }, () => connect(port, '127.0.0.1'))
  await Promise.all(held.map((socket) => once(socket, 'connect')))
  // Promises a body and sends nothing of it.
  for (const socket of held)
    socket.on('error', () => {}).write('POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n')
  await wait(500)
  const startedAt = Date.now()
  expect((await get('/', { localAddress: '127.0.0.2' })).status).toBe(200)
  expect(Date.now() - startedAt).toBeLessThan(2_000)
  expect((await get('/')).status).toBe(429)
  for (const socket of held) socket.destroy()
})

test('refuses a flood of calls that need no sign-in; other calls pass', async () => {
  const answers = await Promise.all(Array.from({ length: 450 }, () => get('/api/auth/me')))
  const refused = answers.filter(({ status }) => status === 429).length
  expect(refused).toBeGreaterThan(50)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(450 - refused)
  expect((await get('/api/survey-responses')).status).toBe(200)
})

/** Starts a backend that dies while it handles a call. Returns the calls that it received before. */
const startDyingService = async () => {
  const calls: string[] = []
  const server = createServer((incoming) => {
    calls.push(`${String(incoming.method)} ${String(incoming.url)}`)
    incoming.socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.unshift(async () => server.close())
  return { calls, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

test('repeats a call at another process, except a POST without an idempotency key', async () => {
  const dying = await startDyingService()
  const stopped = `http://127.0.0.1:${String(await findFreePort())}`
  const edgePort = await findFreePort()
  const edge = await startEdge({
    directory: join(folder, 'edge-of-two'),
    port: edgePort,
    apiUrls: [stopped, dying.url, api.url],
    identityUrl: identity.url,
    webRoot: join(folder, 'web'),
    onLine: () => {},
  })
  stops.unshift(edge.stop)
  const key = { 'idempotency-key': 'k' }
  received.length = 0
  /** The processes take turns, so that one of three calls reaches the one that dies. */
  const statuses = async (path: string, options: Parameters<typeof get>[1]) => {
    const answers = []
    for (let turn = 0; turn < 3; turn++) answers.push(await get(path, { port: edgePort, ...options }))
    return answers.map(({ status }) => status)
  }
  expect(await statuses('/api/get?x=%2F', {})).toEqual([200, 200, 200])
  expect(await statuses('/api/k%C3%A9y%3F?x=%2F', { method: 'POST', headers: key })).toEqual([200, 200, 200])
  expect(dying.calls).toContain('POST /api/k%C3%A9y%3F?x=%2F')
  expect(new Set(received)).toEqual(new Set(['/api/get?x=%2F', '/api/k%C3%A9y%3F?x=%2F']))
  expect(await statuses('/api/post', { method: 'POST' })).toContain(503)
  expect([...dying.calls, ...received].filter((call) => call.endsWith('/api/post'))).toHaveLength(3)
  // Clients cannot call the path of repeatable calls.
  received.length = 0
  await get('/repeatable/api/x', { port: edgePort, headers: key })
  expect(received).toEqual([])
  expect((await get('/api/x', { port: edgePort, headers: key })).headers['cache-control']).toBeUndefined()
})

/** Fields of an error that do not depend on the call. */
const errorOf = ({ status, headers, text }: Awaited<ReturnType<typeof get>>) => {
  const { code, message, requestId } = JSON.parse(text) as Record<string, string>
  expect(requestId).toMatch(/^[0-9a-f]{32}$/)
  return { status, type: headers['content-type'], retry: headers['retry-after'], code, message }
}

test('its own errors have the same form and texts as the errors of the services', async () => {
  const json = 'application/json; charset=utf-8'
  const length = String(13 * 1024 * 1024)
  const tooLarge = await get('/api/x', { method: 'POST', headers: { 'content-length': length } })
  expect(errorOf(tooLarge)).toEqual({
    status: 400,
    type: json,
    retry: undefined,
    code: 'errors.tooLarge',
    message: messagesByLanguage.en.errors.tooLarge,
  })
  const flood = await Promise.all(Array.from({ length: 450 }, () => get('/identity/token')))
  const busy = flood.find(({ status }) => status === 429)
  expect(busy && errorOf(busy)).toEqual({
    status: 429,
    type: json,
    retry: '1',
    code: 'errors.busy',
    message: messagesByLanguage.en.errors.busy,
  })
  identity.server.closeAllConnections()
  identity.server.close()
  await once(identity.server, 'close')
  for (const language of languages)
    expect(
      errorOf(
        await get('/identity/x', { localAddress: '127.0.0.4', headers: { 'accept-language': language } }),
      ),
    ).toEqual({
      status: 503,
      type: json,
      retry: '1',
      code: 'errors.unavailable',
      message: messagesByLanguage[language].errors.unavailable,
    })
})

/** Returns the log of calls and the messages of nginx. */
const readLogs = async (): Promise<string> =>
  `${await readFile(join(folder, 'edge/access.log'), 'utf8')}\n${lines.join('\n')}`

test('forwards calls of phones, and writes no token to the log', async () => {
  received.length = 0
  const token = 'k'.repeat(43)
  await get(`/api/field/${token}/formList?deviceID=a%2Fb`)
  await get(`/api/field/${token}/submission?deviceID=a`, { method: 'HEAD' })
  await get(`/api/field/${token}`, { headers: { 'idempotency-key': 'x' } })
  await get(`/internal%2f..%2fapi/field/${token}/submission`)
  expect(received.slice(0, 3)).toEqual([
    `/api/field/${token}/formList?deviceID=a%2Fb`,
    `/api/field/${token}/submission?deviceID=a`,
    `/api/field/${token}`,
  ])
  expect(received.filter((url) => !url.startsWith('/api/'))).toEqual([])
  await expect.poll(readLogs).toContain('GET /api/field/TOKEN 200')
  const logs = await readLogs()
  expect(logs).toContain('HEAD /api/field/TOKEN/submission 200')
  expect(logs).not.toContain(token)
})

test('writes no query string to a log while the api is down', async () => {
  api.server.closeAllConnections()
  api.server.close()
  await once(api.server, 'close')
  expect((await get('/api/survey-responses?village=Secret')).status).toBe(503)
  expect((await get('/missing?village=Secret')).status).toBe(200)
  await expect.poll(readLogs).toContain('GET /api/survey-responses 503')
  expect(await readLogs()).not.toContain('Secret')
})
