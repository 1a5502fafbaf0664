import { createHmac } from 'node:crypto'

import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { getReviewSettings, updateReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import type { ReviewPolicy } from '@baseline/contract/survey-responses/desk-settings.ts'
import * as desk from '@baseline/contract/survey-responses/desk.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOpenSurvey, fillSurvey, interview, question } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from '../checks/check-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db, {
    items: [question('head', { type: 'text' }), question('age', { type: 'integer', softMax: 99 })],
  })
})

const check = () => checkQueued(world.services.streams, 'UTC', 60)
const asManager = () => world.as('manager')
const set = async (policy: Partial<ReviewPolicy>, ifMatch?: number) =>
  world.as('manager', ifMatch === undefined ? {} : { 'if-match': String(ifMatch) })(updateReviewSettings, {
    params: { id: surveyId },
    body: { data: { dueHours: 48, samplePercent: null, sampleMinimum: 0, ...policy } },
  })

const idsOf = async (filter: desk.QueueFilter = {}) => {
  const query = { filter: { surveyId: [surveyId], ...filter }, limit: 200 }
  return (await asManager()(desk.listQueue, { query })).body.rows.map(({ id }) => id)
}
/** Returns the selected responses, and the others. */
const split = async () => ({ selected: await idsOf(), left: await idsOf({ notSelected: true }) })

let created = 0
/** An age above 99 gets a flag. */
const create = async (investigatorName: string, age = 40): Promise<string> => {
  const day = String((created++ % 28) + 1).padStart(2, '0')
  const { body, status } = await asManager()(contract.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        startTime: `2026-03-${day}T09:00:00+02:00`,
        endTime: `2026-03-${day}T09:45:00+02:00`,
        investigatorName,
        values: { head: 'João', age },
      },
    },
  })
  expect(status).toBe(200)
  return body.id
}
const stateOf = async (id: string) => (await asManager()(desk.getReview, { params: { id } })).body
const decide = (id: string, status: 'verified' | 'returned' | 'resubmitted') =>
  asManager()(contract.changeResponseStatus, { params: { id }, body: { status, comment: 'Checked' } })

test('a survey has the defaults until they are changed, and another version refuses a change', async () => {
  const get = async () => (await asManager()(getReviewSettings, { params: { id: surveyId } })).body
  expect(await get()).toEqual({ dueHours: 48, samplePercent: null, sampleMinimum: 0, version: 0 })
  const changed = { dueHours: 24, samplePercent: 12.5, sampleMinimum: 3, version: 1 }
  expect((await set({ dueHours: 24, samplePercent: 12.5, sampleMinimum: 3 })).body).toEqual(changed)
  expect(await get()).toEqual(changed)
  expect((await set({ dueHours: 12 }, 0)).status).toBe(409)
  expect((await set({ dueHours: 12 }, 1)).body.version).toBe(2)
  expect(JSON.stringify(await get())).not.toContain('seed')
})

test('a sample is the share that the seed draws, and another seed draws others', async () => {
  await set({ samplePercent: 25 })
  await fillSurvey(world, surveyId, 200, 'submitted')
  await check()
  const { selected, left } = await split()
  expect(selected.length + left.length).toBe(200)
  const { seed } = await world.db
    .selectFrom('review_settings')
    .select('seed')
    .where('survey_id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const drawn = (key: Buffer) => (id: string) =>
    Number(BigInt(`0x${createHmac('sha256', key).update(id).digest('hex').slice(0, 12)}`) % 10_000n) < 2_500
  expect(selected.filter(drawn(seed))).toHaveLength(selected.length)
  expect(left.filter(drawn(seed))).toEqual([])
  // 50 are expected; 4 standard deviations are 25.
  expect(selected.length).toBeGreaterThan(25)
  expect(selected.length).toBeLessThan(75)
  const other = [...selected, ...left].filter(drawn(Buffer.alloc(32, 7)))
  expect(other.toSorted()).not.toEqual(selected.toSorted())
  // A check of the same responses draws the same.
  await world.db
    .insertInto('check_queue')
    .values(left.map((id) => ({ response_id: id, survey_id: surveyId })))
    .execute()
  await check()
  expect((await split()).selected.toSorted()).toEqual(selected.toSorted())
})

test('a change of the settings applies to the responses that wait', async () => {
  await fillSurvey(world, surveyId, 30, 'submitted')
  await check()
  expect(await split()).toMatchObject({ selected: { length: 30 }, left: [] })
  await set({ samplePercent: 0, dueHours: 1 })
  await check()
  expect(await split()).toMatchObject({ selected: [], left: { length: 30 } })
  const [row] = (
    await asManager()(desk.listQueue, { query: { filter: { surveyId: [surveyId], notSelected: true } } })
  ).body.rows
  expect(Date.parse(row!.dueAt) - Date.parse(row!.receivedAt)).toBeLessThan(4 * 86_400_000)
  await set({ samplePercent: null })
  await check()
  expect(await split()).toMatchObject({ selected: { length: 30 }, left: [] })
})

test('responses of each enumerator are reviewed up to the minimum of the week, decided ones included', async () => {
  await set({ samplePercent: 0, sampleMinimum: 2 })
  const [first] = [await create('Ana Sitoe')]
  await check()
  expect((await decide(first, 'verified')).status).toBe(200)
  const [second, third, other] = [
    await create('Ana Sitoe'),
    await create('Ana Sitoe'),
    await create('Berta Cossa'),
  ]
  await check()
  const { selected, left } = await split()
  expect(selected.toSorted()).toEqual([second, other].toSorted())
  expect(left).toEqual([third])
})

test('flagged and resubmitted responses are reviewed; the reason is hidden until the decision', async () => {
  await set({ samplePercent: 0 })
  const [flagged, returned, calm] = [
    await create('Ana Sitoe', 120),
    await create('Ana Sitoe'),
    await create('Ana Sitoe'),
  ]
  await check()
  expect((await split()).selected).toEqual([flagged])
  for (const status of ['returned', 'resubmitted'] as const)
    expect((await decide(returned, status)).status).toBe(200)
  await check()
  expect((await split()).selected.toSorted()).toEqual([flagged, returned].toSorted())
  expect(await stateOf(flagged)).toMatchObject({ isWaiting: true, isSelected: true, selection: null })
  expect(await stateOf(calm)).toMatchObject({ isWaiting: true, isSelected: false, selection: null })
  for (const id of [flagged, returned, calm]) await decide(id, 'verified')
  expect((await stateOf(flagged)).selection).toBe('flagged')
  expect((await stateOf(returned)).selection).toBe('again')
  expect((await stateOf(calm)).selection).toBeNull()
})
