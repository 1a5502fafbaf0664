import { addDays } from '@baseline/contract/checks/enumerator-work.ts'
import { setRuleState } from '@baseline/contract/survey-responses/check-rules.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createFarmSurvey, insertInterviews, plan } from '../../../../testing/planned-interviews.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'
import { allEnumeratorsJob, enumeratorsJob } from './enumerators-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

const check = () => checkQueued(world.services.streams, 'UTC', 60)
const compare = () => allEnumeratorsJob.run({}, world.services)

/** Returns the current findings: enumerator, rule, condition and question. */
const findings = async (surveyId: string) =>
  (
    await read(
      `select investigator, rule, condition, question, evidence from enumerator_flags
       where survey_id = $1 and until is null order by 1, 2, 3, 4`,
      [surveyId],
    )
  ).map(({ investigator, rule, condition, question, evidence }) => [
    [investigator, rule, condition, question].join(' ').trim(),
    evidence,
  ])

const others = ['Bento', 'Célia', 'Dino', 'Eva']

/** Ana works fast, writes five rooms and "don't know". Her interviews are the first ones. */
const openSurvey = async () => {
  const surveyId = await createFarmSurvey(world.db)
  const ids = await insertInterviews(world.db, surveyId, [
    ...plan('Ana', { minutes: 10, values: { rooms: 5, water: 'dontKnow' } }),
    ...others.flatMap((name) => plan(name)),
  ])
  await check()
  await compare()
  return { surveyId, ids: ids.slice(0, 56) }
}

test('finds who differs from the others, with the numbers', async () => {
  const { surveyId } = await openSurvey()
  expect(await findings(surveyId)).toEqual([
    ['ana E2 short', { n: 28, median: 10, others: 40, z: -10.1, limit: -3.5 }],
    // 28 answers in 14 days are too few for a rate.
    ['ana E4 lastDigit rooms', { n: 56, share: 100, others: 11.2, limit: 15 }],
    ['ana E5 lowVariance rooms', { n: 56, sd: 0, others: 2.59, ratio: 0, limit: 0.5 }],
  ])
})

test('follows the responses, and says until when something held', async () => {
  const { surveyId, ids } = await openSurvey()
  await read(`update survey_responses set end_time = start_time + interval '40 minutes' where id = any($1)`, [
    ids,
  ])
  await check()
  await compare()
  expect((await findings(surveyId)).map(([name]) => name)).toEqual([
    'ana E4 lastDigit rooms',
    'ana E5 lowVariance rooms',
  ])
  expect(
    await read(
      `select rule, until > detected_at as ended from enumerator_flags where rule = 'E2' and survey_id = $1`,
      [surveyId],
    ),
  ).toEqual([{ rule: 'E2', ended: true }])
  // The person has no interviews any more.
  await read('delete from survey_responses where id = any($1)', [ids])
  await check()
  await compare()
  expect(await read('select * from enumerator_flags where survey_id = $1', [surveyId])).toEqual([])
  expect(
    await read(`select * from enumerator_values where survey_id = $1 and investigator = 'ana'`, [surveyId]),
  ).toEqual([])
})

test('a retired rule finds nothing any more, without waiting for the hour', async () => {
  const { surveyId } = await openSurvey()
  const { status } = await world.as('manager')(setRuleState, {
    params: { id: surveyId, rule: 'E4' },
    body: { state: 'retired' },
  })
  expect(status).toBe(200)
  await enumeratorsJob.run({}, world.services)
  expect((await findings(surveyId)).map(([name]) => name)).toEqual([
    'ana E2 short',
    'ana E5 lowVariance rooms',
  ])
})

test('compares once an hour', async () => {
  const { surveyId } = await openSurvey()
  await insertInterviews(world.db, surveyId, plan('Bento', { minutes: 5, to: 41 }))
  await check()
  await enumeratorsJob.run({}, world.services)
  expect((await findings(surveyId)).map(([name]) => name)).not.toContain('bento E2 short')
  await read(`update enumerator_checks set checked_at = now() - interval '61 minutes' where survey_id = $1`, [
    surveyId,
  ])
  await enumeratorsJob.run({}, world.services)
  expect((await findings(surveyId)).map(([name]) => name)).toContain('bento E2 short')
})

test('compares within a district, and finds rates of two windows and silence', async () => {
  const surveyId = await createFarmSurvey(world.db)
  const far = { district: 'Moamba', hasPlace: false }
  await insertInterviews(world.db, surveyId, [
    // All of Moamba work without a location.
    ...['Fátima', 'Gil', 'Hugo', 'Inês'].flatMap((name) => plan(name, far)),
    ...others.flatMap((name) => [...plan(name), ...plan(name)]),
    // 56 interviews in each window.
    ...[1, 2].flatMap(() => plan('Ana', { hasPlace: false, values: { farms: 'no', hectares: null } })),
    ...plan('Joel', { from: 10 }),
  ])
  await check()
  await compare()
  const found = await findings(surveyId)
  expect(found.filter(([name]) => !String(name).includes('E9'))).toEqual([
    ['ana E3 filterNo', { share: 100, n: 56, others: 0, limit: 5 }],
    ['ana E3 noLocation', { share: 100, n: 56, others: 0, limit: 5 }],
  ])
  expect(found.filter(([name]) => String(name).includes('E9'))).toEqual([
    ['joel E9 silent', { days: expect.any(Number), last: addDays(todayIn('UTC'), -10), limit: 3 }],
  ])
})
