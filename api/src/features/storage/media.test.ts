import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { answerFolders } from '@baseline/contract/storage/folders.ts'
import type { AnswerFileKind } from '@baseline/contract/storage/folders.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { picture } from '../../testing/images.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const bytes = (...parts: (string | number[])[]): Buffer<ArrayBuffer> =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(64),
  ])
const text = (content: string): Buffer<ArrayBuffer> => Buffer.from(content)

const upload = async (kind: AnswerFileKind, content: Buffer<ArrayBuffer>, name: string) => {
  const { token } = (await world.as('manager')(getStorageToken)).body
  return world.as('manager')(uploadFile, {
    body: { token, folder: answerFolders[kind] },
    file: new File([content], name),
  })
}

const download = (publicUrl: string, headers = {}) => {
  const { pathname, search } = new URL(publicUrl)
  return world.app.inject({ url: pathname + search, headers })
}

const mp4 = bytes([0, 0, 0, 24], 'ftypisom')

describe('detects the type from the content', () => {
  test.for<[AnswerFileKind, string, Buffer<ArrayBuffer>, string, string]>([
    ['audio', 'a.mp3', bytes('ID3'), 'audio/mpeg', 'a.mp3'],
    ['audio', 'a', bytes([0xff, 0xfb, 0x90]), 'audio/mpeg', 'a.mp3'],
    ['audio', 'a.m4a', bytes([0, 0, 0, 24], 'ftypM4A '), 'audio/mp4', 'a.m4a'],
    ['audio', 'a.amr', bytes('#!AMR\n'), 'audio/amr', 'a.amr'],
    ['audio', 'a.wav', bytes('RIFF', [9, 0, 0, 0], 'WAVE'), 'audio/wav', 'a.wav'],
    ['audio', 'a.ogg', bytes('OggS'), 'audio/ogg', 'a.ogg'],
    ['audio', 'a.aac', bytes([0xff, 0xf1]), 'audio/aac', 'a.aac'],
    ['audio', 'page.html', bytes('OggS<script>'), 'audio/ogg', 'page.html.ogg'],
    ['video', 'v.mp4', mp4, 'video/mp4', 'v.mp4'],
    ['video', 'v.mov', bytes([0, 0, 0, 20], 'ftypqt  '), 'video/quicktime', 'v.mov'],
    ['video', 'v.3gp', bytes([0, 0, 0, 24], 'ftyp3gp4'), 'video/3gpp', 'v.3gp'],
    ['video', 'v.webm', bytes([0x1a, 0x45, 0xdf, 0xa3]), 'video/webm', 'v.webm'],
    ['file', 'f.pdf', bytes('%PDF-1.7'), 'application/pdf', 'f.pdf'],
    ['file', 'list.csv', text('a,b\n1,2\n'), 'text/csv', 'list.csv'],
    ['file', 'run.exe', text('echo'), 'text/plain', 'run.exe.txt'],
    ['file', 'archive', bytes('PK\u0003\u0004'), 'application/zip', 'archive.zip'],
  ])('%s %s', async ([kind, name, content, contentType, storedName]) => {
    const { status, body } = await upload(kind, content, name)
    expect(body).toMatchObject({ contentType, name: storedName })
    expect(status).toBe(200)
    const file = await download(body.publicUrl)
    expect(file.headers).toMatchObject({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(storedName)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(file.headers['content-type']?.split(';')[0]).toBe(contentType)
    expect(file.rawPayload.equals(content)).toBe(true)
  })

  test('writes a picture again, without its metadata', async () => {
    const image = await picture()
      .withExif({ IFD0: { Artist: 'Amina' } })
      .jpeg()
      .toBuffer()
    expect(image.includes('Amina')).toBe(true)
    const { body } = await upload('file', Buffer.from(image), 'card.jpg')
    expect(body.contentType).toBe('image/jpeg')
    expect((await download(body.publicUrl)).rawPayload.includes('Amina')).toBe(false)
  })
})

describe('refuses', () => {
  test.for<[string, AnswerFileKind, string, Buffer<ArrayBuffer>]>([
    ['a page', 'file', 'a.txt', text('<html><script>alert(1)</script>')],
    ['a drawing with a script', 'file', 'a.svg', text('\n<svg onload="alert(1)">')],
    ['a page with a mark of its encoding', 'file', 'a.html', text('\uFEFF<!doctype html>')],
    ['a program', 'file', 'a.pdf', bytes('MZ', [0x90, 0])],
    ['a script of a shell with control characters', 'file', 'a.txt', text('a\0b')],
    ['an empty file', 'file', 'a.txt', text('')],
    ['a video as audio', 'audio', 'a.mp3', bytes('RIFF', [9, 0, 0, 0], 'AVI ')],
    ['a page as audio', 'audio', 'a.mp3', text('<html>')],
    ['a picture as a video', 'video', 'a.mp4', bytes([0, 0, 0, 24], 'ftypheic')],
    ['text as a video', 'video', 'a.mp4', text('hello')],
  ])('%s', async ([, kind, name, content]) => {
    expect(await upload(kind, content, name)).toMatchObject({
      status: 400,
      body: { code: 'fileUploader.formats' },
    })
  })

  test('a recording above 20 MB', async () => {
    const large = Buffer.concat([bytes('ID3'), Buffer.alloc(20 * 1_048_576)])
    expect(await upload('audio', large, 'a.mp3')).toMatchObject({
      status: 400,
      body: { code: 'fileUploader.size', message: 'File is too big. Max allowed size is 20 MB' },
    })
  })
})

test('sends a part of a file, as players request it', async () => {
  const { body } = await upload('video', mp4, 'v.mp4')
  const part = async (range: string) => {
    const { statusCode, headers, rawPayload } = await download(body.publicUrl, { range })
    return [statusCode, headers['content-range'], rawPayload.length]
  }
  const size = mp4.length
  expect(await part('bytes=0-')).toEqual([206, `bytes 0-${String(size - 1)}/${String(size)}`, size])
  expect(await part('bytes=4-7')).toEqual([206, `bytes 4-7/${String(size)}`, 4])
  expect(await part('bytes=4-9999')).toEqual([206, `bytes 4-${String(size - 1)}/${String(size)}`, size - 4])
  expect(await part('bytes=9999-')).toEqual([200, undefined, size])
  expect(await part('bytes=a-b')).toEqual([200, undefined, size])
})
