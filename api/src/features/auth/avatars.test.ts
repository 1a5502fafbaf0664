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

const upload = async (who: Member, folder = avatarFolders.profile(world.people[who].id)) => {
  const { token } = (await world.as(who)(getStorageToken)).body
  const { body } = await world.as(who)(uploadFile, {
    body: { token, folder },
    file: new File([jpeg], `${who}.jpg`),
  })
  return body.id
}
const choose = (who: Member, ...ids: string[]) =>
  world.as(who)(updateProfile, { body: { profile: { avatars: ids.map((id) => ({ id })) } } })
const fileOf = (id: string) =>
  world.db.selectFrom('files').select(['unused_since']).where('id', '=', id).executeTakeFirst()
const statusOf = async (publicUrl: string) => {
  const { pathname, search } = new URL(publicUrl)
  return (await world.app.inject({ url: pathname + search })).statusCode
}

test('§3 an avatar is chosen, shown, kept, replaced and taken away', async () => {
  const first = await upload('manager')
  expect((await fileOf(first))?.unused_since).toBeInstanceOf(Date)
  const saved = await choose('manager', first)
  expect(saved).toMatchObject({ status: 200, body: { avatars: [{ id: first, name: 'manager.jpg' }] } })
  expect(await fileOf(first)).toEqual({ unused_since: null })
  const { avatars } = (await world.as('manager')(getCurrentUser)).body
  expect(avatars).toHaveLength(1)
  expect(await statusOf(avatars[0]?.publicUrl ?? '')).toBe(200)

  // A form that says nothing about it, and one that sends it back, leave it as it is.
  await world.as('manager')(updateProfile, { body: { profile: { firstName: 'Ana' } } })
  expect((await choose('manager', first)).body.avatars).toMatchObject([{ id: first }])

  const second = await upload('manager')
  expect((await choose('manager', second)).body.avatars).toMatchObject([{ id: second }])
  expect((await fileOf(first))?.unused_since).toBeInstanceOf(Date)
  expect((await choose('manager')).body.avatars).toEqual([])
  expect((await fileOf(second))?.unused_since).toBeInstanceOf(Date)
  // Within the day it may be taken up again.
  expect((await choose('manager', second)).body.avatars).toMatchObject([{ id: second }])
})

test('§3 the log says which avatar was there before and after, and nothing else', async () => {
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

test('refused: what is not the caller’s own, not an avatar, in use, too old, or not there', async () => {
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

test('a stale version of the profile gets 409 with the person as they are, and their avatar', async () => {
  const { version } = (await world.as('enumerator')(getCurrentUser)).body
  const save = (firstName: string, ifMatch: number) =>
    world.as('enumerator', { 'if-match': `"${String(ifMatch)}"` })(updateProfile, {
      body: { profile: { firstName } },
    })
  const id = await upload('enumerator')
  const chosen = await choose('enumerator', id)
  expect(chosen.body.version).toBe(version + 1)
  expect(await save('Eva', version)).toMatchObject({
    status: 409,
    body: { code: 'errors.conflict', details: { current: chosen.body } },
  })
  expect(await save('Eva', version + 1)).toMatchObject({
    status: 200,
    body: { firstName: 'Eva', avatars: [{ id }], version: version + 2 },
  })
  // Saving what is there already is no new version.
  expect((await save('Eva', version + 2)).body.version).toBe(version + 2)
})

test('§9 at most one, and nothing but its id', async () => {
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

test('50 saves at once: each person is left with one avatar, and only that one is in use', async () => {
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

test('who has not shown that the address is theirs sees no avatar', async () => {
  const id = await upload('manager')
  await world.db.updateTable('files').set({ unused_since: null }).where('id', '=', id).execute()
  await world.db
    .updateTable('users')
    .set({ avatar_id: id })
    .where('id', '=', world.people.unverified.id)
    .execute()
  expect((await world.as('unverified')(getCurrentUser)).body.avatars).toEqual([])
})
