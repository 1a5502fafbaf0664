import { getCurrentUser, updateProfile } from '@baseline/contract/auth/contract.ts'
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

type Member = 'manager' | 'supervisor' | 'monitor' | 'enumerator'

const upload = async (role: Member, folder = avatarFolders.profile(world.people[role].id)) => {
  const { token } = (await world.as(role)(getStorageToken)).body
  const { body } = await world.as(role)(uploadFile, {
    body: { token, folder },
    file: new File([jpeg], `${role}.jpg`),
  })
  return body.id
}
const choose = (role: Member, ...ids: string[]) =>
  world.as(role)(updateProfile, { body: { profile: { avatars: ids.map((id) => ({ id })) } } })
const fileOf = (id: string) =>
  world.db.selectFrom('files').select(['unused_since']).where('id', '=', id).executeTakeFirst()
const statusOf = async (publicUrl: string) => {
  const { pathname, search } = new URL(publicUrl)
  return (await world.app.inject({ url: pathname + search })).statusCode
}

test('§3 sets, shows, keeps, replaces and removes an avatar', async () => {
  const first = await upload('manager')
  expect((await fileOf(first))?.unused_since).toBeInstanceOf(Date)
  const saved = await choose('manager', first)
  expect(saved).toMatchObject({ status: 200, body: { avatars: [{ id: first, name: 'manager.jpg' }] } })
  expect(await fileOf(first)).toEqual({ unused_since: null })
  const { avatars } = (await world.as('manager')(getCurrentUser)).body
  expect(avatars).toHaveLength(1)
  expect(await statusOf(avatars[0]?.publicUrl ?? '')).toBe(200)

  // A request without avatars, or with the same avatar, does not change it.
  await world.as('manager')(updateProfile, { body: { profile: { firstName: 'Ana' } } })
  expect((await choose('manager', first)).body.avatars).toMatchObject([{ id: first }])

  const second = await upload('manager')
  expect((await choose('manager', second)).body.avatars).toMatchObject([{ id: second }])
  expect((await fileOf(first))?.unused_since).toBeInstanceOf(Date)
  expect((await choose('manager')).body.avatars).toEqual([])
  expect((await fileOf(second))?.unused_since).toBeInstanceOf(Date)
  // A replaced file can be chosen again within 24 hours.
  expect((await choose('manager', second)).body.avatars).toMatchObject([{ id: second }])
})

test('§3 records only the avatar before and after in the audit log', async () => {
  const id = await upload('supervisor')
  await choose('supervisor', id)
  await choose('supervisor')
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'values'])
    .where('entity_id', '=', world.people.supervisor.id)
    .orderBy('id')
    .execute()
  const avatar = [{ id, name: 'supervisor.jpg' }]
  expect(rows).toEqual([
    { action: 'update', values: { before: { avatars: [] }, after: { avatars: avatar } } },
    { action: 'update', values: { before: { avatars: avatar }, after: { avatars: [] } } },
  ])
})

test('refuses a file of another user or folder, an expired file and a missing file', async () => {
  const others = await upload('monitor')
  const photo = await upload('manager', 'surveyResponses')
  const forOthers = await upload('manager', avatarFolders.iam)
  const old = await upload('manager')
  await world.db
    .updateTable('files')
    .set({ unused_since: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', old)
    .execute()
  const before = (await world.as('manager')(getCurrentUser)).body.avatars.map(({ id }) => id)
  for (const id of [others, photo, forOthers, old, '019a0000-0000-7000-8000-000000000000']) {
    const { status, body } = await choose('manager', id)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'errors.invalid',
      details: { issues: [{ path: 'profile.avatars', key: 'validation.mixed.default' }] },
    })
  }
  expect((await world.as('manager')(getCurrentUser)).body.avatars.map(({ id }) => id)).toEqual(before)
})

test('returns 409 with the current profile and avatar when the version is stale', async () => {
  const { version } = (await world.as('enumerator')(getCurrentUser)).body
  const save = (firstName: string, ifMatch: number) =>
    world.as('enumerator', { 'if-match': `"${String(ifMatch)}"` })(updateProfile, {
      body: { profile: { firstName } },
    })
  const id = await upload('enumerator')
  const response = await choose('enumerator', id)
  expect(response.body.version).toBe(version + 1)
  expect(await save('Eva', version)).toMatchObject({
    status: 409,
    body: { code: 'errors.conflict', details: { current: response.body } },
  })
  expect(await save('Eva', version + 1)).toMatchObject({
    status: 200,
    body: { firstName: 'Eva', avatars: [{ id }], version: version + 2 },
  })
  // Saving the same values does not create a new version.
  expect((await save('Eva', version + 2)).body.version).toBe(version + 2)
})

test('§9 accepts at most one avatar, given by its id only', async () => {
  const [one, two] = [await upload('enumerator'), await upload('enumerator')]
  expect(await choose('enumerator', one, two)).toMatchObject({
    status: 400,
    body: { details: { issues: [{ path: 'profile.avatars', key: 'validation.array.max' }] } },
  })
  for (const wrong of [[{ id: one, key: 'x' }], [{}], [{ id: 'x' }], [one], one])
    expect(
      (await world.as('enumerator')(updateProfile, { body: { profile: { avatars: wrong as never } } }))
        .status,
    ).toBe(400)
})

test('leaves one avatar in use after 50 concurrent saves', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => upload('monitor')))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => choose('monitor', ids[i % 10] ?? '')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const [current] = (await world.as('monitor')(getCurrentUser)).body.avatars
  const inUse = await world.db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('unused_since', 'is', null)
    .execute()
  expect(inUse).toEqual([{ id: current?.id }])
})

test('returns no avatar to a user with an unverified address', async () => {
  const id = await upload('manager')
  await world.db.updateTable('files').set({ unused_since: null }).where('id', '=', id).execute()
  await world.db
    .updateTable('users')
    .set({ avatar_id: id })
    .where('id', '=', world.people.unverified.id)
    .execute()
  expect((await world.as('unverified')(getCurrentUser)).body.avatars).toEqual([])
})
