import { randomBytes, randomUUID } from 'node:crypto'

import { buildApp } from '../api/src/app.ts'
import { readConfig } from '../api/src/config.ts'
import { openServices } from '../api/src/services.ts'
import { createInterviews } from '../scripts/seed/interviews.ts'
import type { BenchStack } from './bench-stack.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'
import { inlineValues, pgbench, recordStatements } from './statements.ts'

/** Returns a function that generates interviews with the questionnaire of the demo. */
export const prepareInterviews = async ({ owner }: BenchStack) => {
  const { rows } = await owner.query<{ id: string }>(
    `select id from surveys where form_id = 'household_baseline'`,
  )
  if (!rows[0]) throw new Error('the demo survey is not loaded')
  return createInterviews(rows[0].id)
}

export const measureRowRate = async (
  call: () => Promise<{ status: number }>,
  { clients, seconds }: { clients: number; seconds: number },
) => {
  const deadline = Date.now() + seconds * 1000
  let storedCount = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < deadline) {
        const { status } = await call()
        if (status !== 200 && status !== 201) throw new Error(`a row returned status ${String(status)}`)
        storedCount += 1
      }
    }),
  )
  return storedCount / ((performance.now() - startedAt) / 1000)
}

/** Builds a pgbench script of the statements of one call, with a new id and Survey Id in each transaction. */
const buildPgbenchScript = async (bench: BenchStack, next: () => object): Promise<string> => {
  const config = readConfig({ ...bench.stack.apiEnv, PORT: '1' })
  const services = await openServices(config, { runsJobs: false })
  const key = randomUUID()
  let [id, displayId] = ['', '']
  const statements = await recordStatements(bench, async (db) => {
    const app = await buildApp(config, { ...services, db, enqueue: services.queue.enqueue })
    const authorization = `Bearer ${await bench.bearer()}`
    // The first call also reads the questionnaire.
    for (const idempotencyKey of [randomUUID(), key]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/survey-responses',
        headers: { authorization, 'idempotency-key': idempotencyKey },
        payload: { data: next() },
      })
      ;({ id, displayId } = answer.json<{ id: string; displayId: string }>())
    }
    await app.close()
  })
  await services.close()
  const lookUp = statements.findLastIndex(({ text }) => text === 'begin') - 1
  const text = [...statements.slice(lookUp).map(inlineValues), ''].join(';\n')
  const lengths = { a: 4, b: 4, c: 3, d: 3, e: 12, f: 4, g: 4, h: 4 }
  const digits = Object.entries(lengths).map(
    ([name, length]) => `\\set ${name} random(1${'0'.repeat(length - 1)}, ${'9'.repeat(length)})\n`,
  )
  // Keeps the start of the id, which selects this year's partition as for new rows.
  return (
    digits.join('') +
    text
      .replaceAll(id, `${id.slice(0, 4)}:a-:b-7:c-8:d-:e`)
      .replaceAll(displayId, ':f-:g-:h')
      .replaceAll(key, ':a:b:c:d:e:f:g:h')
  )
}

const warmUpSeconds = 5

/** Measures the intake of responses, with audit log, hashes and counts. */
export const intake = async (bench: BenchStack, report: Report, seconds: number): Promise<void> => {
  const part = 'Intake, all guarantees on'
  const next = await prepareInterviews(bench)
  const bodies: string[] = []
  const makeBody = (more: object) => JSON.stringify({ data: next(), ...more })
  // Prepared before the measurement: generating an interview takes as long as sending it.
  const prepare = (more: () => object = () => ({})) => {
    while (bodies.length < seconds * 1_200) bodies.push(makeBody(more()))
  }
  // Does not parse the response: the client shares the machine with the server.
  const post = (path: string) => async () =>
    send(`${bench.stack.apiUrl}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await bench.bearer()}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: bodies.pop() ?? makeBody({}),
    })
  const addRow = post('/survey-responses')
  const importRow = post('/survey-responses/import')
  // Warms up the JIT compiler, which needs some thousand calls, also before a short measurement.
  for (let turn = 0; turn < 2; turn += 1) {
    prepare()
    await measureRowRate(addRow, { clients: 10, seconds: Math.max(seconds, warmUpSeconds) })
  }
  const script = await buildPgbenchScript(bench, next)
  // Alternates between the two, so that a busy moment of the machine affects both.
  const rates = { single: 0, bare: 0 }
  for (let turn = 0; turn < 3; turn += 1) {
    rates.bare = Math.max(rates.bare, await pgbench(bench, [script], { clients: 10, seconds }))
    prepare()
    rates.single = Math.max(rates.single, await measureRowRate(addRow, { clients: 10, seconds }))
  }
  const { single, bare } = rates
  report.add({
    part,
    what: 'single rows, concurrency 10',
    value: single,
    unit: 'rows/s',
    bare,
    least: 1_000,
    row: 'intake.single rows, 10',
  })
  const value = single / bare
  const what = 'against the same statements by pgbench'
  report.add({ part, what, value, unit: 'ratio', least: 0.5, row: 'intake.ratio' })
  prepare()
  const crowdedRate = await measureRowRate(addRow, { clients: 100, seconds })
  report.add({
    part,
    what: 'single rows, concurrency 100',
    value: crowdedRate,
    unit: 'rows/s',
    row: 'intake.single rows, 100',
  })
  bodies.length = 0
  for (const clients of [10, 100]) {
    prepare(() => ({ importHash: randomBytes(32).toString('hex') }))
    const importRate = await measureRowRate(importRow, { clients, seconds })
    report.add({
      part,
      what: `imported rows, concurrency ${String(clients)}`,
      value: importRate,
      unit: 'rows/s',
      row: `intake.imported rows, ${String(clients)}`,
    })
  }
}
