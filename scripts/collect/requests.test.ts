import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { writeDateHeader } from './http-client.ts'
import { openRosa, writeForm, writeList } from './testing/documents.ts'
import { createPhone, deviceId, startFieldwork, startServer } from './testing/fixtures.ts'

const now = () => new Date('2026-11-18T22:05:09.123Z')
const agent =
  'org.odk.collect.android/v2026.3.0 Dalvik/2.1.0 (Linux; U; Android 14; Pixel 7 Build/UQ1A.240205.004)'
const list = { status: 200, headers: openRosa, body: writeList([]) }
const device = 'deviceID=collect%3A0123456789abcdef'

test('R1 R2 R3 R4 writes the bytes of OkHttp', async () => {
  const { recorder, phone, form, requests } = await startFieldwork(undefined, { now })
  await phone.send(phone.finalize(form, {}))
  const common = `User-Agent: ${agent}\r\nX-OpenRosa-Version: 1.0\r\nDate: Wed, 18 Nov 2026 10:05:09 GMT\r\n`
  const connection = `Host: 127.0.0.1:${String(recorder.port)}\r\nConnection: Keep-Alive\r\nAccept-Encoding: gzip\r\n\r\n`
  expect(recorder.requests[0]?.raw).toBe(`GET /formList?${device} HTTP/1.1\r\n${common}${connection}`)
  const [head, post] = requests()
  expect(head?.raw).toBe(`HEAD /submission?${device} HTTP/1.1\r\n${common}${connection}`)
  const boundary = /boundary=(.*)\r\n/.exec(post?.raw ?? '')?.[1] ?? ''
  expect(boundary).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(post?.raw.slice(0, post.raw.indexOf('\r\n\r\n') + 4)).toBe(
    `POST /submission?${device} HTTP/1.1\r\n${common}Content-Type: multipart/form-data; boundary=${boundary}\r\n` +
      `Content-Length: ${String(post?.body.length)}\r\n${connection}`,
  )
})

test.for([
  ['2026-01-02T00:00:00Z', 'Fri, 02 Jan 2026 12:00:00 GMT'],
  ['2026-01-02T12:59:59Z', 'Fri, 02 Jan 2026 12:59:59 GMT'],
  ['2026-01-02T13:00:00Z', 'Fri, 02 Jan 2026 01:00:00 GMT'],
] as const)('R3 the Date of %s has no half of the day', ([date, expected]) => {
  expect(writeDateHeader(new Date(date))).toBe(expected)
})

test('R4 adds the device id to a query of the server', async () => {
  const recorder = await startServer(({ target }) =>
    target.startsWith('/formList')
      ? { ...list, body: writeList([{ hash: 'md5:1', downloadUrl: `${recorder.url}/form?version=3` }]) }
      : { status: 200, body: writeForm() },
  )
  await createPhone(recorder.url).refreshForms()
  expect(recorder.requests.map(({ target }) => target)).toEqual([
    `/formList?${device}`,
    `/form?version=3&${device}`,
  ])
  expect(decodeURIComponent(device)).toBe(`deviceID=${deviceId}`)
})

test('R5 a timeout is a failure, and the request is not sent again', async () => {
  const { phone, form, requests } = await startFieldwork(
    ({ method }) => (method === 'HEAD' ? { status: 204 } : 'silence'),
    { timeouts: { readMs: 2_000 } },
  )
  const instance = phone.finalize(form, {})
  expect(await phone.send(instance)).toMatchObject({ isSent: false, message: 'timeout' })
  expect(requests().map(({ method }) => method)).toEqual(['HEAD', 'POST'])
})

test('R6 uses one connection for everything, until the server closes it', async () => {
  const { recorder, phone, form } = await startFieldwork(({ method }) => ({
    status: method === 'HEAD' ? 204 : 201,
    headers: method === 'POST' ? { Connection: 'close' } : {},
  }))
  await phone.send(phone.finalize(form, {}))
  await phone.send(phone.finalize(form, {}))
  expect(recorder.requests.map(({ method, connection }) => `${method} ${String(connection)}`)).toEqual([
    'GET 1',
    'GET 1',
    'HEAD 1',
    'POST 1',
    'HEAD 2',
    'POST 2',
  ])
})

test('R7 unpacks gzip', async () => {
  const recorder = await startServer(() => ({
    ...list,
    headers: { ...openRosa, 'Content-Encoding': 'gzip' },
    body: gzipSync(list.body),
  }))
  expect(await createPhone(recorder.url).refreshForms()).toEqual([])
})

test.for([
  ['an ETag', { ETag: '"7"', 'Last-Modified': 'Wed, 18 Nov 2026 08:00:00 GMT' }, ['If-None-Match', '"7"']],
  [
    'a date of change',
    { 'Last-Modified': 'Wed, 18 Nov 2026 08:00:00 GMT' },
    ['If-Modified-Since', 'Wed, 18 Nov 2026 08:00:00 GMT'],
  ],
  [
    'only a Date',
    { Date: 'Wed, 18 Nov 2026 09:00:00 GMT' },
    ['If-Modified-Since', 'Wed, 18 Nov 2026 09:00:00 GMT'],
  ],
  ['nothing', {}, undefined],
  ['no-store', { ETag: '"7"', 'Cache-Control': 'no-store' }, undefined],
] as const)('R8 a GET after an answer with %s is conditional', async ([, headers, condition]) => {
  const recorder = await startServer((_, number) =>
    number === 1 || condition === undefined
      ? { ...list, headers: { ...openRosa, ...headers } }
      : { status: 304 },
  )
  const phone = createPhone(recorder.url)
  await phone.refreshForms()
  expect(await phone.refreshForms()).toEqual([])
  const names = ['If-None-Match', 'If-Modified-Since']
  expect(recorder.requests[1]?.headers.filter(([name]) => names.includes(name))).toEqual(
    condition ? [condition] : [],
  )
})

test('R8 sends no request for an answer that is still fresh', async () => {
  const recorder = await startServer(() => ({
    ...list,
    headers: { ...openRosa, 'Cache-Control': 'max-age=60' },
  }))
  const phone = createPhone(recorder.url)
  await phone.refreshForms()
  await phone.refreshForms()
  expect(recorder.requests).toHaveLength(1)
})

test('R9 follows redirects, and turns a POST into a GET unless the status is 307 or 308', async () => {
  const { phone, form, requests } = await startFieldwork(({ method, target }, number) => {
    if (target.startsWith('/submission'))
      return method === 'HEAD'
        ? { status: 204 }
        : { status: number === 2 ? 307 : 302, headers: { Location: '/other' } }
    return { status: 201 }
  })
  expect((await phone.send(phone.finalize(form, {}))).isSent).toBe(true)
  await phone.send(phone.finalize(form, {}))
  expect(requests().map(({ method, target }) => `${method} ${target.replace(/\?.*/, '')}`)).toEqual([
    'HEAD /submission',
    'POST /submission',
    'POST /other',
    'HEAD /submission',
    'POST /submission',
    'GET /other',
  ])
})

test.for([
  [408, {}, 2],
  [408, { 'Retry-After': '5' }, 1],
  [503, { 'Retry-After': '0' }, 2],
  [503, {}, 1],
  [500, {}, 1],
] as const)('R10 repeats a post after %i %o: %i posts', async ([status, headers, posts]) => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? { status: 204 } : { status, headers },
  )
  expect((await phone.send(phone.finalize(form, {}))).isSent).toBe(false)
  expect(requests().filter(({ method }) => method === 'POST')).toHaveLength(posts)
})
