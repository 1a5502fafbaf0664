import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { compiledOnce, prepared } from './database.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

test('prepares a marked query once per connection, and no other query', async () => {
  await world.db.connection().execute(async (db) => {
    const ask = (id: string) =>
      db.selectFrom('users').select('email').where('id', '=', id).modifyFront(prepared)
    for (const id of [crypto.randomUUID(), crypto.randomUUID()]) {
      expect(await ask(id).execute()).toEqual([])
      await db.selectFrom('users').select('email').where('id', '=', id).execute()
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%"email" from "users"%'`.execute(db)
    expect(rows).toEqual([{ statement: ask('').compile().sql }])
  })
})

test('disables the JIT compiler on all connections', async () => {
  for (const db of [world.db, world.services.streams]) {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(db)
    expect(rows).toEqual([{ jit: 'off' }])
  }
})

type KeyRow = { caller: string; key: string; request_hash: Buffer }

const insertKey = () =>
  compiledOnce<KeyRow, KeyRow>((db, row) =>
    db.insertInto('idempotency_keys').values(row).returning(['caller', 'key', 'request_hash']),
  )

test('binds the parameters of a compiled query by name, in any order of keys', async () => {
  const insert = insertKey()
  const row = { caller: 'Ana', key: crypto.randomUUID(), request_hash: Buffer.of(1) }
  const reordered = { request_hash: Buffer.of(2), key: crypto.randomUUID(), caller: 'Rui' }
  expect(await insert(world.db, row)).toEqual([row])
  expect(await insert(world.db, reordered)).toEqual([reordered])
  // The order of keys in the first call does not matter either.
  const insertReordered = insertKey()
  for (const one of [reordered, row]) {
    const renewed = { ...one, key: crypto.randomUUID() }
    expect(await insertReordered(world.db, renewed)).toEqual([renewed])
  }
})

test('compiles a query once, binds a repeated parameter and keeps constant values', async () => {
  let builds = 0
  const select = compiledOnce<{ texts: string[] }, { first: string; last: string }>((db, { first, last }) => {
    builds += 1
    return {
      compile: () =>
        sql<{ texts: string[] }>`select array[${last}, ${first}, ${'-'}, ${last}] texts`.compile(db),
    }
  })
  expect(await select(world.db, { first: 'a', last: 'b' })).toEqual([{ texts: ['b', 'a', '-', 'b'] }])
  expect(await select(world.db, { last: 'd', first: 'c' })).toEqual([{ texts: ['d', 'c', '-', 'd'] }])
  expect(builds).toBe(1)
})

test('refuses missing and unknown parameters of a compiled query by type', async () => {
  const select = compiledOnce<{ sum: number }, { a: number; b: number }>((db, { a, b }) => ({
    compile: () => sql<{ sum: number }>`select ${a}::int + ${b}::int sum`.compile(db),
  }))
  const both = { a: 1, b: 2 }
  expect(await select(world.db, both)).toEqual([{ sum: 3 }])
  // @ts-expect-error -- a parameter is missing
  expect(await select(world.db, { a: 1 })).toEqual([{ sum: null }])
  // @ts-expect-error -- an unknown parameter in a literal
  expect(await select(world.db, { a: 1, b: 2, c: 3 })).toEqual([{ sum: 3 }])
  const more = { ...both, c: 3 }
  // @ts-expect-error -- an unknown parameter in another object
  expect(await select(world.db, more)).toEqual([{ sum: 3 }])
  // @ts-expect-error -- another type
  expect(await select(world.db, { a: 1, b: '2' })).toEqual([{ sum: 3 }])
})
