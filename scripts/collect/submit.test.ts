import { expect, test } from 'vitest'

import { photo, writeForm } from './testing/documents.ts'
import { startFieldwork } from './testing/fixtures.ts'
import type { Answer } from './testing/recorder.ts'

const openRosaResponse = (message: string): string =>
  `<OpenRosaResponse xmlns="http://openrosa.org/http/response"><message nature="">${message}</message></OpenRosaResponse>`

/** Starts a server that answers HEAD and POST as given. */
const startAnswering = (head: Answer, post: Answer = { status: 201 }) =>
  startFieldwork(({ method }) => (method === 'HEAD' ? head : post))

const announce = (length: number | string): Answer => ({
  status: 204,
  headers: { 'X-OpenRosa-Accept-Content-Length': String(length) },
})

/** Returns the field names of each post, in the order of its parts. */
const fieldsOf = (requests: { method: string; body: Buffer }[]): string[][] =>
  requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) =>
      [...body.toString('utf8').matchAll(/form-data; name="([^"]*)"/g)].map(([, name]) => name ?? ''),
    )

test('H1 sends HEAD before each instance, below the URL without one slash at its end', async () => {
  const { phone, form, requests } = await startFieldwork(undefined, { urlEnd: '/' })
  phone.finalize(form, {})
  phone.finalize(form, {})
  expect((await phone.sendAll()).map(({ isSent }) => isSent)).toEqual([true, true])
  expect(requests().map(({ method }) => method)).toEqual(['HEAD', 'POST', 'HEAD', 'POST'])
  expect(requests().every(({ target }) => target.startsWith('/submission?deviceID='))).toBe(true)
})

test.for([
  [200, 'HEAD request result status code: 200'],
  [201, 'HEAD request result status code: 201'],
] as const)('H2 %i to HEAD is a failure without a POST', async ([status, message]) => {
  const { phone, form, requests } = await startAnswering({ status })
  expect(await phone.send(phone.finalize(form, {}))).toMatchObject({
    isSent: false,
    message: expect.stringContaining(message),
  })
  expect(requests().map(({ method }) => method)).toEqual(['HEAD'])
})

test('H3 401 to HEAD asks for a password', async () => {
  const { phone, form, requests } = await startAnswering({ status: 401 })
  expect(await phone.send(phone.finalize(form, {}))).toMatchObject({ isSent: false, needsPassword: true })
  expect(requests()).toHaveLength(1)
})

test.for([400, 403, 404, 405, 500, 503])('H4 %i to HEAD is ignored, with its headers', async (status) => {
  const { phone, form, requests } = await startAnswering({ ...announce(1), status })
  const files = [photo('a.jpg', 2_000), photo('b.jpg', 2_000)]
  expect((await phone.send(phone.finalize(form, {}, { files }))).isSent).toBe(true)
  expect(fieldsOf(requests())).toEqual([['xml_submission_file', 'a.jpg', 'b.jpg']])
})

test.for(['many', '', '1e3'])('H5 an announced length of "%s" counts as 10,000,000', async (length) => {
  const { phone, form, requests } = await startAnswering(announce(length))
  const files = [photo('a.jpg', 2_000), photo('b.jpg', 2_000)]
  await phone.send(phone.finalize(form, {}, { files }))
  expect(fieldsOf(requests())).toHaveLength(1)
})

test('H6 follows a Location of the same host, and remembers it without its limit', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD'
      ? {
          status: 204,
          headers: {
            ...announce(1).headers,
            Location: `${phone.settings.general['server_url'] as string}/moved`,
          },
        }
      : { status: 201 },
  )
  const files = [photo('a.jpg', 10), photo('b.jpg', 10)]
  phone.finalize(form, {}, { files })
  phone.finalize(form, {}, { files })
  await phone.sendAll()
  expect(requests().map(({ method, target }) => `${method} ${target}`)).toEqual([
    'HEAD /submission?deviceID=collect%3A0123456789abcdef',
    'POST /moved?deviceID=collect%3A0123456789abcdef',
    'POST /moved?deviceID=collect%3A0123456789abcdef',
    'POST /moved?deviceID=collect%3A0123456789abcdef',
  ])
})

test('H6 refuses a Location of another host', async () => {
  const { phone, form, requests } = await startAnswering({
    status: 204,
    headers: { Location: 'http://other.example.org/submission' },
  })
  expect((await phone.send(phone.finalize(form, {}))).message).toContain('different host')
  expect(requests()).toHaveLength(1)
})

test('P1 P2 P3 P4 P5 writes the parts like OkHttp', async () => {
  const { phone, form, requests } = await startFieldwork(
    ({ method }) => (method === 'HEAD' ? announce(300) : { status: 201 }),
    {
      now: () => new Date('2026-11-18T22:05:09Z'),
      offsetMinutes: -180,
      form: writeForm({ title: 'Água &amp; Saúde – 2' }),
    },
  )
  const files = [
    { name: 'casa_ção "1".JPG', bytes: Buffer.from([0xff, 0xd8, 0x0d, 0x0a, 0x00]) },
    { name: 'voice.amr', bytes: Buffer.from('amr') },
    { name: 'audit.csv', bytes: Buffer.from('event') },
    { name: 'unknown', bytes: Buffer.from('?') },
  ]
  const instance = phone.finalize(form, {}, { files })
  await phone.send(instance)
  const bodies = requests().slice(1)
  const [first] = bodies
  const boundary = /boundary=(.*)\r\n/.exec(first?.raw ?? '')?.[1] ?? ''
  const xml = Buffer.from(instance.xml.bytes).toString('latin1')
  const utf8 = (text: string): string => Buffer.from(text).toString('latin1')
  expect(first?.body.toString('latin1')).toBe(
    `--${boundary}\r\nContent-Disposition: form-data; name="xml_submission_file"; ` +
      utf8('filename="Água Saúde 2_2026-11-18_19-05-09.xml"\r\n') +
      `Content-Type: text/xml\r\n\r\n${xml}\r\n--${boundary}\r\n` +
      utf8(
        'Content-Disposition: form-data; name="casa_ção %221%22.JPG"; filename="casa_ção %221%22.JPG"\r\n',
      ) +
      `Content-Type: image/jpeg\r\n\r\n\u00ff\u00d8\r\n\u0000\r\n--${boundary}\r\n` +
      `Content-Disposition: form-data; name="*isIncomplete*"\r\n\r\nyes\r\n--${boundary}--\r\n`,
  )
  const types = [
    ...bodies
      .map(({ raw }) => raw)
      .join('')
      .matchAll(/filename="([^"]*)"\r\nContent-Type: (.*)\r\n/g),
  ]
  expect(types.filter(([, name]) => !name?.endsWith('.xml')).map(([, name, type]) => [name, type])).toEqual([
    [utf8('casa_ção %221%22.JPG'), 'image/jpeg'],
    ['voice.amr', 'audio/amr'],
    ['audit.csv', 'text/comma-separated-values'],
    ['unknown', 'application/octet-stream'],
  ])
})

test.for([
  [201, '', { isSent: true, message: undefined }],
  [202, '', { isSent: true, message: undefined }],
  [201, openRosaResponse('Obrigado &amp; adeus'), { isSent: true, message: 'Obrigado & adeus' }],
  [
    200,
    openRosaResponse('stored'),
    { isSent: false, message: 'Error:  Error: Network login failure? Again?' },
  ],
  [204, '', { isSent: false, message: 'java.lang.Exception' }],
  [400, '', { isSent: false, message: expect.stringContaining('configured to accept submissions') }],
  [
    401,
    openRosaResponse('no'),
    { isSent: false, message: expect.stringContaining('Error: Reason 401 (401) at http') },
  ],
  [404, openRosaResponse('unknown form'), { isSent: false, message: 'Error: unknown form' }],
  [409, '{"message": "no"}', { isSent: false, message: expect.stringContaining('Reason 409 (409)') }],
  [500, '', { isSent: false, message: expect.stringContaining('Reason 500 (500)') }],
] as const)('P6 %i %s to a POST', async ([status, body, expected]) => {
  const { phone, form } = await startAnswering({ status: 204 }, { status, body })
  const instance = phone.finalize(form, {})
  expect(await phone.send(instance)).toMatchObject(expected)
  expect(instance.status).toBe(expected.isSent ? 'submitted' : 'submissionFailed')
})

test('P7 finds the message by its name without a prefix', async () => {
  const body =
    '<o:OpenRosaResponse xmlns:o="http://openrosa.org/http/response"><o:message>no</o:message></o:OpenRosaResponse>'
  const { phone, form } = await startAnswering({ status: 204 }, { status: 201, body })
  expect((await phone.send(phone.finalize(form, {}))).message).toBeUndefined()
  const other = await startAnswering({ status: 204 }, { status: 201, body: '<message>no OpenRosa</message>' })
  expect((await other.phone.send(other.phone.finalize(other.form, {}))).message).toBeUndefined()
})

test('P8 begins a new post when the next file would exceed the length of XML and files', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }) =>
    method === 'HEAD' ? announce(limit) : { status: 201 },
  )
  const instance = phone.finalize(
    form,
    {},
    { files: [photo('a.jpg', 600), photo('b.jpg', 400), photo('c.jpg', 1)] },
  )
  const limit = instance.xml.bytes.length + 1_000
  await phone.send(instance)
  expect(fieldsOf(requests())).toEqual([
    ['xml_submission_file', 'a.jpg', 'b.jpg', '*isIncomplete*'],
    ['xml_submission_file', 'c.jpg'],
  ])
})

test('P9 begins a new post after 101 files', async () => {
  const { phone, form, requests } = await startAnswering(announce(20_000_000))
  const files = Array.from({ length: 250 }, (_, index) => photo(`${String(index)}.jpg`, 10))
  await phone.send(phone.finalize(form, {}, { files }))
  const posts = fieldsOf(requests())
  expect(posts.map(({ length }) => length)).toEqual([103, 103, 49])
  expect(posts.map((fields) => fields.at(-1))).toEqual(['*isIncomplete*', '*isIncomplete*', '249.jpg'])
})

test('P10 sends a file above the limit anyway', async () => {
  const { phone, form, requests } = await startAnswering(announce(5_000))
  const files = [photo('a.jpg', 9_000), photo('b.jpg', 9_000), photo('c.jpg', 10)]
  await phone.send(phone.finalize(form, {}, { files }))
  expect(fieldsOf(requests())).toEqual([
    ['xml_submission_file', 'a.jpg', '*isIncomplete*'],
    ['xml_submission_file', 'b.jpg', '*isIncomplete*'],
    ['xml_submission_file', 'c.jpg'],
  ])
})

test('P11 repeats the same XML in every post', async () => {
  const { phone, form, requests } = await startAnswering(announce(1))
  const instance = phone.finalize(form, {}, { files: [photo('a.jpg', 10), photo('b.jpg', 10)] })
  await phone.send(instance)
  const xml = Buffer.from(instance.xml.bytes).toString('utf8')
  expect(
    requests()
      .slice(1)
      .map(({ body }) => body.toString('utf8').includes(xml)),
  ).toEqual([true, true])
})

test('P12 a failed post stops the instance, which starts again with HEAD and the first post', async () => {
  const { phone, form, requests } = await startFieldwork(({ method }, number) =>
    method === 'HEAD' ? announce(1) : { status: number === 3 ? 500 : 201 },
  )
  const instance = phone.finalize(
    form,
    {},
    { files: ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => photo(name, 10)) },
  )
  expect((await phone.send(instance)).isSent).toBe(false)
  expect((await phone.send(instance)).isSent).toBe(true)
  expect(
    requests().map(({ method, body }) => /name="(\w\.jpg)"/.exec(body.toString('latin1'))?.[1] ?? method),
  ).toEqual(['HEAD', 'a.jpg', 'b.jpg', 'HEAD', 'a.jpg', 'b.jpg', 'c.jpg'])
})

test('begins a retry at the second post if a test wants it', async () => {
  const { phone, form, requests } = await startAnswering(announce(1))
  const instance = phone.finalize(form, {}, { files: [photo('a.jpg', 10), photo('b.jpg', 10)] })
  await phone.send(instance, { firstPost: 2 })
  expect(fieldsOf(requests())).toEqual([['xml_submission_file', 'b.jpg']])
})

test('P13 counts as failed from the first request on', async () => {
  const { phone, form } = await startFieldwork(({ method }) => {
    statuses.push(`${method} ${instance.status}`)
    return { status: method === 'HEAD' ? 204 : 201 }
  })
  const statuses: string[] = []
  const instance = phone.finalize(form, {})
  expect(instance.status).toBe('complete')
  await phone.send(instance)
  expect(statuses).toEqual(['HEAD submissionFailed', 'POST submissionFailed'])
  expect(instance.status).toBe('submitted')
})

test('P14 sends in the order of finalization, and continues after a failure', async () => {
  let time = Date.parse('2026-11-18T10:00:00Z')
  const { phone, form } = await startFieldwork(
    ({ method }, number) => (method === 'HEAD' ? { status: 204 } : { status: number === 2 ? 500 : 201 }),
    { now: () => new Date((time += 1_000)) },
  )
  const [first, second] = [phone.finalize(form, {}), phone.finalize(form, {})]
  phone.instances.reverse()
  expect((await phone.sendAll()).map(({ instance, isSent }) => [instance, isSent])).toEqual([
    [first, false],
    [second, true],
  ])
  expect((await phone.sendAll()).map(({ instance, isSent }) => [instance, isSent])).toEqual([[first, true]])
})

test('P15 sends to the URL of the form if it has one', async () => {
  const { phone, form, requests } = await startFieldwork(undefined, {
    form: writeForm({ submission: '<submission action="http://127.0.0.1:9/own"/>' }),
  })
  expect((await phone.send(phone.finalize(form, {}))).message).toContain('ECONNREFUSED')
  expect(requests()).toEqual([])
})
