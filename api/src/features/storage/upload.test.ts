import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders, photoFolder } from '@baseline/contract/storage/folders.ts'
import { decodeJwt, SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deriveKey } from '../../platform/storage/secrets.ts'
import { picture } from '../../testing/images.ts'
import { asForm, openWorld } from '../../testing/world.ts'
import type { IdentityName, World } from '../../testing/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // defined by --expose-gc

let world: World
let jpeg: Buffer<ArrayBuffer>
beforeAll(async () => {
  world = await openWorld()
  jpeg = Buffer.from(await picture().jpeg().toBuffer())
})
afterAll(() => world.close())

type Member = Exclude<IdentityName, 'anonymous' | 'unverified' | 'noRole'>
const profileFolder = (role: Member) => avatarFolders.profile(world.people[role].id)
const tokenOf = async (role: Member) => (await world.as(role)(getStorageToken)).body.token
const upload = async (
  role: Member,
  {
    token,
    folder = profileFolder(role),
    file = new File([jpeg], 'me.jpg'),
    headers = {},
  }: Partial<UploadRequest> = {},
) => world.as(role, headers)(uploadFile, { body: { token: token ?? (await tokenOf(role)), folder }, file })
interface UploadRequest {
  token: string
  folder: string
  file: File
  headers: Record<string, string>
}

const answerFolderNames = [
  'surveyResponses',
  'surveyResponses/audio',
  'surveyResponses/video',
  'surveyResponses/files',
]

describe('§6 §7 storage token', () => {
  test.for([
    ['enumerator', []],
    ['monitor', []],
    ['supervisor', answerFolderNames],
    ['manager', ['user/avatars/iam', ...answerFolderNames]],
  ] as const)('names the folders of the %s', async ([role, more]) => {
    const { status, body } = await world.as(role)(getStorageToken)
    expect(status).toBe(200)
    expect(body.folders.map(({ folder }) => folder)).toEqual([
      `user/avatars/profile/${world.people[role].id}`,
      ...more,
    ])
    const megabytes = new Map(answerFolderNames.map((folder, index) => [folder, [10, 20, 50, 20][index]]))
    for (const { folder, maxBytes, contentTypes } of body.folders) {
      expect(maxBytes).toBe((megabytes.get(folder) ?? 5) * 1024 * 1024)
      if (!['audio', 'video', 'files'].includes(folder.split('/')[1] ?? '') || folder.startsWith('user'))
        expect(contentTypes).toEqual(['image/jpeg', 'image/png', 'image/webp'])
    }
    const claims = decodeJwt(body.token)
    expect(claims).toMatchObject({ sub: world.people[role].id, aud: 'storage', folders: body.folders })
    expect(Number(claims.exp) - Number(claims.iat)).toBeLessThanOrEqual(600)
    expect(new Date(body.expiresAt).getTime()).toBe(Number(claims.exp) * 1000)
  })

  test('is refused as a bearer token', async () => {
    const { status } = await world.callWith(await tokenOf('manager'))(getStorageToken)
    expect(status).toBe(401)
  })
})

describe('returns 403 for an upload', () => {
  test.for<[Member, string]>([
    ['monitor', 'user/avatars/iam'],
    ['monitor', 'surveyResponses'],
    ['supervisor', 'user/avatars/iam'],
    ['manager', 'user'],
    ['manager', 'user/avatars'],
    ['manager', 'user/avatars/profile'],
    ['manager', 'surveyResponses/'],
    ['manager', 'surveyResponses/../user/avatars/iam'],
    ['manager', '../surveyResponses'],
    ['manager', '/surveyResponses'],
    ['manager', 'surveyresponses'],
    ['manager', 'elsewhere'],
  ])('by %s to %s', async ([role, folder]) => {
    expect(await upload(role, { folder })).toMatchObject({ status: 403, body: { code: 'errors.forbidden' } })
  })

  test('by a manager to the profile folder of another user', async () => {
    expect((await upload('manager', { folder: profileFolder('monitor') })).status).toBe(403)
  })

  test('with the token of another user', async () => {
    const token = await tokenOf('manager')
    expect((await upload('supervisor', { token, folder: photoFolder })).status).toBe(403)
    expect((await upload('monitor', { token, folder: profileFolder('monitor') })).status).toBe(403)
    expect((await upload('monitor', { token, folder: profileFolder('manager') })).status).toBe(403)
  })

  test('with a token of another key, algorithm, issuer or audience, or an expired token', async () => {
    const { id } = world.people.manager
    const folders = [{ folder: photoFolder, maxBytes: 1e9, contentTypes: ['image/jpeg'] }]
    const key = deriveKey(world.config.storageSecret, 'upload')
    const token = (change: (jwt: SignJWT) => SignJWT = (jwt) => jwt, alg = 'HS256') =>
      change(
        new SignJWT({ folders })
          .setProtectedHeader({ alg })
          .setIssuer(world.config.publicUrl)
          .setAudience('storage')
          .setSubject(id)
          .setIssuedAt()
          .setExpirationTime('5m'),
      )
    expect((await upload('manager', { token: await token().sign(key), folder: photoFolder })).status).toBe(
      200,
    )
    const bad = [
      'garbage',
      world.people.manager.token,
      await token().sign(deriveKey('another-secret-for-tests-0123456789', 'upload')),
      await token().sign(deriveKey(world.config.storageSecret, 'download')),
      await token((jwt) => jwt.setAudience('baseline-api')).sign(key),
      await token((jwt) => jwt.setIssuer('http://other.example')).sign(key),
      await token((jwt) => jwt.setExpirationTime('-1s')).sign(key),
      await token(undefined, 'HS512').sign(new Uint8Array([...key, ...key])),
      await new SignJWT({ folders })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(world.config.publicUrl)
        .setAudience('storage')
        .setSubject(id)
        .sign(key),
    ]
    for (const one of bad)
      expect((await upload('manager', { token: one, folder: photoFolder })).status).toBe(403)
  })

  test('with a token issued before the role was granted', async () => {
    const { id } = world.people.monitor
    const token = await tokenOf('monitor')
    const roleRow = { user_id: id, role: 'supervisor' as const }
    await world.db.insertInto('user_roles').values(roleRow).execute()
    expect((await upload('monitor', { token, folder: photoFolder })).status).toBe(403)
    expect((await upload('monitor', { folder: photoFolder })).status).toBe(200)
    await world.db
      .deleteFrom('user_roles')
      .where('user_id', '=', id)
      .where('role', '=', roleRow.role)
      .execute()
  })

  test('§6 with a token issued before the role was revoked', async () => {
    const { id } = world.people.supervisor
    const token = await tokenOf('supervisor')
    await world.db.insertInto('user_roles').values({ user_id: id, role: 'monitor' }).execute()
    await world.db
      .deleteFrom('user_roles')
      .where('user_id', '=', id)
      .where('role', '=', 'supervisor')
      .execute()
    expect((await upload('supervisor', { token, folder: photoFolder })).status).toBe(403)
    expect((await upload('supervisor', { token })).status).toBe(200)
    await world.db.insertInto('user_roles').values({ user_id: id, role: 'supervisor' }).execute()
  })
})

describe('stored file', () => {
  test('has the same values in the response, the row and the storage', async () => {
    const { status, body } = await upload('manager', { folder: photoFolder })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'me.jpg', contentType: 'image/jpeg' })
    const content = await readFile(join(world.files, body.privateUrl))
    expect(content.length).toBe(body.size)
    const row = await world.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      key: body.privateUrl,
      folder: photoFolder,
      size: body.size,
      created_by: world.people.manager.id,
      response_id: null,
    })
    expect(row.sha256).toEqual(Buffer.from(await crypto.subtle.digest('SHA-256', content)))
  })

  test('of a photo has the time and place of the camera in its row only', async () => {
    const place = {
      GPSLatitudeRef: 'S',
      GPSLatitude: '25/1 58/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '32/1 34/1 30/1',
    }
    const photo = await picture()
      .withExif({ IFD2: { DateTimeOriginal: '2026:11:14 09:30:15' }, IFD3: place })
      .jpeg()
      .toBuffer()
    const file = new File([new Uint8Array(photo)], 'house.jpg')
    const [ofResponse, avatar] = [
      await upload('manager', { folder: photoFolder, file }),
      await upload('manager', { file }),
    ]
    const captureOf = (id: string) =>
      world.db
        .selectFrom('files')
        .select(['taken_at', 'taken_local', 'taken_latitude', 'taken_longitude'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await captureOf(ofResponse.body.id)).toEqual({
      taken_at: null,
      taken_local: '2026-11-14 09:30:15',
      taken_latitude: expect.closeTo(-25.96667, 4) as number,
      taken_longitude: expect.closeTo(32.575, 4) as number,
    })
    expect(Object.values(await captureOf(avatar.body.id))).toEqual([null, null, null, null])
    const stored = await readFile(join(world.files, ofResponse.body.privateUrl))
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
  })

  test.for([
    ['../../etc/passwd', 'passwd.jpg'],
    ['..\\..\\boot.ini', 'boot.ini.jpg'],
    ['João da Silva.JPEG', 'João da Silva.JPEG'],
    ['写真.jpg', '写真.jpg'],
    ['photo\u202egpj.exe', 'photogpj.exe.jpg'],
    ['page.html', 'page.html.jpg'],
    ['  .jpg', '.jpg'],
    [`${'x'.repeat(400)}.jpg`, `${'x'.repeat(100)}.jpg`],
  ] as const)('named %j is stored as %j, without the name in its key', async ([fileName, storedName]) => {
    const { status, body } = await upload('manager', { file: new File([jpeg], fileName) })
    expect(status).toBe(200)
    expect(body.name).toBe(storedName)
    expect(body.privateUrl).toMatch(/^user\/avatars\/profile\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.jpg$/)
    const { pathname, search } = new URL(body.publicUrl)
    const { headers } = await world.app.inject({ url: pathname + search })
    expect(headers['content-disposition']).toContain("inline; filename*=UTF-8''")
  })

  test('is stored once per idempotency key; another file with the same key is refused', async () => {
    const headers = { 'idempotency-key': 'upload-1' }
    const token = await tokenOf('manager')
    const first = await upload('manager', { token, headers })
    const repeated = await upload('manager', { token, headers })
    expect(repeated).toMatchObject({ status: 200, body: { id: first.body.id } })
    const png = Buffer.from(await picture().png().toBuffer())
    const other = await upload('manager', { token, headers, file: new File([png], 'me.jpg') })
    expect(other.body.code).toBe('errors.idempotencyKeyReused')
  })
})

describe('returns 400 for a form', () => {
  const send = async (payload: Buffer | string, headers: Record<string, string>) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/storage/files',
      headers: { authorization: `Bearer ${world.people.manager.token}`, ...headers },
      payload,
    })
    return { status: answer.statusCode, code: answer.json<{ code: string }>().code }
  }
  const part = (name: string, value: string, file?: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n\r\n${value}\r\n`
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const validFields = async () => part('token', await tokenOf('manager')) + part('folder', photoFolder)

  test('sent as JSON, as text, or without a boundary', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'image/jpeg'])
      expect(await send('{}', { 'content-type': type }), type).toMatchObject({ status: 400 })
  })

  test('without a file, or with missing, repeated, unknown or too large fields', async () => {
    const fields = await validFields()
    const file = part('file', 'x', 'a.jpg')
    expect(await send(`${fields}--x--`, form)).toEqual({ status: 400, code: 'fileUploader.image' })
    for (const body of [
      `${file}--x--`,
      `${part('token', 'x')}${file}--x--`,
      `${fields}${part('folder', photoFolder)}${file}--x--`,
      `${fields}${part('extra', '1')}${file}--x--`,
      `${fields}${part('picture', 'x', 'a.jpg')}--x--`,
      `${Array.from({ length: 20 }, (_, i) => part(`f${String(i)}`, '1')).join('')}${file}--x--`,
      `${part('token', 'x'.repeat(100_000))}${part('folder', photoFolder)}${file}--x--`,
    ])
      expect(await send(body, form), body.slice(-80)).toEqual({ status: 400, code: 'errors.invalid' })
    const prototype = `${fields}${part('__proto__', '1')}${part('file', jpeg.toString('latin1'), 'a.jpg')}--x--`
    expect(await send(Buffer.from(prototype, 'latin1'), form)).toMatchObject({ status: 400 })
  })

  test('with parts after the file, or that is truncated', async () => {
    const { payload, headers } = await asForm(
      { token: await tokenOf('manager'), folder: photoFolder },
      new File([jpeg], 'a.jpg'),
    )
    const boundary = /boundary=(\S+)/.exec(headers['content-type'])?.[1] ?? ''
    const more = payload
      .toString('latin1')
      .replace(
        `--${boundary}--`,
        `--${boundary}\r\nContent-Disposition: form-data; name="more"\r\n\r\n1\r\n--${boundary}--`,
      )
    expect(await send(Buffer.from(more, 'latin1'), headers)).toEqual({ status: 400, code: 'errors.invalid' })
    const truncated = payload.subarray(0, payload.length - 300)
    expect(await send(truncated, headers)).toMatchObject({ status: 400 })
  })

  // An error without a listener would end the process, and fails the test.
  test('with many parts that is truncated', async () => {
    const parts = Array.from({ length: 150 }, (_, n) => part(`f${String(n)}`, 'x', 'a.jpg')).join('')
    for (const fields of ['', await validFields()])
      expect(await send((fields + parts).slice(0, -10), form)).toMatchObject({ status: 400 })
  })

  test('with headers that do not end', async () => {
    const headers = 'Content-Disposition: form-data; name="folder"\r\n'
    for (const body of [`--x\r\n${headers}--x--`, `${part('token', 'x')}--x\r\n${headers}--x--\r\n`])
      expect(await send(body, form)).toEqual({ status: 400, code: 'errors.invalid' })
  })
})

describe('§5 file size', () => {
  test('is limited to 5 MB for an avatar and 10 MB for a photo; translates the message', async () => {
    const big = (megabytes: number) =>
      new File([Buffer.concat([jpeg, Buffer.alloc(megabytes * 1_048_576)])], 'a.jpg')
    const avatar = await upload('manager', { file: big(5), headers: { 'accept-language': 'pt-BR' } })
    expect(avatar).toMatchObject({
      status: 400,
      body: { message: 'O arquivo é muito grande. O tamanho máximo permitido é 5 MB' },
    })
    expect(await upload('manager', { file: big(5), folder: photoFolder })).toMatchObject({ status: 200 })
    expect(await upload('manager', { file: big(10), folder: photoFolder })).toMatchObject({
      status: 400,
      body: { code: 'fileUploader.size', message: 'File is too big. Max allowed size is 10 MB' },
    })
  })

  test(
    'is checked while receiving: 300 MB take no memory, and the connection stays usable',
    {
      timeout: 60_000,
    },
    async () => {
      await world.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = world.app.server.address() as AddressInfo
      const head = (length: number) =>
        `POST /api/storage/files HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${world.people.manager.token}\r\n` +
        `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${String(length)}\r\n\r\n`
      const part = (name: string, value: string) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
      const fields = part('token', await tokenOf('manager')) + part('folder', profileFolder('manager'))
      const start = `${fields}--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
      const megabyte = Buffer.alloc(1_048_576, 0xff)
      const total = 300
      const socket = connect(port, '127.0.0.1')
      let answered = ''
      socket.on('data', (chunk: Buffer) => (answered += chunk.toString()))
      socket.write(head(start.length + total * megabyte.length) + start)
      const before = process.memoryUsage().rss
      let peak = 0
      let refusedAfter = 0
      for (let sent = 1; sent <= total; sent += 1) {
        if (!socket.write(megabyte)) await once(socket, 'drain')
        // Measures memory in use, not garbage: this process is also the sender.
        if (sent % 10 === 0) collectGarbage()
        peak = Math.max(peak, process.memoryUsage().rss - before)
        if (!refusedAfter && answered.includes('fileUploader.size')) refusedAfter = sent
      }
      expect(answered).toMatch(/^HTTP\/1\.1 400 /)
      expect(refusedAfter).toBeGreaterThan(5)
      expect(refusedAfter).toBeLessThan(60)
      expect(peak).toBeLessThan(100 * 1_048_576)
      answered = ''
      socket.write(head(5) + '--x--')
      await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 400 [\s\S]*fileUploader\.image/)
      socket.destroy()
    },
  )
})

test('returns 429 for more than 200 files per user in ten minutes', async () => {
  const token = await tokenOf('enumerator')
  const statuses: number[] = []
  const answers: StoredFile[] = []
  for (let i = 0; i < 201; i += 1) {
    const { status, body } = await upload('enumerator', { token })
    statuses.push(status)
    if (status === 200) answers.push(body)
  }
  expect(statuses.slice(0, 200).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect(new Set(answers.map(({ privateUrl }) => privateUrl)).size).toBe(200)
}, 60_000)
