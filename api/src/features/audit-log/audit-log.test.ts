import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'

import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { changeUserStatus } from '@baseline/contract/iam/contract.ts'
import {
  createUserDetails,
  destroyUserDetails,
  updateUserDetails,
} from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.queryAsOwner(`
    insert into audit_log (timestamp, created_by_email, entity_name, entity_id, action, "values")
    select timestamptz '2026-01-01' + n * interval '1 minute', 'person' || n % 7 || '@example.org',
           case when n % 2 = 0 then 'user' else 'settings' end, n::text, 'update', '{"before":null,"after":null}'
    from generate_series(1, 3000) n`)
})
afterAll(() => world.close())

const list = (query: object) => world.as('manager')(listAuditLog, { query })

test('§4 returns pages, newest first, with the total count', async () => {
  const { body } = await list({ limit: 10, offset: 10 })
  expect(body.count).toBe(3000)
  expect(body.rows.map(({ entityId }) => entityId)).toEqual(
    Array.from({ length: 10 }, (_, i) => String(2990 - i)),
  )
})

test.for(['timestamp', 'createdByEmail', 'entityName', 'action', 'entityId'])(
  '§4 sorts by %s in both directions',
  async (column) => {
    const read = async (direction: string) => {
      const { body } = await list({ limit: 1000, orderBy: `${column}_${direction}` })
      return body.rows
    }
    const ascending = await read('ASC')
    const values = ascending.map((row) => row[column as 'entityId'])
    expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    const last = await list({ limit: 1, orderBy: `${column}_DESC`, offset: 2999 })
    expect(last.body.rows[0]).toEqual(ascending[0])
  },
)

test('§5 filters by one or several values, by open ranges and by literal text', async () => {
  const count = async (filter: object) => (await list({ limit: 1, filter })).body.count
  expect(await count({ entityNames: 'user' })).toBe(1500)
  expect(await count({ entityNames: ['user', 'settings'] })).toBe(3000)
  expect(await count({ timestampRange: ['2026-01-01T00:01:00Z', '2026-01-01T00:10:00Z'] })).toBe(10)
  expect(await count({ timestampRange: ['', '2026-01-01T00:10:00Z'] })).toBe(10)
  expect(await count({ createdByEmail: 'person3' })).toBe(429)
  expect(await count({ createdByEmail: '%' })).toBe(0)
})

test('§7 streams every row in order without a limit', async () => {
  const { body } = await list({ orderBy: 'timestamp_ASC' })
  expect(body.count).toBe(3000)
  expect(body.rows).toHaveLength(3000)
  expect(body.rows[0]?.entityId).toBe('1')
  expect(body.rows.at(-1)?.entityId).toBe('3000')
})

test('§4 stops counting at 10,000 and marks the count as an estimate', async () => {
  await world.services.pool.query(`
    insert into audit_log (created_by_email, entity_name, entity_id, action, "values")
    select 'many@example.org', 'user', 'many', 'update', '{"before":null,"after":null}' from generate_series(1, 10001)`)
  const { body } = await list({ limit: 1, filter: { createdByEmail: 'many@' } })
  expect(body).toMatchObject({ count: 10_000, countIsEstimate: true })
})

describe('label of an entry', () => {
  const entriesOf = async (entityId: string) =>
    (await list({ limit: 10, filter: { entityId }, orderBy: 'timestamp_ASC' })).body.rows.map(
      ({ action, entityLabel }) => [action, entityLabel],
    )

  test('is the current name of the record, or the name in the entry after deletion', async () => {
    const call = world.as('manager')
    const data = { firstName: 'Rui', lastName: 'Sitoe', gender: 'male' } as const
    const { id } = (await call(createUserDetails, { body: { data } })).body
    const changed = { ...data, firstName: 'Ruizinho' }
    await call(updateUserDetails, { params: { id }, body: { id, data: changed } })
    await call(updateUserDetails, { params: { id }, body: { id, data: { ...changed, gender: 'female' } } })
    expect(await entriesOf(id)).toEqual([
      ['create', 'Ruizinho Sitoe'],
      ['update', 'Ruizinho Sitoe'],
      ['update', 'Ruizinho Sitoe'],
    ])
    await call(destroyUserDetails, { query: { ids: [id] } })
    expect(await entriesOf(id)).toEqual([
      ['create', 'Rui Sitoe'],
      ['update', 'Ruizinho'],
      ['update', null],
      ['destroy', 'Ruizinho Sitoe'],
    ])
  })

  test('is the address of a user without a name', async () => {
    const { id, email } = world.people.monitor
    await world.as('manager')(changeUserStatus, { body: { ids: [id], disabled: true } })
    expect(await entriesOf(id)).toContainEqual(['disable', email])
  })
})

describe('streams over a real connection', () => {
  let url: string
  beforeAll(async () => {
    // More than all network buffers can hold, so that a slow client really makes the server wait.
    await world.services.pool.query(`
      insert into audit_log (created_by_email, entity_name, entity_id, action, "values")
      select 'bulk@example.org', 'user', 'bulk', 'import', jsonb_build_object('before', null, 'after', repeat('x', 400))
      from generate_series(1, 60000)`)
    url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  })
  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${world.people.manager.token}` }
      get(`${url}/api/auditLog?filter[action]=import`, { headers, agent: false }, resolve).once(
        'error',
        reject,
      )
    })
  const statusOfAnother = async () => {
    const answer = await open()
    answer.destroy()
    return answer.statusCode
  }

  test(
    'sends every row to a client that pauses longer than the statement timeout',
    { timeout: 60_000 },
    async () => {
      const chunks: Buffer[] = []
      // While the body of the loop waits, the socket, the server and its cursor wait too.
      for await (const chunk of await open()) {
        if (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 17_000))
        chunks.push(chunk as Buffer)
      }
      const { rows, count } = JSON.parse(Buffer.concat(chunks).toString()) as {
        rows: unknown[]
        count: number
      }
      expect([rows.length, count]).toEqual([60_000, 60_000])
    },
  )

  test('allows one stream per user; a disconnect releases the connection and the lock', async () => {
    const answer = await open()
    await once(answer, 'readable')
    expect(await statusOfAnother()).toBe(429)
    answer.destroy()
    await expect.poll(statusOfAnother, { timeout: 5000 }).toBe(200)
  })
})
