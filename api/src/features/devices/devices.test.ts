import { randomUUID } from 'node:crypto'

import * as contract from '@baseline/contract/devices/contract.ts'
import { destroyUserDetails } from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { createDeviceReader, recordDeviceUse } from '../../platform/auth/device.ts'
import { dumpDatabase } from '../../testing/dump.ts'
import { createOpenSurvey } from '../../testing/responses.ts'
import { createSurvey } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let surveyId = ''
let draftId = ''
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  draftId = await createSurvey(world.db, { label: 'Draft' })
})
afterAll(() => world.close())

const asManager = (headers?: Record<string, string>) => world.as('manager', headers)
const asSupervisor = (headers?: Record<string, string>) => world.as('supervisor', headers)

const insertPerson = async (firstName: string, managerId: string | null = null): Promise<string> => {
  const { id } = await world.db
    .insertInto('user_details')
    .values({ first_name: firstName, last_name: 'Sitoe', gender: 'female', manager_id: managerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const createDevice = async (data: contract.DeviceData) => {
  const { status, body } = await asManager()(contract.createDevice, { body: { data } })
  expect(status).toBe(200)
  return body
}

const list = async (query: object = {}, as = asManager()) => {
  const { status, body } = await as(contract.listDevices, { query: { limit: 100, ...query } })
  expect(status).toBe(200)
  return body
}
const labels = async (query: object = {}, as = asManager()) =>
  (await list(query, as)).rows.map(({ label }) => label)

const getDevice = async (token: string) => {
  const device = await createDeviceReader(world.db)(token)
  if (!device) throw new Error('no device has this token')
  return device
}

test('creates a device and returns a token that finds it', async () => {
  const person = await insertPerson('Ana')
  const created = await createDevice({
    label: ' Phone 7 ',
    userDetailsId: person,
    surveys: [surveyId, surveyId],
  })
  const { token, ...device } = created
  expect(device).toEqual({
    id: expect.any(String) as string,
    label: 'Phone 7',
    state: 'active',
    person: { id: person, name: 'Ana Sitoe', managerName: null },
    surveys: [surveyId],
    surveyLabels: ['Baseline'],
    phoneCount: 0,
    lastSeenAt: null,
    lastVersion: null,
    createdAt: expect.any(String) as string,
    revokedAt: null,
    version: 1,
  })
  expect(await getDevice(token)).toMatchObject({ id: device.id, surveys: [surveyId], person: { id: person } })
  expect((await list({ filter: { userDetailsId: person } })).rows).toEqual([device])
})

test('no table contains a token, and no later response returns it', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const { body } = await asManager(key)(contract.createDevice, { body: { data: { label: 'Secret' } } })
  const dump = await dumpDatabase(inject('superuserUrl'), world.database.app)
  expect(dump).toContain('Secret')
  expect(dump).not.toContain(body.token)
  expect(JSON.stringify(await list())).not.toContain(body.token)
})

describe('a repeated call', () => {
  const repeatable = () => {
    const key = { 'idempotency-key': randomUUID() }
    return () => asManager(key)(contract.createDevice, { body: { data: { label: 'Repeated' } } })
  }

  test('returns the same device with another token, which replaces the first', async () => {
    const create = repeatable()
    const first = await create()
    const second = await create()
    expect(second.body).toMatchObject({ id: first.body.id, label: 'Repeated', version: 2 })
    expect(second.body.token).not.toBe(first.body.token)
    expect(await createDeviceReader(world.db)(first.body.token)).toBeUndefined()
    expect(await getDevice(second.body.token)).toMatchObject({ id: first.body.id })
    expect(await labels({ filter: { search: 'Repeated' } })).toHaveLength(1)
    const entries = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', first.body.id)
      .execute()
    expect(entries).toEqual([{ action: 'create' }])
  })

  test('is refused when a phone has used the device', async () => {
    const create = repeatable()
    const { body } = await create()
    await recordDeviceUse(world.db, await getDevice(body.token), { odkDeviceId: 'collect:one' })
    expect((await create()).body.code).toBe('entities.devices.errors.alreadyUsed')
    expect(await getDevice(body.token)).toMatchObject({ id: body.id, state: 'active' })
  })

  test('is refused when the device was revoked', async () => {
    const create = repeatable()
    const { body } = await create()
    await asManager()(contract.revokeDevice, { params: { id: body.id } })
    expect((await create()).body.code).toBe('entities.devices.errors.alreadyUsed')
  })

  test('at the same time creates one device, and one of the tokens is valid', async () => {
    const create = repeatable()
    const answers = await Promise.all([create(), create(), create()])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const found = await Promise.all(answers.map(({ body }) => createDeviceReader(world.db)(body.token)))
    expect(found.filter((device) => device !== undefined)).toHaveLength(1)
  })
})

test.for([
  ['an unknown person', () => ({ userDetailsId: randomUUID() }), 'entities.devices.errors.personNotFound'],
  [
    'an unknown survey',
    () => ({ surveys: [surveyId, randomUUID()] }),
    'entities.devices.errors.surveyNotFound',
  ],
  ['no surveys at all', () => ({ surveys: [] }), 'errors.invalid'],
  ['a blank label', () => ({ label: ' ' }), 'errors.invalid'],
] as const)('refuses %s', async ([, more, code]) => {
  const { status, body } = await asManager()(contract.createDevice, {
    body: { data: { label: 'Refused', ...more() } },
  })
  expect([status, body.code]).toEqual([400, code])
  expect(await labels({ filter: { search: 'Refused' } })).toEqual([])
})

test('revokes a device at once, once, and keeps it in the list', async () => {
  const { id, token } = await createDevice({ label: 'Lost' })
  const revoke = () => asManager()(contract.revokeDevice, { params: { id } })
  expect((await revoke()).status).toBe(200)
  expect(await getDevice(token)).toMatchObject({ state: 'revoked' })
  const { rows } = await list({ filter: { search: 'lost', state: 'revoked' } })
  expect(rows).toMatchObject([{ id, state: 'revoked', version: 2, revokedAt: expect.any(String) as string }])
  expect((await revoke()).status).toBe(200)
  expect((await list({ filter: { search: 'lost' } })).rows).toEqual(rows)
  const missing = await asManager()(contract.revokeDevice, { params: { id: randomUUID() } })
  expect(missing.body.code).toBe('errors.recordNotFound')
})

test('finds devices by label, person, state and number of phones, and orders them', async () => {
  const person = await insertPerson('Zélia')
  const tokens = new Map<string, string>()
  for (const [label, userDetailsId] of [['Q-b'], ['Q-c'], ['Q-a', person]] as const)
    tokens.set(label, (await createDevice({ label, userDetailsId })).token)
  for (const [label, phone] of [
    ['Q-b', 'one'],
    ['Q-c', 'one'],
    ['Q-c', 'two'],
  ] as const) {
    const device = await getDevice(tokens.get(label) ?? '')
    await recordDeviceUse(world.db, device, {
      odkDeviceId: phone,
      userAgent: `org.odk.collect.android/v${phone}`,
    })
  }
  const found = (filter: object, orderBy = 'label_ASC') =>
    labels({ filter: { search: 'q-', ...filter }, orderBy })
  expect(await found({})).toEqual(['Q-a', 'Q-b', 'Q-c'])
  expect(await found({}, 'createdAt_DESC')).toEqual(['Q-a', 'Q-c', 'Q-b'])
  expect(await found({}, 'lastSeenAt_ASC')).toEqual(['Q-a', 'Q-b', 'Q-c'])
  expect(await found({}, 'lastVersion_DESC')).toEqual(['Q-c', 'Q-b', 'Q-a'])
  expect(await found({ phoneUse: 'none' })).toEqual(['Q-a'])
  expect(await found({ phoneUse: 'one' })).toEqual(['Q-b'])
  expect(await found({ phoneUse: ['several', 'none'] })).toEqual(['Q-a', 'Q-c'])
  expect(await labels({ filter: { search: 'zelia' } })).toEqual(['Q-a'])
  expect((await list({ filter: { search: 'Q-c' } })).rows).toMatchObject([
    { phoneCount: 2, lastVersion: 'vtwo' },
  ])
  expect(
    (await list({ filter: { search: 'q-' }, limit: 1, offset: 1, orderBy: 'label_ASC' })).rows,
  ).toMatchObject([{ label: 'Q-b' }])
})

test('lists people with the number of their active devices', async () => {
  const rosa = await insertPerson('Rosa-pers')
  await insertPerson('Rita-pers')
  const { id } = await createDevice({ label: 'One', userDetailsId: rosa })
  const people = async (filter: object) =>
    (
      await asManager()(contract.listDevicePeople, {
        query: { limit: 10, filter: { search: 'pers', ...filter } },
      })
    ).body.rows.map(({ name, deviceCount }) => [name, deviceCount])
  expect(await people({})).toEqual([
    ['Rita-pers Sitoe', 0],
    ['Rosa-pers Sitoe', 1],
  ])
  expect(await people({ withoutDevice: true })).toEqual([['Rita-pers Sitoe', 0]])
  await asManager()(contract.revokeDevice, { params: { id } })
  expect(await people({ withoutDevice: 'true' })).toHaveLength(2)
})

describe('a supervisor', () => {
  let own = ''
  let below = ''
  let other = ''
  beforeAll(async () => {
    own = await insertPerson('Team-lead')
    below = await insertPerson('Team-member', await insertPerson('Team-deputy', own))
    other = await insertPerson('Team-other')
    for (const [label, userDetailsId] of [
      ['T-below', below],
      ['T-other', other],
      ['T-none', null],
    ] as const)
      await createDevice({ label, userDetailsId })
  })
  const linkSupervisor = (userDetailsId: string | null) =>
    world.db
      .updateTable('users')
      .set({ user_details_id: userDetailsId })
      .where('id', '=', world.people.supervisor.id)
      .execute()

  test('sees the devices and the people of the own team, at every level', async () => {
    await linkSupervisor(own)
    expect(await labels({ filter: { search: 'T-' } }, asSupervisor())).toEqual(['T-below'])
    expect(await labels({ filter: { userDetailsId: other } }, asSupervisor())).toEqual([])
    const { body } = await asSupervisor()(contract.listDevicePeople, { query: { limit: 100 } })
    expect(body.rows.map(({ name }) => name)).toEqual([
      'Team-deputy Sitoe',
      'Team-lead Sitoe',
      'Team-member Sitoe',
    ])
  })

  test('sees nothing without a team', async () => {
    await linkSupervisor(null)
    expect(await labels({}, asSupervisor())).toEqual([])
    const { body } = await asSupervisor()(contract.listDevicePeople, { query: { limit: 100 } })
    expect(body.rows).toEqual([])
  })

  test('creates devices for the own team only', async () => {
    await linkSupervisor(own)
    const create = async (data: contract.DeviceData) => {
      const { status, body } = await asSupervisor()(contract.createDevice, { body: { data } })
      return [status, body.code]
    }
    expect(await create({ label: 'S-below', userDetailsId: below })).toEqual([200, undefined])
    expect(await create({ label: 'S-other', userDetailsId: other })).toEqual([
      400,
      'entities.devices.errors.personNotFound',
    ])
    expect(await create({ label: 'S-none' })).toEqual([400, 'entities.devices.errors.personRequired'])
    expect(await create({ label: 'S-draft', userDetailsId: below, surveys: [draftId] })).toEqual([
      400,
      'entities.devices.errors.surveyNotFound',
    ])
    expect(await labels({ filter: { search: 'S-' } })).toEqual(['S-below'])
  })

  test('creates devices for the surveys of the own memberships only', async () => {
    await linkSupervisor(own)
    const [inReach, outOfReach] = [
      await createSurvey(world.db, { status: 'open' }),
      await createSurvey(world.db, { status: 'open' }),
    ]
    const { id: userId } = world.people.supervisor
    await world.db.insertInto('memberships').values({ user_id: userId, survey_id: inReach }).execute()
    const create = (surveys: string[] | null) =>
      asSupervisor()(contract.createDevice, {
        body: { data: { label: 'M', userDetailsId: below, surveys } },
      })
    expect((await create(null)).body.surveys).toEqual([inReach])
    expect((await create([inReach])).body.surveys).toEqual([inReach])
    expect((await create([inReach, outOfReach])).body.code).toBe('entities.devices.errors.surveyNotFound')
    await world.db.deleteFrom('memberships').where('user_id', '=', userId).execute()
  })

  test('revokes devices of the own team only', async () => {
    await linkSupervisor(own)
    const devices = await list({ filter: { search: 'T-' } })
    const revoke = async (label: string) => {
      const id = devices.rows.find((device) => device.label === label)?.id ?? ''
      return (await asSupervisor()(contract.revokeDevice, { params: { id } })).body.code
    }
    expect(await revoke('T-other')).toBe('errors.recordNotFound')
    expect(await revoke('T-none')).toBe('errors.recordNotFound')
    expect(await revoke('T-below')).toBeUndefined()
    expect(await labels({ filter: { search: 'T-', state: 'active' }, orderBy: 'label_ASC' })).toEqual([
      'T-none',
      'T-other',
    ])
  })

  test('cannot repeat a call for a person who has left the team', async () => {
    await linkSupervisor(own)
    const key = { 'idempotency-key': randomUUID() }
    const create = () =>
      asSupervisor(key)(contract.createDevice, { body: { data: { label: 'Left', userDetailsId: below } } })
    expect((await create()).status).toBe(200)
    await linkSupervisor(other)
    expect((await create()).body.code).toBe('entities.devices.errors.alreadyUsed')
  })
})

test('deleting a person revokes the devices and keeps them without the person', async () => {
  const person = await insertPerson('Gone')
  const { id, token } = await createDevice({ label: 'Gone', userDetailsId: person })
  await asManager()(destroyUserDetails, { query: { ids: [person] } })
  expect(await getDevice(token)).toMatchObject({ id, state: 'revoked', person: null })
  const entry = await world.db
    .selectFrom('audit_log')
    .select('values')
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.values).toEqual({
    before: { userDetailsId: person, state: 'active' },
    after: { userDetailsId: null, state: 'revoked' },
  })
})
