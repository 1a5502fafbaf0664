import { randomBytes, randomUUID } from 'node:crypto'

import { buildApp } from '../api/src/app.ts'
import { readConfig } from '../api/src/config.ts'
import { openServices } from '../api/src/services.ts'
import { chanceFrom } from '../scripts/seed/chance.ts'
import { makeWorkers } from '../scripts/seed/people.ts'
import { makeVillages } from '../scripts/seed/places.ts'
import { makeResponses } from '../scripts/seed/responses.ts'
import type { Report } from './report.ts'
import { inlined, pgbench, statementsOf } from './statements.ts'
import type { World } from './world.ts'

/** Interviews as a device would send them, one after the other, never two alike. */
export const interviews = async ({ owner }: World) => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from surveys where form_id = 'household_baseline'`,
  )
  const surveyId = rows[0]?.id
  const chance = chanceFrom(Date.now())
  const staff = { enumerators: makeWorkers(chance, 200, '840'), supervisors: makeWorkers(chance, 20, '860') }
  const to = Date.now() - 3_600_000
  const period = { count: 10_000_000, from: to - 30 * 86_400_000, to }
  const made = makeResponses(chance, staff, makeVillages(chance, 500), period)
  return () => {
    const { value: one } = made.next()
    if (!one) throw new Error('no interviews are left')
    return {
      surveyId,
      investigatorName: one.enumerator.name,
      investigatorMobileNumber: one.enumerator.mobileNumber,
      supervisorName: one.supervisor.name,
      surveyDate: one.surveyDate,
      startTime: new Date(one.startTime).toISOString(),
      endTime: new Date(one.endTime ?? one.startTime).toISOString(),
      values: { ...one.identification, ...one.home.answers },
    }
  }
}

const rowsASecond = async (
  send: () => Promise<{ status: number }>,
  { clients, seconds }: { clients: number; seconds: number },
) => {
  const until = Date.now() + seconds * 1000
  let stored = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < until) {
        const { status } = await send()
        if (status !== 200) throw new Error(`a row was answered with ${String(status)}`)
        stored += 1
      }
    }),
  )
  return stored / ((performance.now() - began) / 1000)
}

/** What one call writes, as a script for pgbench that makes another id and another number each time. */
const sameByPgbench = async (world: World, next: () => object): Promise<string> => {
  const config = readConfig({ ...world.stack.apiEnv, PORT: '1' })
  const services = await openServices(config, { works: false })
  let [id, displayId] = ['', '']
  const made = await statementsOf(world, async (db) => {
    const app = await buildApp(config, { ...services, db, enqueue: services.queue.enqueue })
    const answer = await app.inject({
      method: 'POST',
      url: '/api/survey-responses',
      headers: { authorization: `Bearer ${await world.bearer()}` },
      payload: { data: next() },
    })
    ;({ id, displayId } = answer.json<{ id: string; displayId: string }>())
    await app.close()
  })
  await services.close()
  const [lookUp, ...writes] = made.map(inlined)
  const text = [lookUp, 'begin', ...writes, 'commit', ''].join(';\n')
  const lengths = { a: 4, b: 4, c: 3, d: 3, e: 12, f: 4, g: 4, h: 4 }
  const digits = Object.entries(lengths).map(
    ([name, length]) => `\\set ${name} random(1${'0'.repeat(length - 1)}, ${'9'.repeat(length)})\n`,
  )
  // All of them belong to this year's partition, as new ones do.
  return `${digits.join('')}${text.replaceAll(id, `${id.slice(0, 4)}:a-:b-7:c-8:d-:e`).replaceAll(displayId, ':f-:g-:h')}`
}

/** How fast responses are taken in, with audit, hashes and counts. */
export const intake = async (world: World, report: Report, seconds: number): Promise<void> => {
  const part = 'Intake, all guarantees on'
  const next = await interviews(world)
  const add = () =>
    world.call('/survey-responses', { method: 'POST', body: { data: next() }, key: randomUUID() })
  const bring = () => {
    const body = { data: next(), importHash: randomBytes(32).toString('hex') }
    return world.call('/survey-responses/import', { method: 'POST', body, key: randomUUID() })
  }
  await rowsASecond(add, { clients: 10, seconds: 1 })
  const script = await sameByPgbench(world, next)
  const bare = await pgbench(world, [script], { clients: 10, seconds })
  const single = await rowsASecond(add, { clients: 10, seconds })
  report.tell({
    part,
    what: 'single rows, concurrency 10',
    value: single,
    unit: 'rows/s',
    bare,
    least: 1_000,
  })
  const value = single / bare
  report.tell({ part, what: 'against the same statements by pgbench', value, unit: 'ratio', least: 0.5 })
  for (const [what, send, clients] of [
    ['single rows, concurrency 100', add, 100],
    ['imported rows, concurrency 10', bring, 10],
    ['imported rows, concurrency 100', bring, 100],
  ] as const)
    report.tell({ part, what, value: await rowsASecond(send, { clients, seconds }), unit: 'rows/s' })
}
