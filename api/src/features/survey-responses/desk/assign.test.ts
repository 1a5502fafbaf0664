import { assignReviews, listReviewers } from '@baseline/contract/survey-responses/assign-reviews.ts'
import * as desk from '@baseline/contract/survey-responses/desk.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOpenSurvey, fillSurvey, question } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from '../checks/check-job.ts'

let world: World
let surveyId: string
let ids: string[]
let second: Awaited<ReturnType<World['createPerson']>>
beforeAll(async () => {
  world = await openWorld()
  second = await world.createPerson('second', ['supervisor'])
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db, { items: [question('head', { type: 'text' })] })
  await fillSurvey(world, surveyId, 4, 'submitted')
  await checkQueued(world.services.streams, 'UTC', 60)
  ids = await idsOf({})
})

const idsOf = async (filter: desk.QueueFilter, caller = world.as('supervisor')) => {
  const { body } = await caller(desk.listQueue, { query: { filter: { surveyId: [surveyId], ...filter } } })
  return body.rows.map(({ id }) => id)
}
const assign = (reviewerId: string | null, which: { ids: string[] } | { filter: desk.QueueFilter }) =>
  world.as('supervisor')(assignReviews, { body: { ...which, reviewerId } })
const next = async (caller: ReturnType<World['callWith']>) =>
  (await caller(desk.claimNext, { body: { filter: { surveyId: [surveyId] } } })).body.id

test('an assigned response goes to its reviewer first, and to no other', async () => {
  const [one, two, three, four] = ids
  expect((await assign(second.id, { ids: [four!] })).body).toEqual({ count: 1 })
  expect((await assign(world.people.supervisor.id, { ids: [two!, four!] })).body).toEqual({ count: 2 })
  expect((await assign(second.id, { ids: [four!] })).body).toEqual({ count: 1 })
  // A response that already has the reviewer does not count.
  expect((await assign(second.id, { ids: [four!] })).body).toEqual({ count: 0 })
  const asSecond = world.callWith(second.token)
  expect(await idsOf({ assigned: 'mine' }, asSecond)).toEqual([four])
  expect(await idsOf({ assigned: 'others' }, asSecond)).toEqual([two])
  expect(await idsOf({ assigned: 'nobody' }, asSecond)).toEqual([one, three])
  expect([await next(asSecond), await next(asSecond), await next(asSecond), await next(asSecond)]).toEqual([
    four,
    one,
    three,
    null,
  ])
  expect(await next(world.as('supervisor'))).toBe(two)
  expect((await assign(null, { ids: [two!, four!] })).body).toEqual({ count: 2 })
  expect(await idsOf({ assigned: 'nobody' })).toEqual(ids)
})

test('assigns all responses that match a filter', async () => {
  await assign(second.id, { ids: [ids[0]!] })
  const filter: desk.QueueFilter = { surveyId: [surveyId], assigned: 'nobody' }
  expect((await assign(world.people.manager.id, { filter })).body).toEqual({ count: 3 })
  const reviewers = (await world.as('supervisor')(listReviewers)).body
  const assignedTo = (id: string) => reviewers.find((reviewer) => reviewer.id === id)
  expect(assignedTo(second.id)).toEqual({ id: second.id, name: 'second@example.org', assigned: 1 })
  expect(assignedTo(world.people.manager.id)?.assigned).toBe(3)
})

test('refuses users who may not review, and responses that the reviewer may not read', async () => {
  for (const reviewerId of [world.people.monitor.id, '0199a3c4-7f7e-7d1c-9a51-3f6a1b2c4d5e']) {
    const { status, body } = await assign(reviewerId, { ids })
    expect([status, body]).toMatchObject([400, { code: 'entities.review.errors.reviewerNotFound' }])
  }
  const other = await createOpenSurvey(world.db, { items: [question('head', { type: 'text' })] })
  const limited = await world.createPerson('limited', ['supervisor'])
  await world.db.insertInto('memberships').values({ user_id: limited.id, survey_id: other }).execute()
  const { status, body } = await assign(limited.id, { ids })
  expect([status, body]).toMatchObject([400, { code: 'entities.review.errors.outOfScope' }])
  expect(await idsOf({ assigned: 'nobody' })).toEqual(ids)
  // The limited reviewer cannot assign what the reviewer cannot read.
  const byLimited = await world.callWith(limited.token)(assignReviews, {
    body: { ids, reviewerId: limited.id },
  })
  expect(byLimited.body).toEqual({ count: 0 })
  const reviewers = (await world.as('supervisor')(listReviewers)).body.map(({ name }) => name)
  expect(reviewers).toContain('limited@example.org')
  expect(reviewers).not.toContain('monitor@example.org')
})
