// @vitest-environment node
import { sendPasswordResetEmail, updateProfile } from '@baseline/contract/auth/contract.ts'
import { EmptyResponse, route } from '@baseline/contract/http.ts'
import { uploadFile } from '@baseline/contract/storage/contract.ts'
import { loadSurvey } from '@baseline/contract/surveys/upload.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { createClient, queryString } from './api-client.ts'
import { startServer } from './testing/scripted-server.ts'
import type { ReceivedRequest, Reply } from './testing/scripted-server.ts'

const getThing = route({
  method: 'GET',
  path: '/things/:id',
  access: 'member',
  summary: 'A thing',
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ ids: z.array(z.string()), from: z.date() }),
  response: z.strictObject({ name: z.string() }),
})
const listThings = route({
  method: 'GET',
  path: '/things',
  access: 'member',
  summary: 'Things',
  response: EmptyResponse,
})
const removeThing = route({
  method: 'DELETE',
  path: '/things',
  access: 'member',
  summary: 'Away',
  response: EmptyResponse,
})
const publicThings = route({
  method: 'GET',
  path: '/public',
  access: 'anyone',
  summary: 'Open',
  response: EmptyResponse,
})

let close: () => Promise<unknown> = () => Promise.resolve()
afterEach(() => close())

const setUp = async (
  reply: (request: ReceivedRequest, count: number) => Reply,
  tokens: (string | null)[] = ['t1', 't2'],
) => {
  const server = await startServer(reply)
  close = server.close
  const tokenRequests: boolean[] = []
  const call = createClient({
    baseUrl: `${server.url}/api`,
    language: () => 'pt-BR',
    getToken: ({ force = false } = {}) => {
      tokenRequests.push(force)
      return Promise.resolve(tokens[force ? 1 : 0] ?? null)
    },
  })
  return { call, received: server.received, tokenRequests }
}

describe('spec §7 request', () => {
  test('has the path, arrays with brackets, dates as ISO, token and language', async () => {
    const { call, received } = await setUp(() => ({ status: 200, body: { name: 'x' } }))
    const from = new Date('2026-11-14T09:30:00Z')
    expect(await call(getThing, { params: { id: 'a/b' }, query: { ids: ['1', '2'], from } })).toEqual({
      name: 'x',
    })
    const [request] = received
    expect(decodeURIComponent(request?.url.split('?')[1] ?? '')).toBe(
      'ids[]=1&ids[]=2&from=2026-11-14T09:30:00.000Z',
    )
    expect(request?.url).toMatch(/^\/api\/things\/a%2Fb\?/)
    expect(request?.headers).toMatchObject({ authorization: 'Bearer t1', 'accept-language': 'pt-BR' })
    expect(request?.headers['idempotency-key']).toBeUndefined()
  })

  test('has a JSON body, and no key on a PUT', async () => {
    const { call, received } = await setUp(() => ({ status: 200 }))
    await call(updateProfile, { body: { profile: { firstName: 'Ana' } } })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ profile: { firstName: 'Ana' } })
    expect(received[0]?.headers['content-type']).toBe('application/json')
    expect(received[0]?.headers['idempotency-key']).toBeUndefined()
  })

  test('sends a file as a form with the fields first, and retries it with its key like any POST', async () => {
    const { call, received } = await setUp((_request, count) => ({ status: count === 1 ? 503 : 200 }))
    await call(uploadFile, {
      body: { token: 'a token', folder: 'surveyResponses' },
      file: new File(['the bytes'], 'João.jpg', { type: 'image/jpeg' }),
    })
    expect(received).toHaveLength(2)
    for (const { body, headers } of received) {
      expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
      expect(headers['idempotency-key']).toBe(received[0]?.headers['idempotency-key'])
      expect(body).toMatch(
        /name="token"\s+a token\s[\s\S]*name="folder"\s+surveyResponses\s[\s\S]*name="file"; filename="João.jpg"[\s\S]*the bytes/,
      )
    }
  })

  test('sends several files as attachments before the last one, and omits blank fields', async () => {
    const { call, received } = await setUp(() => ({ status: 200 }))
    await call(loadSurvey, {
      body: { allowBreaking: '3', languageCodes: undefined },
      attachments: [new File(['name\na'], 'towns.csv'), new File(['name\nb'], 'villages.csv')],
      file: new File(['the workbook'], 'form.xlsx'),
      ifMatch: 2,
    })
    const [{ body, headers }] = received as [ReceivedRequest]
    expect(headers).toMatchObject({ 'if-match': '"2"' })
    const parts = [...body.matchAll(/name="(\w+)"(?:; filename="([^"]+)")?/g)].map(([, name, file]) => [
      name,
      file,
    ])
    expect(parts).toEqual([
      ['allowBreaking', undefined],
      ['attachment', 'towns.csv'],
      ['attachment', 'villages.csv'],
      ['file', 'form.xlsx'],
    ])
    expect(body).toMatch(/name\r?\na[\s\S]*name\r?\nb[\s\S]*the workbook/)
  })

  test('needs no token for a call with access anyone', async () => {
    const { call, received, tokenRequests } = await setUp(() => ({ status: 200 }))
    await call(publicThings)
    expect(tokenRequests).toEqual([])
    expect(received[0]?.headers.authorization).toBeUndefined()
  })

  test('encodes nested filters', () => {
    const query = { filter: { status: ['a'], range: ['x', undefined] }, limit: 10, none: undefined }
    expect(decodeURIComponent(queryString(query))).toBe('?filter[status][]=a&filter[range][]=x&limit=10')
  })
})

describe('401', () => {
  test('renews the token and retries once', async () => {
    const { call, received, tokenRequests } = await setUp(({ headers }) => ({
      status: headers.authorization === 'Bearer t2' ? 200 : 401,
    }))
    await call(listThings)
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2'])
    expect(tokenRequests).toEqual([false, true])
  })

  test('throws on a second 401', async () => {
    const { call, received } = await setUp(() => ({
      status: 401,
      body: { code: 'auth/user-disabled', message: 'Your account is disabled' },
    }))
    await expect(call(listThings)).rejects.toMatchObject({ status: 401, code: 'auth/user-disabled' })
    expect(received).toHaveLength(2)
  })

  test('reports the reason if the session has ended in the meantime', async () => {
    const refusal = { status: 401, body: { code: 'auth/user-disabled' } }
    const { call, received } = await setUp(() => refusal, ['t1', null])
    await expect(call(listThings)).rejects.toMatchObject({ status: 401, code: 'auth/user-disabled' })
    expect(received).toHaveLength(1)
  })

  test('sends nothing without a session', async () => {
    const { call, received } = await setUp(() => ({ status: 200 }), [null])
    await expect(call(listThings)).rejects.toMatchObject({ status: 401 })
    expect(received).toHaveLength(0)
  })
})

describe('retry', () => {
  test.for([429, 502, 503, 504])('repeats a GET after %i', async (status) => {
    const { call, received } = await setUp((_, count) => ({ status: count === 1 ? status : 200 }))
    await call(listThings)
    expect(received).toHaveLength(2)
  })

  test('repeats a GET without a response', async () => {
    const { call, received } = await setUp((_, count) => ({ status: 200, hangUp: count === 1 }))
    await call(listThings)
    expect(received).toHaveLength(2)
  })

  test('repeats a POST with the same key after a truncated response', async () => {
    const { call, received } = await setUp((_, count) => ({ status: 200, cutOff: count === 1 }))
    await call(sendPasswordResetEmail, { body: { email: 'a@b.c' } })
    expect(received).toHaveLength(2)
    expect(received[0]?.headers['idempotency-key']).toBe(received[1]?.headers['idempotency-key'])
  })

  test('repeats a POST with the same key', async () => {
    const { call, received } = await setUp((_, count) => ({ status: count === 1 ? 503 : 200 }))
    await call(sendPasswordResetEmail, { body: { email: 'ana@example.org' } })
    const keys = received.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('waits for the time of Retry-After', async () => {
    const { call } = await setUp((_, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200 },
    )
    const startTime = performance.now()
    await call(listThings)
    expect(performance.now() - startTime).toBeGreaterThan(950)
  })

  test('does not retry if Retry-After is too long', async () => {
    const { call, received } = await setUp(() => ({ status: 503, headers: { 'retry-after': '120' } }))
    await expect(call(listThings)).rejects.toMatchObject({ status: 503 })
    expect(received).toHaveLength(1)
  })

  test.for([429, 503])('repeats a PUT or DELETE after %i', async (status) => {
    const { call, received } = await setUp((_, count) => ({ status: count % 2 === 1 ? status : 200 }))
    await call(updateProfile, { body: { profile: {} } })
    await call(removeThing)
    expect(received.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE', 'DELETE'])
  })

  test.for([{ status: 200, hangUp: true }, { status: 502 }])(
    'does not repeat a PUT or DELETE without a response (%j), which may have succeeded',
    async (reply) => {
      const { call, received } = await setUp(() => reply)
      await expect(call(updateProfile, { body: { profile: {} } })).rejects.toMatchObject({ status: 0 })
      await expect(call(removeThing)).rejects.toMatchObject({ status: 0 })
      expect(received).toHaveLength(2)
    },
  )

  test('stops when the screen is closed', async () => {
    const { call, received } = await setUp(() => ({ status: 503 }))
    const controller = new AbortController()
    const outcome = call(listThings, { signal: controller.signal })
    setTimeout(() => controller.abort(), 100)
    await expect(outcome).rejects.toMatchObject({ name: 'AbortError' })
    expect(received).toHaveLength(1)
  })
})

describe('spec §8 response', () => {
  test('throws the error body of the contract', async () => {
    const { call } = await setUp(() => ({
      status: 400,
      body: { code: 'errors.invalid', message: 'No', details: { issues: [] }, requestId: 'r-9' },
    }))
    await expect(call(listThings)).rejects.toMatchObject({
      status: 400,
      code: 'errors.invalid',
      message: 'No',
      details: { issues: [] },
      requestId: 'r-9',
    })
  })

  test('throws the raw text of any other body', async () => {
    const { call } = await setUp(() => ({ status: 500, body: 'Broken' }))
    await expect(call(listThings)).rejects.toMatchObject({ status: 500, message: 'Broken', code: '' })
  })
})
