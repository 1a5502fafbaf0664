import { getCurrentUser, updateProfile } from '@baseline/contract/auth/contract.ts'
import { getUser, listUsers, updateUser } from '@baseline/contract/iam/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { picture } from '../../testing/images.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let jpeg: Buffer<ArrayBuffer>
beforeAll(async () => {
  world = await openWorld()
  jpeg = Buffer.from(await picture().jpeg().toBuffer())
})
afterAll(() => world.close())

const upload = async (role: 'manager' | 'monitor' = 'manager', folder: string = avatarFolders.iam) => {
  const { token } = (await world.as(role)(getStorageToken)).body
  const { body } = await world.as(role)(uploadFile, {
    body: { token, folder },
    file: new File([jpeg], `${role}.jpg`),
  })
  return body.id
}
const get = async (id: string) => (await world.as('manager')(getUser, { params: { id } })).body
const setAvatar = (id: string, fileIds: string[] | undefined, headers?: Record<string, string>) =>
  world.as('manager', headers)(updateUser, {
    body: {
      data: { id, roles: ['monitor'], ...(fileIds && { avatars: fileIds.map((one) => ({ id: one })) }) },
    },
  })
const statusOf = async (publicUrl: string) => {
  const { pathname, search } = new URL(publicUrl)
  return (await world.app.inject({ url: pathname + search })).statusCode
}

test('§3 lets a manager set and remove the avatar of a user; shows it to both', async () => {
  const { id } = world.people.monitor
  const avatar = await upload()
  const response = await setAvatar(id, [avatar])
  expect(response).toMatchObject({ status: 200, body: { avatars: [{ id: avatar, name: 'manager.jpg' }] } })
  expect(await get(id)).toEqual(response.body)
  const { rows } = (await world.as('manager')(listUsers, { query: { limit: 10 } })).body
  expect(rows.find((one) => one.id === id)).toEqual(response.body)
  expect(rows.filter((one) => one.id !== id).flatMap(({ avatars }) => avatars)).toEqual([])
  expect(await statusOf(response.body.avatars[0]?.publicUrl ?? '')).toBe(200)
  // The storage key is not exposed.
  expect(JSON.stringify(response.body.avatars)).not.toContain('"key"')
  expect((await world.as('monitor')(getCurrentUser)).body.avatars).toMatchObject([{ id: avatar }])
  // The user keeps it when saving the own profile.
  const profile = { avatars: [{ id: avatar }] }
  expect((await world.as('monitor')(updateProfile, { body: { profile } })).status).toBe(200)

  // A request without avatars, or with the same avatar, does not change it.
  expect((await setAvatar(id, undefined)).body.avatars).toMatchObject([{ id: avatar }])
  expect((await setAvatar(id, [avatar])).body.version).toBe(response.body.version)
  expect((await setAvatar(id, [])).body).toMatchObject({ avatars: [], version: response.body.version + 1 })
})

test('§9 replaces the link from an import with a chosen avatar', async () => {
  const { id } = world.people.enumerator
  const links = [{ name: 'a.jpg', publicUrl: 'https://pictures.example.org/a.jpg' }]
  await world.db
    .updateTable('users')
    .set({ avatar_links: JSON.stringify(links) })
    .where('id', '=', id)
    .execute()
  expect((await setAvatar(id, undefined)).body.avatarLinks).toEqual(links)
  expect((await setAvatar(id, [])).body.avatarLinks).toEqual(links)
  expect((await setAvatar(id, [await upload()])).body.avatarLinks).toEqual([])
  await setAvatar(id, [])
})

test('includes avatars in a streamed list', async () => {
  const { id } = world.people.monitor
  await setAvatar(id, [await upload()])
  const { rows } = (await world.as('manager')(listUsers, { query: {} })).body
  expect(rows.find((one) => one.id === id)).toEqual(await get(id))
})

test('§3 records only the avatar before and after in the audit log', async () => {
  const { id } = world.people.supervisor
  const avatar = await upload()
  const data = { id, roles: ['supervisor' as const] }
  await world.as('manager')(updateUser, { body: { data: { ...data, avatars: [{ id: avatar }] } } })
  await world.as('manager')(updateUser, { body: { data: { ...data, avatars: [] } } })
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'values', 'created_by_email'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()
  const entry = { action: 'update', created_by_email: 'manager@example.org' }
  const file = [{ id: avatar, name: 'manager.jpg' }]
  expect(rows).toEqual([
    { ...entry, values: { before: { avatars: [] }, after: { avatars: file } } },
    { ...entry, values: { before: { avatars: file }, after: { avatars: [] } } },
  ])
})

test('increments the version with a new avatar; returns 409 when the version is stale', async () => {
  const { id } = world.people.monitor
  const { version } = await get(id)
  const ifMatch = { 'if-match': `"${String(version)}"` }
  const response = await setAvatar(id, [await upload()], ifMatch)
  expect(response).toMatchObject({ status: 200, body: { version: version + 1 } })
  expect(await setAvatar(id, [], ifMatch)).toMatchObject({
    status: 409,
    body: { details: { current: response.body } },
  })
})

test('refuses a file of another folder, of another user or in use, and changes nothing', async () => {
  const { monitor, enumerator } = world.people
  const ownProfileFile = await upload('manager', avatarFolders.profile(world.people.manager.id))
  const otherUserFile = await upload('monitor', avatarFolders.profile(monitor.id))
  const usedFile = await upload()
  await setAvatar(monitor.id, [usedFile])
  const before = await get(enumerator.id)
  for (const avatar of [ownProfileFile, otherUserFile, usedFile, '019a0000-0000-7000-8000-000000000000'])
    expect(await setAvatar(enumerator.id, [avatar])).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.avatars', key: 'validation.mixed.default' }] } },
    })
  expect(await setAvatar(enumerator.id, [await upload(), await upload()])).toMatchObject({
    status: 400,
    body: { details: { issues: [{ path: 'data.avatars', key: 'validation.array.max' }] } },
  })
  expect(await get(enumerator.id)).toEqual(before)
})

test('returns a page of 100 users with signed avatars quickly', async () => {
  await world.services.pool.query(
    `with people as (
       insert into users (email, created_at) select 'p' || n || '@example.org', now() + interval '1 day'
       from generate_series(1, 100) n returning id),
     made as (
       insert into files (folder, key, name, content_type, size, sha256, unused_since, created_by)
       select 'user/avatars/iam', 'user/avatars/iam/' || id || '.jpg', 'a.jpg', 'image/jpeg', 1,
              sha256('x'), null, $1 from people returning id, key)
     select 1`,
    [world.people.manager.id],
  )
  await world.services.pool.query(
    `update users set avatar_id = files.id from files
     where files.key = 'user/avatars/iam/' || users.id || '.jpg'`,
  )
  const page = () => world.as('manager')(listUsers, { query: { limit: 100 } })
  const { rows } = (await page()).body
  expect(rows.flatMap(({ avatars }) => avatars)).toHaveLength(100)
  const startedAt = performance.now()
  for (let i = 0; i < 10; i += 1) await page()
  const msPerCall = (performance.now() - startedAt) / 10
  process.stdout.write(`a page of 100 users with avatars: ${msPerCall.toFixed(1)} ms\n`)
  // Generous, for a busy machine; slow signing, or one query per avatar, would exceed it.
  expect(msPerCall).toBeLessThan(500)
})
