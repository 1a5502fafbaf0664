import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { limits } from '../limits.ts'
import { createDeviceReader, createToken, hashToken, recordDeviceUse } from './device.ts'
import type { Device } from './device.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const insertDevice = async (
  values: { user_details_id?: string; surveys?: string[]; revoked_at?: Date } = {},
) => {
  const token = createToken()
  const { id } = await world.db
    .insertInto('field_devices')
    .values({
      label: 'Phone 1',
      token_hash: hashToken(token),
      created_by: world.people.manager.id,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token }
}

const getDevice = async (token: string): Promise<Device> => {
  const device = await createDeviceReader(world.db)(token)
  if (!device) throw new Error('no device has this token')
  return device
}

test('a token has 32 bytes that fit into a URL, and only its hash is stored', async () => {
  const { id, token } = await insertDevice()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const row = await world.db
    .selectFrom('field_devices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(token)
  expect(row.token_hash).toHaveLength(32)
})

test('finds a device with its person, also when it is revoked', async () => {
  const person = await world.db
    .insertInto('user_details')
    .values({
      first_name: 'Ana',
      last_name: 'Muianga',
      mobile_number: '84',
      manager_name: 'Rui',
      gender: 'female',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const surveyId = '01900000-0000-7000-8000-000000000001'
  const assigned = await insertDevice({ user_details_id: person.id, surveys: [surveyId] })
  expect(await getDevice(assigned.token)).toEqual({
    id: assigned.id,
    label: 'Phone 1',
    state: 'active',
    surveys: [surveyId],
    person: { id: person.id, name: 'Ana Muianga', mobileNumber: '84', managerName: 'Rui' },
    lastSeenAt: null,
    phones: [],
  })
  const revoked = await insertDevice({ revoked_at: new Date() })
  expect(await getDevice(revoked.token)).toMatchObject({ state: 'revoked', person: null, surveys: null })
})

test.for(['', 'short', createToken(), `${createToken()}=`, `${createToken().slice(0, 42)}\0`])(
  'finds no device of the token %j',
  async (token) => {
    await insertDevice()
    expect(await createDeviceReader(world.db)(token)).toBeUndefined()
  },
)

const collect = 'org.odk.collect.android/v2026.2.1 Dalvik/2.1.0 (Linux; U; Android 14)'

test('stores the use of a device, and reports a phone that is new', async () => {
  const { id, token } = await insertDevice()
  const use = async (odkDeviceId?: string, userAgent = collect) =>
    recordDeviceUse(world.db, await getDevice(token), { odkDeviceId, userAgent })
  expect(await use('collect:one')).toEqual({ isNewPhone: true })
  expect(await use('collect:one')).toEqual({ isNewPhone: false })
  expect(await use('collect:two')).toEqual({ isNewPhone: true })
  expect(await use()).toEqual({ isNewPhone: false })
  const device = await getDevice(token)
  expect(device.phones.toSorted()).toEqual(['collect:one', 'collect:two'])
  const { last_version: version, last_seen_at: seenAt } = await world.db
    .selectFrom('field_devices')
    .select(['last_version', 'last_seen_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(version).toBe('v2026.2.1')
  expect(Date.now() - (seenAt?.getTime() ?? 0)).toBeLessThan(60_000)
})

test('two concurrent uses of a new phone report it once', async () => {
  const device = await getDevice((await insertDevice()).token)
  const uses = await Promise.all(
    Array.from({ length: 8 }, () => recordDeviceUse(world.db, device, { odkDeviceId: 'collect:one' })),
  )
  expect(uses.filter(({ isNewPhone }) => isNewPhone)).toHaveLength(1)
})

test('stores a use of a known phone at most once per minute', async () => {
  const { id, token } = await insertDevice()
  const seen = async () =>
    (
      await world.db
        .selectFrom('field_devices')
        .select(['last_seen_at', 'last_version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).last_version
  const use = async (userAgent: string) =>
    recordDeviceUse(world.db, await getDevice(token), { odkDeviceId: 'collect:one', userAgent })
  await use('curl/8.1 (x)')
  await use('curl/8.2 (x)')
  expect(await seen()).toBe('curl/8.1')
  await world.db
    .updateTable('field_devices')
    .set({ last_seen_at: new Date(Date.now() - limits.devices.recordedEveryMs) })
    .where('id', '=', id)
    .execute()
  await use('curl/8.2 (x)')
  expect(await seen()).toBe('curl/8.2')
})

test('remembers a limited number of phones, and only the beginning of a long id', async () => {
  const { token } = await insertDevice()
  for (let phone = 0; phone <= limits.devices.phones; phone += 1) {
    const { isNewPhone } = await recordDeviceUse(world.db, await getDevice(token), {
      odkDeviceId: `${String(phone)}${'x'.repeat(1_000)}`,
    })
    expect(isNewPhone).toBe(phone < limits.devices.phones)
  }
  expect((await getDevice(token)).phones).toHaveLength(limits.devices.phones)
})
