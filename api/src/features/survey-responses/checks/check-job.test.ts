import { createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from './check-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

const addResponse = () =>
  world.as('supervisor')(createSurveyResponse, { body: { data: interview(surveyId) } })

const check = () => checkQueued(world.services.streams, 'UTC', 60)

const countQueued = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from check_queue`.execute(world.db)
  return rows[0]?.n
}

/** Takes the lock in a transaction, as a batch of a calibration does. Returns a function that ends it. */
const calibrate = async () => {
  const tx = await world.db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(hashtext('check-responses'))`.execute(tx)
  return () => tx.commit().execute()
}

const untilWaiting = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`.execute(world.db)
    expect(rows).toHaveLength(count)
  })

test('checks after one batch of a calibration, although another one follows', async () => {
  await addResponse()
  expect(await countQueued()).toBe(1)
  const endFirst = await calibrate()
  const checking = check()
  await untilWaiting(1)
  const next = calibrate()
  await untilWaiting(2)
  await endFirst()
  const endNext = await next
  expect(await countQueued()).toBe(0)
  await endNext()
  await checking
})

test('leaves the queue to the worker that checks', async () => {
  await addResponse()
  const end = await calibrate()
  await check()
  expect(await countQueued()).toBe(1)
  await end()
  await check()
  expect(await countQueued()).toBe(0)
})
