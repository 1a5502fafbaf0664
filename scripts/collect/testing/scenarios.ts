import { md5, openRosa, photo, writeList, writeManifest } from './documents.ts'
import type { Answer, Handler } from './recorder.ts'

/** The behaviour of a server for the posts of an interview. `number` counts the posts from 1. */
export interface SubmissionScenario {
  maxLength: number
  files: { name: string; bytes: Buffer }[]
  headHeaders?: Record<string, string>
  answer: (target: string, number: number) => ReturnType<Handler>
}

const files = ['casa_ção "1".JPG', 'b.png', 'voice.amr', 'audit.csv', 'unknown', 'c.jpg'].map((name, index) =>
  photo(name, 1_500 * (index + 1)),
)
const accepted: Answer = { status: 201, body: 'ok' }
const onePost = { maxLength: 20_000_000, files }
const split = { maxLength: 7_000, files }
const moved = (status: number) => (target: string) =>
  target.startsWith('/moved') ? accepted : { status, headers: { Location: '/moved' } }

export const submissionScenarios: Record<string, SubmissionScenario> = {
  'one post': { ...onePost, answer: () => accepted },
  'several posts': { ...split, answer: () => ({ status: 202 }) },
  '250 files': {
    maxLength: 20_000_000,
    files: Array.from({ length: 250 }, (_, index) => photo(`${String(index)}.jpg`, 20)),
    answer: () => accepted,
  },
  'second post broken once': { ...split, answer: (_, number) => (number === 2 ? 'close' : accepted) },
  'every post broken': { ...onePost, answer: () => 'close' },
  'post broken on a new connection': {
    ...onePost,
    headHeaders: { Connection: 'close' },
    answer: () => 'close',
  },
  'answer broken in its body': {
    ...onePost,
    answer: () => ({ raw: 'HTTP/1.1 201 Created\r\nContent-Length: 10\r\n\r\n<a' }),
  },
  '200': { ...onePost, answer: () => ({ status: 200, body: 'ok' }) },
  '204': { ...onePost, answer: () => ({ status: 204 }) },
  '204 with a length': {
    ...onePost,
    answer: () => ({ raw: 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n' }),
  },
  '302': { ...onePost, answer: moved(302) },
  '307': { ...onePost, answer: moved(307) },
  '401': { ...onePost, answer: () => ({ status: 401 }) },
  '408': { ...onePost, answer: () => ({ status: 408 }) },
  '503 with Retry-After: 0': { ...onePost, answer: () => ({ status: 503, headers: { 'Retry-After': '0' } }) },
}

const form = '<form/>'
const date = 'Wed, 18 Nov 2026 08:00:00 GMT'

const listOf = (url: string): string =>
  writeList([{ hash: `md5:${md5(form)}`, downloadUrl: `${url}/form?v=1`, manifestUrl: `${url}/manifest` }])

const listWith =
  (headers: Record<string, string>) =>
  (url: string): Answer => ({ status: 200, headers: { ...openRosa, ...headers }, body: listOf(url) })

const without = (field: string) => (url: string) => ({
  ...listWith({})(url),
  body: listOf(url).replace(new RegExp(`<${field}>.*</${field}>`), ''),
})

/** The list of forms that a server returns at its URL. */
export const listScenarios: Record<string, (url: string) => Answer> = {
  'no validator': listWith({}),
  'a Date': listWith({ Date: date }),
  'an ETag': listWith({ ETag: '"7"', Date: date }),
  'a Last-Modified': listWith({ 'Last-Modified': date }),
  'max-age': listWith({ 'Cache-Control': 'private, max-age=60' }),
  'no-store': listWith({ ETag: '"7"', 'Cache-Control': 'no-store' }),
  'no-cache': listWith({ ETag: '"7"', 'Cache-Control': 'no-cache, max-age=60' }),
  'application/xml': listWith({ 'Content-Type': 'application/xml' }),
  'another version': listWith({ 'X-OpenRosa-Version': '2.0' }),
  'no version': (url) => ({ status: 200, headers: { 'Content-Type': 'text/xml' }, body: listOf(url) }),
  'no type': (url) => ({ status: 200, headers: { 'X-OpenRosa-Version': '1.0' }, body: listOf(url) }),
  '401': () => ({ status: 401 }),
  '404 with an ETag': () => ({ status: 404, headers: { ETag: '"7"' } }),
  '500': () => ({ status: 500 }),
  'no XML': () => ({ status: 200, headers: openRosa, body: 'hello' }),
  'another root': () => ({ status: 200, headers: openRosa, body: '<forms/>' }),
  'a form without formID': without('formID'),
  'a form without name': without('name'),
  'a form without downloadUrl': without('downloadUrl'),
  'a form without hash': without('hash'),
}

/** Answers a refresh: the list as given, 304 to a conditional request for it, one manifest, and the form. */
export const answerRefresh =
  (list: () => Answer, url: () => string): Handler =>
  ({ target, headers }) => {
    const path = target.replace(/\?.*$/, '')
    const isConditional = headers.some(([name]) => name.startsWith('If-'))
    if (path === '/formList') {
      const answer = list()
      return isConditional && answer.status === 200 ? { status: 304 } : answer
    }
    if (path === '/form') return { status: 200, body: form }
    return {
      status: 200,
      headers: openRosa,
      body: writeManifest([{ name: 'x.csv', content: 'x', url: `${url()}/x` }]),
    }
  }
