import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { prepared } from './database.ts'

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
