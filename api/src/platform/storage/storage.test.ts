import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import * as fc from 'fast-check'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findFreePort } from '../../../../scripts/stack/processes.ts'
import { storageSuite } from '../../testing/storage-suite.ts'
import { answerErrors } from '../http/errors.ts'
import { parseQueryString } from '../http/query-string.ts'
import { openStorage } from './open-storage.ts'
import { cachePerWindow } from './storage.ts'
import type { FileStorage } from './storage.ts'

const storageSecret = 'storage-secret-for-tests-0123456789'
let parentFolder: string
let root: string
let app: FastifyInstance
let publicUrl: string
const canary = 'a file outside of the root'

const openAt = (now: () => number): Promise<FileStorage> =>
  openStorage({ storage: { driver: 'disk', root }, storageSecret, publicUrl }, now)

beforeAll(async () => {
  parentFolder = await mkdtemp(join(tmpdir(), 'baseline-storage-'))
  root = join(parentFolder, 'deep/er/root')
  await mkdir(root, { recursive: true })
  for (const folder of ['', 'deep', 'deep/er'])
    for (const name of ['canary', 'canary.jpg', 'passwd'])
      await writeFile(join(parentFolder, folder, name), canary)
  const port = await findFreePort()
  publicUrl = `http://127.0.0.1:${String(port)}`
  // Some tests do not read the response to its end.
  app = fastify({ routerOptions: { querystringParser: parseQueryString }, forceCloseConnections: true })
  answerErrors(app)
  const storage = await openAt(Date.now)
  storage.serve?.(app)
  await app.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await rm(parentFolder, { recursive: true })
})

describe('on disk', () => {
  storageSuite(() => ({ openAt, address: (key) => `${publicUrl}/api/storage/files/${key}` }))
})

describe('only on disk', () => {
  test('removes nothing while its disk is not mounted, and a missing file afterwards', async () => {
    const storage = await openAt(Date.now)
    await storage.put('a/removed.jpg', Buffer.from('removed'))
    await rename(root, `${root}-away`)
    for (const [takeDown, bringUp] of [
      [async () => undefined, async () => undefined],
      [() => mkdir(root), () => rm(root, { recursive: true })],
      [() => writeFile(root, ''), () => rm(root)],
    ] as const) {
      await takeDown()
      await expect(storage.remove('a/removed.jpg')).rejects.toThrow('errors.unavailable')
      await bringUp()
    }
    await rename(`${root}-away`, root)
    for (let time = 0; time < 2; time += 1) await storage.remove('a/removed.jpg')
    expect(await storage.head('a/removed.jpg')).toBeUndefined()
  })

  test('serves a download that the browser cannot run as a page', async () => {
    const storage = await openAt(Date.now)
    await storage.put('a/b.jpg', Buffer.from('<script>alert(1)</script>'))
    const { headers } = await fetch(await storage.downloadUrl('a/b.jpg', 'b.html'))
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('removes unfinished files of a killed process after a day, and nothing else', async () => {
    const storage = await openAt(Date.now)
    await storage.put('swept/whole.zip', Buffer.from('x'))
    await writeFile(join(root, 'swept/whole.zip.left.part'), 'x')
    await storage.sweep('swept')
    expect(await readdir(join(root, 'swept'))).toHaveLength(2)
    await (await openAt(() => Date.now() + 90_000_000)).sweep('swept')
    expect(await readdir(join(root, 'swept'))).toEqual(['whole.zip'])
    await storage.sweep('never/made')
  })

  test('returns 404 for a valid signature of a missing file', async () => {
    const storage = await openAt(Date.now)
    expect((await fetch(await storage.downloadUrl('a/gone.jpg', 'a.jpg'))).status).toBe(404)
  })

  test('returns 403 for the signature of another installation', async () => {
    const other = await openStorage({
      storage: { driver: 'disk', root },
      storageSecret: 'another-secret-for-tests-0123456789',
      publicUrl,
    })
    await other.put('a/b.jpg', Buffer.from('x'))
    expect((await fetch(await other.downloadUrl('a/b.jpg', 'a.jpg'))).status).toBe(403)
  })

  test('reports an unwritable disk as unavailable, and leaves no partial file', async () => {
    await writeFile(join(root, 'in-the-way'), '')
    const storage = await openAt(Date.now)
    await expect(storage.put('in-the-way/a.jpg', Buffer.from('x'))).rejects.toMatchObject({
      code: 'errors.unavailable',
    })
    await mkdir(join(root, 'taken/a.jpg'), { recursive: true })
    await expect(storage.put('taken/a.jpg', Buffer.from('x'))).rejects.toMatchObject({
      code: 'errors.unavailable',
    })
    expect(await readdir(join(root, 'taken'))).toEqual(['a.jpg'])
  })
})

/** Every generated key contains one of these, so that no key is valid by chance. */
const bad = fc.constantFrom(
  ...[
    '..',
    '...',
    '%2e%2e',
    '%252e%252e',
    '．．',
    '\u2024\u2024',
    '‥',
    '..;',
    '.\0.',
    '../',
    '/..',
    '..\\',
  ].concat(['\\', '%2f', '%5c', '//', '／', '∕', '%c0%af', '\0', '~', ':', ' ', '\n', '?', '#']),
)
const piece = fc.oneof(
  bad,
  fc.constantFrom('/', '.', 'canary.jpg', 'canary', 'passwd', 'etc/passwd', 'a.jpg', 'a', '.jpg', '.part'),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const pieces = fc.array(piece, { maxLength: 6 })
const hostile = fc
  .tuple(
    fc.constantFrom('', '/', 'a/', 'user/avatars/profile/', 'file:///', '\\\\server\\', 'C:\\'),
    pieces,
    bad,
    pieces,
    fc.constantFrom('', '.jpg', '/canary.jpg', '/a.png', '\0.jpg', '.jpg\n'),
  )
  .map(([start, before, worst, after, end]) => [start, ...before, worst, ...after, end].join(''))

/** Reads every file below a folder, to detect any changed byte. */
const snapshot = async (folder: string): Promise<[string, string][]> => {
  const entries = await readdir(folder, { recursive: true })
  const files: [string, string][] = []
  for (const entry of entries.toSorted()) {
    const path = join(folder, entry)
    const stats = await stat(path)
    files.push([entry, stats.isFile() ? await readFile(path, 'latin1') : '(folder)'])
  }
  return files
}

/** Sends the path unchanged, without the normalisation of `fetch`. */
const rawGet = (path: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const outgoing = request({ port: new URL(publicUrl).port, host: '127.0.0.1', path }, (answer) => {
      let body = ''
      answer.setEncoding('latin1').on('data', (chunk: string) => (body += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }))
    })
    outgoing.on('error', reject).end()
  })

test(
  'reads, writes and removes nothing outside of the root for 2,000 hostile keys',
  { timeout: 60_000 },
  async () => {
    const storage = await openAt(Date.now)
    await storage.put('a/known.jpg', Buffer.from('known'))
    const validUrl = new URL(await storage.downloadUrl('a/known.jpg', 'known.jpg'))
    const before = await snapshot(parentFolder)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(hostile, async (key) => {
        for (const work of [
          () => storage.put(key, Buffer.from('written by an attacker')),
          () => storage.read(key),
          () => storage.head(key),
          () => storage.remove(key),
          () => storage.downloadUrl(key, 'a.jpg'),
        ])
          await expect(work()).rejects.toThrow('not a storage key')
        refused += 1
      }),
      { numRuns: 2_000 },
    )
    expect(refused).toBe(2_000)

    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(hostile, fc.boolean(), async (key, encoded) => {
        // Node's client refuses characters that are invalid in a request line, so they are always encoded.
        const path = encoded ? encodeURIComponent(key.toWellFormed()) : encodeURI(key.toWellFormed())
        const { status, body } = await rawGet(`/api/storage/files/${path}${validUrl.search}`)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(body).not.toContain(canary)
        expect([400, 403, 404]).toContain(status)
      }),
      { numRuns: 2_000 },
    )
    expect([...statuses.values()].reduce((sum, count) => sum + count)).toBe(2_000)
    expect(await snapshot(parentFolder)).toEqual(before)
  },
)

test('S3: signs a URL once per window', async () => {
  const state = { now: 0, signed: 0 }
  const address = cachePerWindow(
    () => state.now,
    async (key, name, { end }) => {
      state.signed += 1
      return `${key} ${name} ${String(end)}`
    },
  )
  const page = () =>
    Promise.all(Array.from({ length: 100 }, (_, i) => address(`a/${String(i)}.jpg`, 'a.jpg')))
  const first = await page()
  expect(new Set(first).size).toBe(100)
  state.now = 299_000
  expect(await page()).toEqual(first)
  expect(state.signed).toBe(100)
  // The signature includes the name.
  expect(await address('a/1.jpg', 'b.jpg')).not.toBe(first[1])
  state.now = 300_000
  expect((await page())[0]).not.toBe(first[0])
  expect(state.signed).toBe(201)
})

test('S3: limits the number of cached URLs', async () => {
  let signed = 0
  const address = cachePerWindow(
    () => 0,
    async (key) => `${key} ${String((signed += 1))}`,
  )
  for (let i = 0; i < 20_001; i += 1) await address(`a/${String(i)}.jpg`, 'a.jpg')
  await address('a/0.jpg', 'a.jpg')
  expect(signed).toBe(20_002)
})

// Set by scripts/storage-ceph.ts, which runs a real Ceph.
const { CEPH_ENDPOINT: endpoint, CEPH_KEY_ID: keyId, CEPH_SECRET: secret } = process.env
const bucket = `test-${String(Date.now())}`
const ceph =
  endpoint && keyId && secret
    ? [{ driver: 's3' as const, bucket, endpoint, region: 'us-east-1', keyId, secret }]
    : []

describe.each(ceph)('on Ceph', (s3) => {
  beforeAll(async () => {
    const credentials = { accessKeyId: s3.keyId, secretAccessKey: s3.secret }
    const client = new S3Client({ ...s3, forcePathStyle: true, credentials })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  })

  storageSuite(() => ({
    openAt: (now) => openStorage({ storage: s3, storageSecret, publicUrl }, now),
    address: (key) => `${s3.endpoint}/${bucket}/${key}`,
  }))

  test.for([
    ['a missing bucket', { ...s3, bucket: 'no-such-bucket' }],
    ['a wrong secret', { ...s3, secret: 'wrong' }],
    ['an unreachable endpoint', { ...s3, endpoint: 'http://127.0.0.1:1' }],
  ] as const)('reports %s as unavailable', async ([, storage]) => {
    const otherStorage = await openStorage({ storage, storageSecret, publicUrl })
    await expect(otherStorage.put('a/b.jpg', Buffer.from('x'))).rejects.toMatchObject({
      code: 'errors.unavailable',
    })
  })
})
