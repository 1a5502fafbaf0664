import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { updateProfile } from '@baseline/contract/auth/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders, phoneFolder } from '@baseline/contract/storage/folders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { picture } from '../../testing/images.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { purgeFilesJob } from './purge-files-job.ts'

let world: World
let jpeg: Buffer<ArrayBuffer>
let token: string
beforeAll(async () => {
  world = await openWorld()
  jpeg = Buffer.from(await picture().jpeg().toBuffer())
  token = (await world.as('manager')(getStorageToken)).body.token
})
afterAll(() => world.close())

const purge = () => purgeFilesJob.run({}, world.services)
const upload = async () => {
  const folder = avatarFolders.profile(world.people.manager.id)
  const file = new File([jpeg], 'a.jpg')
  return (await world.as('manager')(uploadFile, { body: { token, folder }, file })).body
}
const choose = (id: string) =>
  world.as('manager')(updateProfile, { body: { profile: { avatars: [{ id }] } } })
const age = (id: string, hours: number) =>
  world.db
    .updateTable('files')
    .set({ unused_since: new Date(Date.now() - hours * 3_600_000) })
    .where('id', '=', id)
    .execute()
const listStoredIds = async () => {
  const rows = await world.db.selectFrom('files').select(['id', 'key']).orderBy('id').execute()
  const names = await readdir(world.files, { recursive: true })
  const files = names.filter((name) => name.endsWith('.jpg')).toSorted()
  expect(files).toEqual(rows.map(({ key }) => key).toSorted())
  return rows.map(({ id }) => id)
}

test('removes a file and its row after a day without a reference, and nothing else', async () => {
  const [fresh, due, inUse, onResponse] = [await upload(), await upload(), await upload(), await upload()]
  await choose(inUse.id)
  await age(fresh.id, 23)
  await age(due.id, 25)
  await world.db
    .updateTable('files')
    .set({ response_id: crypto.randomUUID(), unused_since: null })
    .where('id', '=', onResponse.id)
    .execute()
  await purge()
  expect(await listStoredIds()).toEqual([fresh.id, inUse.id, onResponse.id])
  await purge()
  expect(await listStoredIds()).toEqual([fresh.id, inUse.id, onResponse.id])

  // A file in use is kept even if `unused_since` is wrong.
  await age(inUse.id, 1_000)
  await purge()
  expect(await listStoredIds()).toEqual([fresh.id, inUse.id, onResponse.id])

  // Files of a deleted response are kept as long as it can be restored: 30 days.
  await age(onResponse.id, 29 * 24)
  await purge()
  expect(await listStoredIds()).toEqual([fresh.id, inUse.id, onResponse.id])
  await age(onResponse.id, 31 * 24)
  await purge()
  expect(await listStoredIds()).toEqual([fresh.id, inUse.id])

  // A foreign key also protects a file in use.
  await expect(world.db.deleteFrom('files').where('id', '=', inUse.id).execute()).rejects.toMatchObject({
    code: '23503',
  })
})

test('removes a replaced avatar after a day', async () => {
  const [old, current] = [await upload(), await upload()]
  await choose(old.id)
  await choose(current.id)
  await purge()
  expect(await listStoredIds()).toContain(old.id)
  await age(old.id, 25)
  await purge()
  expect(await listStoredIds()).not.toContain(old.id)
  expect(await listStoredIds()).toContain(current.id)
})

test('removes the row of a file that an interrupted purge removed', async () => {
  const file = await upload()
  await age(file.id, 25)
  await rm(join(world.files, file.privateUrl))
  await purge()
  expect(await listStoredIds()).not.toContain(file.id)
})

test('keeps the rows when the storage fails, and removes them in the next run', async () => {
  const file = await upload()
  await age(file.id, 25)
  const storage = {
    ...world.services.storage,
    remove: () => Promise.reject(new Error('the storage is unreachable')),
  }
  await expect(purgeFilesJob.run({}, { ...world.services, storage })).rejects.toThrow('unreachable')
  expect(await listStoredIds()).toContain(file.id)
  await purge()
  expect(await listStoredIds()).not.toContain(file.id)
})

test('never sets a purged file as avatar in 20 races between saving and purging', async () => {
  for (let round = 0; round < 20; round += 1) {
    const file = await upload()
    // 3 ms before the file is due.
    await world.db
      .updateTable('files')
      .set({ unused_since: new Date(Date.now() - 24 * 3_600_000 + 3) })
      .where('id', '=', file.id)
      .execute()
    const [{ status }] = await Promise.all([choose(file.id), purge(), purge()])
    const { body } = await world.as('manager')(updateProfile, { body: { profile: {} } })
    if (status === 200) expect(body.avatars).toMatchObject([{ id: file.id }])
    else expect(body.avatars.map(({ id }) => id)).not.toContain(file.id)
    await listStoredIds()
  }
})

test('removes a backlog of 250 files in one run', async () => {
  const rows = Array.from({ length: 250 }, () => `surveyResponses/${crypto.randomUUID()}.jpg`)
  await world.services.storage.put(rows[0] ?? '', jpeg)
  for (const key of rows) await writeFile(join(world.files, key), 'x')
  await world.db
    .insertInto('files')
    .values(
      rows.map((key) => ({
        key,
        folder: 'surveyResponses',
        name: 'a.jpg',
        content_type: 'image/jpeg' as const,
        size: 1,
        sha256: Buffer.alloc(32),
        created_by: world.people.manager.id,
        unused_since: new Date(0),
      })),
    )
    .execute()
  expect((await listStoredIds()).length).toBeGreaterThan(250)
  await purge()
  const remaining = await world.db.selectFrom('files').select('key').where('key', 'in', rows).execute()
  expect(remaining).toEqual([])
  await listStoredIds()
})

test('removes unfinished files of a killed process after a day', async () => {
  const part = join(world.files, phoneFolder, 'a.raw.left.part')
  await mkdir(dirname(part), { recursive: true })
  await writeFile(part, 'x')
  await purge()
  await expect(stat(part)).resolves.toBeTruthy()
  await utimes(part, 0, 0)
  await purge()
  await expect(stat(part)).rejects.toMatchObject({ code: 'ENOENT' })
})
