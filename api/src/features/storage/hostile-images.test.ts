import { readdir } from 'node:fs/promises'

import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hostileFiles, marker, picture, pixelFlood } from '../../testing/images.ts'
import type { HostileFile } from '../../testing/images.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { cleanImage } from './clean-image.ts'

const files = await hostileFiles()
const refused = files.filter((file) => file.refused)
const accepted = files.filter((file) => !file.refused)

let world: World
let token: string
beforeAll(async () => {
  world = await openWorld()
  token = (await world.as('supervisor')(getStorageToken)).body.token
})
afterAll(() => world.close())

const upload = ({ bytes, name }: HostileFile, folder: string = photoFolder) =>
  world.as('supervisor')(uploadFile, {
    body: { token, folder },
    // The declared type must not matter.
    file: new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }),
  })

const served = async ({ publicUrl }: StoredFile) => {
  const { pathname, search } = new URL(publicUrl)
  const answer = await world.app.inject({ url: pathname + search })
  expect(answer.statusCode).toBe(200)
  return answer
}

const countStored = async () => ({
  rows: (await world.db.selectFrom('files').select('key').execute()).length,
  files: (await readdir(world.files, { recursive: true })).filter((name) => name.includes('.')).length,
})

test('covers at least 30 refused and 20 accepted files', () => {
  expect(refused.length).toBeGreaterThanOrEqual(30)
  expect(accepted.length).toBeGreaterThanOrEqual(20)
})

describe('§5 refuses the file and stores nothing', () => {
  test.for(refused)('$name', async (file) => {
    const before = await countStored()
    const { status, body } = await upload(file)
    expect(status).toBe(400)
    expect(file.refused).toContain(body.code)
    expect(await countStored()).toEqual(before)
  })
})

describe('stores a clean copy', () => {
  test.for(accepted)('$name', async (file) => {
    const { status, body } = await upload(file)
    expect(status).toBe(200)
    const { rawPayload, headers } = await served(body)
    expect(rawPayload.includes(marker)).toBe(false)
    expect(rawPayload.length).toBe(body.size)
    expect(headers).toMatchObject({
      'content-type': body.contentType,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const image = await sharp(rawPayload).metadata()
    expect(`image/${image.format}`).toBe(body.contentType)
    expect(image).toMatchObject({ space: expect.stringMatching(/^(srgb|b-w)$/) as string, depth: 'uchar' })
    for (const kind of ['exif', 'icc', 'iptc', 'xmp', 'orientation', 'comments', 'pages'] as const)
      expect(image[kind], kind).toBeUndefined()
    expect(body.name).toMatch(/\.(jpg|png|webp)$/)
    expect(body.privateUrl).toMatch(/^surveyResponses\/[0-9a-f-]{36}\.(jpg|png|webp)$/)
  })
})

test('the test files have the properties that their names claim', async () => {
  const marked = accepted.filter(({ bytes }) => bytes.includes(marker)).map(({ name }) => name)
  expect(marked.length).toBeGreaterThanOrEqual(9)
  expect(marked).toContain('place.jpg')
  const metadata = (fileName: string) => sharp(files.find(({ name }) => name === fileName)?.bytes).metadata()
  expect(await metadata('moving.webp')).toMatchObject({ pages: 3 })
  expect(await metadata('cmyk.jpg')).toMatchObject({ space: 'cmyk', channels: 4 })
  expect(await metadata('sixteen-bits.png')).toMatchObject({ depth: 'ushort' })
  expect((await metadata('place.jpg')).exif?.includes('GPS')).toBeDefined()
  expect((await metadata('profile.jpg')).icc).toBeDefined()
  expect((await metadata('xmp.jpg')).xmp).toBeDefined()
})

test('refuses an image of 30,000 × 30,000 pixels within 200 ms', async () => {
  await cleanImage(await picture().png().toBuffer(), { maxSide: 512 })
  const startedAt = performance.now()
  await expect(cleanImage(pixelFlood, { maxSide: undefined })).rejects.toMatchObject({
    code: 'fileUploader.size',
    details: { 0: '50 megapixels' },
  })
  expect(performance.now() - startedAt).toBeLessThan(200)
})

test('applies the EXIF orientation to a rotated photo', async () => {
  const sideways = await picture(100, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { content } = await cleanImage(sideways, { maxSide: undefined })
  expect(await sharp(content).metadata()).toMatchObject({ width: 60, height: 100 })
})

test('scales an avatar down to 512 pixels, and keeps the size of a photo', async () => {
  const large = await picture(1_600, 900).jpeg().toBuffer()
  const sizeOf = async (maxSide: number | undefined) =>
    sharp((await cleanImage(large, { maxSide })).content).metadata()
  expect(await sizeOf(512)).toMatchObject({ width: 512, height: 288 })
  expect(await sizeOf(undefined)).toMatchObject({ width: 1_600, height: 900 })
  const small = await cleanImage(await picture(20, 10).png().toBuffer(), { maxSide: 512 })
  expect(await sharp(small.content).metadata()).toMatchObject({ width: 20, height: 10 })
})
