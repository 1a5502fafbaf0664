import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { StreamedRows, streamPage } from './stream.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rowCount = 20_000
const start = (idleSeconds: number) => {
  const rows = new StreamedRows(async function* (db) {
    const { rows: numbers } = await sql<{ n: number; text: string }>`
      select n, repeat('x', 1000) as text from generate_series(1, ${rowCount}::int) n`.execute(db)
    yield* numbers
  })
  const schema = z.object({ n: z.int(), text: z.string() })
  return streamPage(world.services.streams, 'ana', rows, schema, { seconds: 60, idleSeconds })
}
const countTransactions = async () => {
  const { rows } = await world.services.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0]?.count
}

test('ends a stream whose client stops reading, and frees its connection', async () => {
  const stream = await start(0.3)
  const ended = new Promise<Error>((resolve) => stream.once('error', resolve))
  stream.read(1)
  expect(await countTransactions()).toBe(1)
  expect((await ended).message).toContain('0.3 s')
  await expect.poll(countTransactions).toBe(0)
})

test('continues a stream whose client reads slowly', async () => {
  const stream = await start(0.3)
  let size = 0
  for await (const chunk of stream) {
    size += (chunk as Buffer).length
    if (size < 1_000_000) await wait(50)
  }
  expect(size).toBeGreaterThan(rowCount * 1_000)
})
