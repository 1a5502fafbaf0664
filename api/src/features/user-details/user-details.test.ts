import { createHash, randomUUID } from 'node:crypto'

import { ConflictDetails } from '@baseline/contract/error-details.ts'
import * as contract from '@baseline/contract/user-details/contract.ts'
import type { UserDetailsData } from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const manager = (headers?: Record<string, string>) => world.as('manager', headers)
const create = (data: Partial<UserDetailsData> = {}) =>
  manager()(contract.createUserDetails, { body: { data: { firstName: 'Ana', gender: 'female', ...data } } })
const createRecord = async (data?: Partial<UserDetailsData>) => (await create(data)).body
const get = (id: string) => manager()(contract.getUserDetails, { params: { id } })
const put = (id: string, data: Partial<UserDetailsData>, headers?: Record<string, string>) =>
  manager(headers)(contract.updateUserDetails, {
    params: { id },
    body: { id, data: { firstName: 'Ana', gender: 'female', ...data } },
  })
const destroy = (...ids: string[]) => manager()(contract.destroyUserDetails, { query: { ids } })
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const importRow = (data: Partial<UserDetailsData>, importHash: string, key?: string) =>
  manager(key ? { 'idempotency-key': key } : undefined)(contract.importUserDetails, {
    body: { data: { firstName: 'Ana', gender: 'female', ...data }, importHash },
  })

describe('§7 one record', () => {
  test('§3 is created, read, changed and deleted', async () => {
    const data = {
      firstName: ' João ',
      lastName: 'Sitoe',
      mobileNumber: '84 000',
      onboardingDate: '2026-02-28',
      gender: 'male',
    } as const
    const created = await createRecord(data)
    expect(created).toEqual({
      ...data,
      firstName: 'João',
      id: created.id,
      managerId: null,
      managerName: null,
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
      version: 1,
    })
    expect((await get(created.id)).body).toEqual(created)
    const { body: changed } = await put(created.id, { lastName: '', onboardingDate: '2026-03-01' })
    expect(changed).toMatchObject({ firstName: 'Ana', lastName: null, mobileNumber: null, version: 2 })
    expect(changed.onboardingDate).toBe('2026-03-01')
    expect((await get(created.id)).body).toEqual(changed)
    expect((await destroy(created.id)).body).toEqual({})
    expect(await get(created.id)).toMatchObject({ status: 404, body: { code: 'errors.notFound' } })
    expect(await get('not-an-id')).toMatchObject({ status: 404, body: { code: 'errors.notFound' } })
  })

  test.for<[string, Record<string, unknown>, string, string]>([
    ['no first name', { firstName: ' ' }, 'data.firstName', 'validation.mixed.required'],
    ['a short first name', { firstName: 'A' }, 'data.firstName', 'validation.string.min'],
    ['a long first name', { firstName: 'A'.repeat(256) }, 'data.firstName', 'validation.string.max'],
    ['no gender', { gender: undefined }, 'data.gender', 'validation.string.selected'],
    ['an unknown gender', { gender: 'x' }, 'data.gender', 'validation.string.selected'],
    ['an invalid date', { onboardingDate: '2026-02-30' }, 'data.onboardingDate', 'validation.mixed.default'],
    ['a time', { onboardingDate: '2026-02-03 10:00' }, 'data.onboardingDate', 'validation.mixed.default'],
  ])('§5 refuses %s and returns the field', async ([, data, path, key]) => {
    const { status, body } = await create(data)
    expect(status).toBe(400)
    expect(body).toMatchObject({ details: { issues: [{ path, key }] } })
  })

  test('§3 accepts a first name of 2 and of 255 characters', async () => {
    expect((await create({ firstName: 'Jo' })).status).toBe(200)
    expect((await create({ firstName: 'é'.repeat(255), lastName: '😀'.repeat(127) })).status).toBe(200)
  })

  test('returns 404 on reading and 400 on writing a missing record or another id', async () => {
    const id = randomUUID()
    expect((await get(id)).status).toBe(404)
    expect((await get('nonsense')).status).toBe(404)
    expect(await put(id, {})).toMatchObject({ status: 400, body: { code: 'errors.recordNotFound' } })
    expect(await destroy(id)).toMatchObject({ status: 400, body: { code: 'errors.recordNotFound' } })
    const { id: managerId } = await createRecord()
    const other = await manager()(contract.updateUserDetails, {
      params: { id: managerId },
      body: { id, data: { firstName: 'Eva', gender: 'female' } },
    })
    expect(other).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'id' }] } } })
    expect((await get(managerId)).body.firstName).toBe('Ana')
  })
})

describe('§3 managers', () => {
  test('copies the name from the record, ignores the sent name, and keeps it after a rename', async () => {
    const boss = await createRecord({ firstName: 'Maria', lastName: 'Machava' })
    const created = await createRecord({ managerId: boss.id.toUpperCase(), managerName: 'Somebody else' })
    expect(created).toMatchObject({ managerId: boss.id, managerName: 'Maria Machava' })
    await put(boss.id, { firstName: 'Marta' })
    expect((await get(created.id)).body.managerName).toBe('Maria Machava')
  })

  test('keeps a name without an id', async () => {
    expect(await createRecord({ managerName: 'Dona Rosa' })).toMatchObject({
      managerId: null,
      managerName: 'Dona Rosa',
    })
  })

  test('refuses an unknown manager in the caller’s language, also on import', async () => {
    const answer = await world.as('manager', { 'accept-language': 'pt-BR' })(contract.createUserDetails, {
      body: { data: { firstName: 'Ana', gender: 'female', managerId: randomUUID() } },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'Gerente não encontrado', details: { issues: [{ path: 'data.managerId' }] } },
    })
    const hash = hashOf('unknown manager')
    expect(await importRow({ managerId: randomUUID() }, hash)).toMatchObject({
      status: 400,
      body: { code: 'entities.userDetails.errors.managerNotFound' },
    })
    expect((await importRow({}, hash)).status).toBe(200)
  })

  test('refuses a record as its own manager', async () => {
    const { id } = await createRecord()
    for (const managerId of [id, id.toUpperCase()])
      expect(await put(id, { managerId })).toMatchObject({
        status: 400,
        body: { code: 'entities.userDetails.errors.ownManager' },
      })
  })

  test('keeps the name of a deleted manager, and increments the version', async () => {
    const boss = await createRecord({ firstName: 'Rosa' })
    const staff = await createRecord({ managerId: boss.id })
    expect((await destroy(boss.id)).status).toBe(200)
    expect((await get(staff.id)).body).toMatchObject({ managerId: null, managerName: 'Rosa', version: 2 })
  })

  test('leaves no dangling reference when a manager is deleted while 20 records are created', async () => {
    const boss = await createRecord()
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => create({ managerId: boss.id })),
      destroy(boss.id),
      ...Array.from({ length: 10 }, () => create({ managerId: boss.id })),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    expect((await get(boss.id)).status).toBe(404)
    const remaining = world.db.selectFrom('user_details').select('id').where('manager_id', '=', boss.id)
    expect(await remaining.execute()).toEqual([])
  })
})

describe('versions', () => {
  test.for(['"1"', '1', ' 1 '])(
    'accepts the first save with If-Match %s and refuses the next',
    async (version) => {
      const { id } = await createRecord()
      const headers = { 'if-match': version }
      const first = await put(id, { firstName: 'Eva' }, headers)
      expect(first).toMatchObject({ status: 200, body: { version: 2 } })
      const stale = await put(id, { firstName: 'Zita' }, headers)
      expect(stale.status).toBe(409)
      expect(stale.body).toMatchObject({ code: 'errors.conflict', details: { current: first.body } })
      const { current } = ConflictDetails.parse(stale.body.details)
      expect(current).toEqual((await get(id)).body)
      expect((await put(id, { firstName: 'Zita' })).body.version).toBe(3)
    },
  )

  test.for(['', 'x', '"1', '1"', 'W/"1"', '*', '-1', '1.0', '"1", "2"', '9999999999'])(
    'refuses malformed If-Match %s',
    async (version) => {
      const { id } = await createRecord()
      const answer = await put(id, { firstName: 'Eva' }, { 'if-match': version })
      expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path: 'If-Match' }] } } })
      expect((await get(id)).body.version).toBe(1)
    },
  )

  const guarded = (id: string, n: number, version: number) =>
    put(id, { mobileNumber: String(n) }, { 'if-match': `"${String(version)}"` })
  const versionIn = ({ body }: { body: { details?: unknown } }) =>
    (body.details as { current: { version: number } }).current.version
  const writtenDown = async (id: string) => {
    const log = await world.db
      .selectFrom('audit_log')
      .select('values')
      .where('entity_id', '=', id)
      .where('action', '=', 'update')
      .orderBy('id')
      .execute()
    return log.map(({ values }) => Number((values.after as { mobileNumber: string }).mobileNumber))
  }

  test('applies one of 100 concurrent edits of a version; 99 get 409 with the new version', async () => {
    const { id } = await createRecord()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guarded(id, n, 1)))
    const applied = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 409)
    expect([applied.length, refused.length]).toEqual([1, 99])
    expect(new Set(refused.map(versionIn))).toEqual(new Set([2]))
    expect((await get(id)).body).toEqual(applied[0]?.body)
    expect(await writtenDown(id)).toEqual([Number(applied[0]?.body.mobileNumber)])
  })

  test(
    'applies all of 100 edits when each is retried after a 409 response',
    { timeout: 60_000 },
    async () => {
      const { id } = await createRecord()
      let refusals = 0
      const edit = async (n: number): Promise<{ n: number; version: number }> => {
        for (let version = 1; ;) {
          const answer = await guarded(id, n, version)
          if (answer.status === 200) return { n, version: answer.body.version }
          expect(answer.status).toBe(409)
          refusals += 1
          version = versionIn(answer)
        }
      }
      // Ten users with ten edits each.
      const edits = await Promise.all(
        Array.from({ length: 10 }, async (_, person) => {
          const ownIds = []
          for (let i = 1; i <= 10; i += 1) ownIds.push(await edit(person * 10 + i))
          return ownIds
        }),
      )
      const applied = edits.flat().toSorted((a, b) => a.version - b.version)
      expect(applied.map(({ version }) => version)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2))
      expect(await writtenDown(id)).toEqual(applied.map(({ n }) => n))
      expect((await get(id)).body).toMatchObject({ version: 101, mobileNumber: String(applied.at(-1)?.n) })
      expect(refusals).toBeGreaterThan(0)
    },
  )
})

describe('§7 deleting several', () => {
  test('deletes all records or none', async () => {
    const [a, b] = [await createRecord(), await createRecord()]
    expect((await destroy(a.id, randomUUID(), b.id)).status).toBe(400)
    expect((await get(a.id)).status).toBe(200)
    expect((await destroy(a.id, b.id)).status).toBe(200)
    expect((await get(b.id)).status).toBe(404)
  })

  test('deletes 1,000 records in one call over a real connection; refuses 1,001', async () => {
    const { rows } = await world.services.pool.query<{ id: string }>(
      `insert into user_details (first_name, gender) select 'Many', 'male' from generate_series(1, 1001) returning id`,
    )
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const send = (ids: string[]) =>
      fetch(`${url}/api/user-details?${ids.map((id) => `ids%5B%5D=${id}`).join('&')}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${world.people.manager.token}` },
      })
    const ids = rows.map(({ id }) => id)
    expect((await send(ids)).status).toBe(400)
    expect((await send(ids.slice(1))).status).toBe(200)
    const remaining = world.db.selectFrom('user_details').select('id').where('first_name', '=', 'Many')
    expect(await remaining.execute()).toEqual([{ id: ids[0] }])
  })
})

describe('§5 imports', () => {
  test('refuses the same row with a message; deleting the record frees it', async () => {
    const hash = hashOf('row')
    const { body: imported } = await importRow({ firstName: 'Rui' }, hash)
    expect(imported).toMatchObject({ firstName: 'Rui', version: 1 })
    for (const spelling of [hash, hash.toUpperCase()])
      expect(await importRow({ firstName: 'Rui' }, spelling)).toMatchObject({
        status: 400,
        body: { code: 'importer.errors.importHashExistent', message: 'Data has already been imported' },
      })
    await destroy(imported.id)
    expect((await importRow({ firstName: 'Rui' }, hash)).status).toBe(200)
  })

  test('repeats the response for the same key and body; refuses the same hash with another key', async () => {
    const hash = hashOf('lost answer')
    const first = await importRow({}, hash, 'file-1 line-2')
    expect(first.status).toBe(200)
    expect((await importRow({}, hash, 'file-1 line-2')).body).toEqual(first.body)
    expect((await importRow({}, hash, 'file-2 line-2')).body.code).toBe('importer.errors.importHashExistent')
  })

  test('creates one record from 20 concurrent imports', async () => {
    const hash = hashOf('race')
    const answers = await Promise.all(Array.from({ length: 20 }, () => importRow({ lastName: 'Race' }, hash)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'importer.errors.importHashExistent']),
    )
    const created = world.db.selectFrom('user_details').select('id').where('last_name', '=', 'Race')
    expect(await created.execute()).toHaveLength(1)
  })

  test.for([undefined, '', 'abc', 'g'.repeat(64), 'a'.repeat(63), 7])(
    'refuses a hash other than 64 hexadecimal digits: %s',
    async (hash) => {
      const answer = await importRow({}, hash as string)
      expect(answer.status).toBe(400)
      if (hash !== 7)
        expect(answer.body).toMatchObject({
          details: {
            issues: [{ key: 'importer.errors.importHashRequired', message: 'The import hash is required' }],
          },
        })
    },
  )

  test('does not store the hash of a failed row', async () => {
    const hash = hashOf('failing')
    expect((await importRow({ managerId: randomUUID() }, hash)).status).toBe(400)
    expect((await importRow({}, hash)).status).toBe(200)
  })
})

test('§7 routes static segments before ids', async () => {
  const { status, body } = await manager()(contract.autocompleteUserDetails, { query: {} })
  expect([status, Array.isArray(body)]).toEqual([200, true])
})
