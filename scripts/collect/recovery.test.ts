import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { cutRequest, loseAnswer } from './faults.ts'
import { photo, writeForm } from './testing/documents.ts'
import { startFieldwork } from './testing/fixtures.ts'
import type { Handler } from './testing/recorder.ts'

/** The form list, the form and HEAD are the requests before. */
const firstPost = 4
const secondPost = 5

const splitAt =
  (length: number): Handler =>
  ({ method }) =>
    method === 'HEAD'
      ? { status: 204, headers: { 'X-OpenRosa-Accept-Content-Length': String(length) } }
      : { status: 201 }

const posts = [photo('a.jpg', 3_000), photo('b.jpg', 3_000)]

test('R11 sends a post again up to two times if the connection had worked before', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? { status: 204 } : 'close',
  )
  const result = await phone.send(phone.finalize(form, {}))
  expect(result.isSent).toBe(false)
  expect(requests().map(({ method, connection }) => `${method} ${String(connection)}`)).toEqual([
    'HEAD 1',
    'POST 1',
    'POST 2',
    'POST 3',
  ])
  expect(phone.requests.slice(3).map(({ attempt }) => attempt)).toEqual([1, 2, 3])
})

test('R11 sends a request only once if its connection is new', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? { status: 204, headers: { Connection: 'close' } } : 'close',
  )
  await phone.send(phone.finalize(form, {}))
  expect(requests().map(({ method }) => method)).toEqual(['HEAD', 'POST'])
})

test('R11 the repetition of a lost second post begins at the second post', async () => {
  let time = Date.parse('2026-11-18T10:00:00Z')
  const { phone, form, requests } = await startFieldwork(splitAt(4_000), {
    now: () => new Date((time += 1_000)),
  })
  phone.faults = loseAnswer(secondPost)
  const instance = phone.finalize(form, {}, { files: posts })
  expect((await phone.send(instance)).isSent).toBe(true)
  const [, first, second, again] = requests()
  expect(first?.raw).toContain('name="a.jpg"')
  expect(second?.raw).toContain('name="b.jpg"')
  expect(again?.raw).toBe(second?.raw)
})

test('R12 an answer that breaks in its body is a failure without a repetition', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? { status: 204 } : { raw: 'HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n<a' },
  )
  expect((await phone.send(phone.finalize(form, {}))).isSent).toBe(false)
  expect(requests().map(({ method }) => method)).toEqual(['HEAD', 'POST'])
})

test('R13 refuses 204 with a length', async () => {
  const { phone, form } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? { status: 204 } : { raw: 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n' },
  )
  const { message } = await phone.send(phone.finalize(form, {}))
  expect(message).toBe('HTTP 204 had non-zero Content-Length: 2')
})

test('R14 reads the answer of a server that stops reading a post', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HEAD')) {
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
        return
      }
      socket.pause()
      socket.write('HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n')
      setTimeout(() => socket.destroy(), 1_500)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const submission = `<submission action="http://127.0.0.1:${String(port)}/submission"/>`
  const { phone, form } = await startFieldwork(undefined, { form: writeForm({ submission }) })
  const instance = phone.finalize(form, {}, { files: [photo('a.jpg', 50_000_000)] })
  expect((await phone.send(instance)).message).toContain('Content Too Large (413)')
})

test('cuts the connection after the given bytes of a request', async () => {
  const { phone, form, requests } = await startFieldwork(splitAt(4_000))
  phone.faults = cutRequest(firstPost, 1_000)
  expect((await phone.send(phone.finalize(form, {}, { files: posts }))).isSent).toBe(true)
  await expect.poll(() => requests().some(({ isComplete }) => !isComplete), { timeout: 10_000 }).toBe(true)
  const partial = requests().find(({ isComplete }) => !isComplete)
  expect(partial?.raw).toHaveLength(1_000)
  expect(phone.requests.find(({ number }) => number === firstPost)).toMatchObject({ attempt: 1 })
  expect(requests().filter(({ method, isComplete }) => method === 'POST' && isComplete)).toHaveLength(2)
})

test('a phone that goes offline does not send the request again', async () => {
  const { phone, form, requests } = await startFieldwork(splitAt(4_000))
  phone.faults = loseAnswer(secondPost, { thenOffline: true })
  const instance = phone.finalize(form, {}, { files: posts })
  expect((await phone.send(instance)).isSent).toBe(false)
  expect(requests().map(({ method }) => method)).toEqual(['HEAD', 'POST', 'POST'])
  expect(instance.status).toBe('submissionFailed')
})
