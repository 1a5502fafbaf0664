import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { inTransaction, isOutage, openPool } from '#database.ts'

import { cloneDatabase } from '../../scripts/testing/database.ts'
import type { TestDatabase } from '../../scripts/testing/database.ts'

let database: TestDatabase
let killer: pg.Client
beforeAll(async () => {
  database = await cloneDatabase(inject('superuserUrl'))
  killer = new pg.Client({ connectionString: database.identity })
  await killer.connect()
})
afterAll(async () => {
  await killer.end()
  await database.drop()
})

/** Terminates a connection, as a restart of the database does. */
const breakConnection = async (client: Pick<pg.ClientBase, 'query'>) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await killer.query('select pg_terminate_backend($1)', [rows[0]?.pid])
}

test('reports and replaces a broken connection, in use or idle', async () => {
  const errors: Error[] = []
  const pool = openPool(database.identity, 1, (error) => errors.push(error))

  const inUse = inTransaction(pool, async (client) => {
    await breakConnection(client)
    await expect.poll(() => errors.length).toBeGreaterThan(0)
    await client.query('select 1')
  })
  await expect(inUse).rejects.toThrow('not queryable')

  errors.length = 0
  await breakConnection(pool)
  await expect.poll(() => pool.totalCount).toBe(0)
  expect(errors).not.toEqual([])

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test.for([
  ['ECONNREFUSED', true],
  ['EAI_AGAIN', true],
  ['EHOSTUNREACH', true],
  ['ENETUNREACH', true],
  ['53300', true],
  ['57014', true],
  ['23505', false],
  ['42703', false],
] as const)('decides whether an error is an outage: %s', ([code, expected]) => {
  expect(isOutage(Object.assign(new Error('failed'), { code }))).toBe(expected)
})
