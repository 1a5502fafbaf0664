import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startEdge } from './edge.ts'
import { findFreePort } from './processes.ts'

let folder: string
let port: number
let redirectPort: number
const lines: string[] = []
/** Paths that the services received. */
const received: string[] = []
const stops: (() => Promise<unknown>)[] = []

const startService = async () => {
  const server = createServer((incoming, outgoing) => {
    received.push(incoming.url ?? '')
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

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-edge-'))
  const webRoot = join(folder, 'web')
  await mkdir(join(webRoot, 'assets'), { recursive: true })
  await writeFile(join(webRoot, 'index.html'), '<!doctype html>')
  await writeFile(join(webRoot, 'assets/app.js'), '1')
  api = await startService()
  const identity = await startService()
  ;[port, redirectPort] = [await findFreePort(), await findFreePort()]
  const edge = await startEdge({
    directory: join(folder, 'edge'),
    port,
    redirectPort,
    apiUrl: api.url,
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
  from: { port?: number; localAddress?: string } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders }> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, ...from, path, agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
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

test('writes no query string to a log while the api is down', async () => {
  api.server.closeAllConnections()
  api.server.close()
  await once(api.server, 'close')
  expect((await get('/api/survey-responses?village=Secret')).status).toBe(502)
  expect((await get('/missing?village=Secret')).status).toBe(200)
  expect(lines.join('\n')).not.toContain('Secret')
})
