import { createHash } from 'node:crypto'

import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, question } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'
import { addRechecks } from '../rules/recheck-job.ts'
import { calibrateChecks } from './calibrate-job.ts'

let world: World
let surveyId: string
const keys = Array.from({ length: 40 }, (_, n) => `q${String(n)}`)
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db, {
    timeZone: 'Africa/Maputo',
    items: [
      question('name', { type: 'text' }),
      question('uniform', { type: 'integer' }),
      ...keys.map((key) => question(key, { type: 'integer' })),
    ],
  })
})
afterAll(() => world.close())

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

const settle = async () => {
  const { streams } = world.services
  await checkQueued(streams, 'UTC', 60)
  await calibrateChecks(streams, 'UTC', 60)
  await addRechecks(streams)
  await checkQueued(streams, 'UTC', 60)
  await addRechecks(streams)
}

interface Interview {
  investigator: string
  village: string
  /** Day of the interview. */
  day: number
  answers: readonly number[]
}
const add = async ({ investigator, village, day, answers }: Interview) => {
  const values = { name: `Name ${String(day)}`, uniform: 1 }
  const [row] = await read(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, start_time, end_time,
       investigator_name, supervisor_name, village, "values")
     select $1, 1, 'Baseline', gen_random_uuid()::text, 'submitted', at, at + interval '40 minutes', $2, 'Rui', $3, $4
     from (select '2026-03-01T06:00:00Z'::timestamptz + $5::int * interval '1 day' as at) times
     returning id, display_id as "displayId"`,
    [
      surveyId,
      investigator,
      village,
      JSON.stringify({ ...values, ...Object.fromEntries(keys.map((key, n) => [key, answers[n]])) }),
      day,
    ],
  )
  return { id: String(row?.['id']), displayId: String(row?.['displayId']) }
}

const flagsOf = async ({ id }: { id: string }) => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
    .filter(({ rule, state }) => rule === 'D6' && state === 'open')
    .map(({ severity, evidence }): Record<string, unknown> => ({ severity, ...evidence }))
}

/** Returns answers that match the answers of another `n` by chance only. */
const answersOf = (n: number): number[] =>
  keys.map(
    (key) =>
      (createHash('sha256')
        .update(`${String(n)} ${key}`)
        .digest()[0] ?? 0) % 10,
  )
const changed = (answers: readonly number[], count: number) =>
  answers.map((answer, index) => (index < count ? answer + 20 : answer))

test('nearly the same answers as an earlier interview are flagged, until it is gone', async () => {
  const [ana, bento] = [
    { investigator: 'Ana', village: 'Beira' },
    { investigator: 'Bento', village: 'Chimoio' },
  ]
  for (let n = 0; n < 60; n += 1) await add({ ...(n % 2 ? ana : bento), day: n, answers: answersOf(n + 1) })
  await settle()
  const [stored] = await read(
    `select "values" from check_calibrations where survey_id = $1 and rule = 'D6'`,
    [surveyId],
  )
  // The question that all answered in the same way is not compared.
  expect(stored).toMatchObject({ values: { interviews: 60, uniform: [expect.any(Number)] } })
  const source = answersOf(500)
  const first = await add({ ...ana, day: 100, answers: source })
  const copy = await add({ ...ana, day: 101, answers: changed(source, 3) })
  const different = await add({ ...ana, day: 102, answers: changed(source, 5) })
  const elsewhere = await add({ ...bento, day: 103, answers: source })
  const neighbour = await add({ investigator: 'Célia', village: 'Beira', day: 104, answers: source })
  await settle()
  const found = { severity: 'warn', questions: 40, limit: 90 }
  const naming = ({ id, displayId }: typeof first) => ({ other: displayId, otherId: id })
  expect(await flagsOf(first)).toEqual([])
  expect(await flagsOf(copy)).toEqual([{ ...found, share: 92.5, ...naming(first) }])
  // 35 of 40 answers, but 38 of 40 as the copy.
  expect(await flagsOf(different)).toEqual([{ ...found, share: 95, ...naming(copy) }])
  expect(await flagsOf(elsewhere)).toEqual([])
  expect(await flagsOf(neighbour)).toEqual([{ ...found, share: 100, ...naming(first) }])
  const { status } = await world.as('manager')(contract.changeResponseStatus, {
    params: { id: first.id },
    body: { status: 'rejected', comment: 'Not an interview' },
  })
  expect(status).toBe(200)
  await settle()
  expect(await flagsOf(copy)).toEqual([])
  expect(await flagsOf(neighbour)).toEqual([{ ...found, share: 92.5, ...naming(copy) }])
  // An interview that arrives late is between them.
  const late = await add({ ...ana, day: 100, answers: source })
  await settle()
  expect(await flagsOf(neighbour)).toEqual([{ ...found, share: 100, ...naming(late) }])
  expect(await flagsOf(copy)).toEqual([{ ...found, share: 92.5, ...naming(late) }])
})

test('only the last 200 interviews of the enumerator and the last 50 of the village are compared', async () => {
  const source = answersOf(900)
  const first = await add({ investigator: 'Dário', village: 'Tete', day: 200, answers: source })
  for (let n = 0; n < 49; n += 1)
    await add({ investigator: 'Eva', village: 'Tete', day: 201 + n, answers: answersOf(1_000 + n) })
  const within = await add({ investigator: 'Filipe', village: 'Tete', day: 260, answers: source })
  await settle()
  expect((await flagsOf(within)).map(({ otherId }) => otherId)).toEqual([first.id])
  // A further interview between them: the first one is no longer among the last 50.
  const between = await add({ investigator: 'Eva', village: 'Tete', day: 255, answers: answersOf(2_000) })
  await settle()
  expect(await flagsOf(within)).toEqual([])
  await read('delete from survey_responses where id = $1', [between.id])
  await settle()
  expect((await flagsOf(within)).map(({ otherId }) => otherId)).toEqual([first.id])
})
