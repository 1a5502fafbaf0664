import { updateProfile } from '@baseline/contract/auth/contract.ts'
import { routes } from '@baseline/contract/routes.ts'
import { updateSettings } from '@baseline/contract/settings/contract.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { picture } from '../testing/images.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rows = () =>
  world.db
    .selectFrom('audit_log')
    .select(['entity_name', 'action', 'created_by_email', 'values'])
    .orderBy('id')
    .execute()

/** Calls that change nothing anyone owns: they ask for a mail, or upload what nothing refers to yet. */
const withoutChange = [
  '/auth/send-email-address-verification-email',
  '/auth/send-password-reset-email',
  '/storage/files',
]

const uploadAvatar = async () => {
  const { token } = (await world.as('monitor')(getStorageToken)).body
  const file = new File([Buffer.from(await picture().jpeg().toBuffer())], 'a.jpg')
  const folder = avatarFolders.profile(world.people.monitor.id)
  const { id } = (await world.as('monitor')(uploadFile, { body: { token, folder }, file })).body
  return { id }
}

/** One change per write call, and exactly what the log must say about it. */
const changes = {
  'PUT /auth/profile': {
    make: async () => {
      const avatars = [await uploadAvatar()]
      return world.as('monitor')(updateProfile, { body: { profile: { firstName: 'Ana', avatars } } })
    },
    written: [
      {
        entity_name: 'user',
        action: 'update',
        created_by_email: 'monitor@example.org',
        values: {
          before: { firstName: null, fullName: null, avatars: [] },
          after: {
            firstName: 'Ana',
            fullName: 'Ana',
            avatars: [{ id: expect.any(String) as string, name: 'a.jpg' }],
          },
        },
      },
    ],
  },
  'PUT /settings': {
    make: () => world.as('manager')(updateSettings, { body: { settings: { theme: 'gold' } } }),
    written: [
      {
        entity_name: 'settings',
        action: 'settings',
        created_by_email: 'manager@example.org',
        values: { before: { theme: 'default' }, after: { theme: 'gold' } },
      },
    ],
  },
}

test('§3 every write call leaves exactly its audit rows', async () => {
  const writes = routes.filter(({ method, path }) => method !== 'GET' && !withoutChange.includes(path))
  expect(Object.keys(changes).toSorted()).toEqual(
    writes.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  for (const { make, written } of Object.values(changes)) {
    const before = await rows()
    expect((await make()).status).toBe(200)
    expect((await rows()).slice(before.length)).toEqual(written)
  }
})

test('a change whose audit row cannot be written does not happen', async () => {
  const owner = new pg.Client({ connectionString: world.database.owner })
  await owner.connect()
  await owner.query('revoke insert on app.audit_log from baseline_app')
  const { status } = await world.as('manager')(updateSettings, { body: { settings: { theme: 'red' } } })
  await owner.query('grant insert on app.audit_log to baseline_app')
  await owner.end()
  expect(status).toBe(500)
  expect(await world.db.selectFrom('settings').select('theme').execute()).toEqual([{ theme: 'gold' }])
})

test.for([
  `update audit_log set action = 'create'`,
  'delete from audit_log',
  'truncate audit_log',
  'drop table audit_log',
  'alter table audit_log disable trigger all',
])('the application may not: %s', async (statement) => {
  await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})
