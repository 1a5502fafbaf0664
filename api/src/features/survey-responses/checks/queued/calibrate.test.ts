import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { foldCounts } from '../../counts/counts-job.ts'
import { checkQueued } from '../check-job.ts'
import { calibrateChecks } from './calibrate-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

/** Adds interviews of two enumerators, one per hour: minutes, and metres to the north of a place. */
const add = async (surveyId: string, interviews: readonly { minutes: number; north: number }[]) => {
  const rows = await read(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, start_time, end_time,
       investigator_name, supervisor_name, village, latitude, longitude, accuracy)
     select $1, 1, 'Baseline', gen_random_uuid()::text, 'submitted', at, at + minutes * interval '1 minute',
       case n % 2 when 0 then 'Ana' else 'Bento' end, 'Rui', 'Chimoio', -19 + north / 111195.08, 33, 5
     from unnest($2::int[], $3::float8[]) with ordinality as t (minutes, north, n),
       lateral (select '2026-03-01T06:00:00Z'::timestamptz + n * interval '25 hours' as at) times
     returning id`,
    [surveyId, interviews.map(({ minutes }) => minutes), interviews.map(({ north }) => north)],
  )
  return rows.map(({ id }) => String(id))
}

const settle = async () => {
  await checkQueued(world.services.streams, 'UTC', 60)
  await foldCounts(world.db)
  await read(`update check_calibrations set computed_at = now() - interval '2 hours'`)
  await calibrateChecks(world.services.streams, 'UTC', 60)
  await checkQueued(world.services.streams, 'UTC', 60)
}

const flagsOf = async (id = '') => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
    .filter(({ rule }) => rule === 'T5' || rule === 'G2')
    .map(({ rule, condition, state, evidence }) => [rule, condition, state, evidence])
}

test('flags durations far from the median of the survey, once there are enough interviews', async () => {
  const surveyId = await createOpenSurvey(world.db)
  const usual = Array.from({ length: 27 }, (_, index) => ({ minutes: 40 + (index % 9), north: 0 }))
  const [short, long] = await add(surveyId, [{ minutes: 12, north: 0 }, { minutes: 90, north: 0 }, ...usual])
  await settle()
  expect(await flagsOf(short)).toEqual([])
  await add(surveyId, [{ minutes: 44, north: 0 }])
  await settle()
  // Median 44, deviation 2.2 (5% of the median: more than 2): 44 ± 3.5 · 2.2 / 0.6745.
  expect(await flagsOf(short)).toEqual([['T5', 'short', 'open', { minutes: 12, median: 44, limit: 32.6 }]])
  expect(await flagsOf(long)).toEqual([['T5', 'long', 'open', { minutes: 90, median: 44, limit: 55.4 }]])
  await add(
    surveyId,
    Array.from({ length: 60 }, () => ({ minutes: 90, north: 0 })),
  )
  await settle()
  expect((await flagsOf(long)).map(([, , state]) => state)).toEqual(['fixed'])
})

test('flags interviews far from the centre of their village', async () => {
  const surveyId = await createOpenSurvey(world.db)
  const neighbours = [0, 100, 200, 300, 400].map((north) => ({ minutes: 30, north }))
  const [far, usual] = await add(surveyId, [{ minutes: 30, north: 5_000 }, ...neighbours])
  await settle()
  expect(await flagsOf(far)).toEqual([['G2', 'far', 'open', { metres: 4_750, median: 150, limit: 1_000 }]])
  expect(await flagsOf(usual)).toEqual([])
  // A village of another place: one enumerator alone does not make a centre.
  await read('delete from survey_responses where survey_id = $1 and investigator_name = $2', [
    surveyId,
    'Ana',
  ])
  await settle()
  expect((await flagsOf(far)).map(([, , state]) => state)).toEqual(['fixed'])
})
