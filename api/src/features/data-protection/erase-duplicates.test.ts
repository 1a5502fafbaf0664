import { createErasure } from '@baseline/contract/data-protection/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { rejectDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { dumpDatabase } from '../../testing/dump.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { erasureJob } from './erasure-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

test('the comments on a duplicate do not name its erased original', async () => {
  const as = world.as('manager')
  const surveyId = await createOpenSurvey(world.db)
  const create = async (displayId: string) =>
    (await as(responses.createSurveyResponse, { body: { data: { ...interview(surveyId), displayId } } })).body
  /** Rejects a response as the duplicate of another one, and returns both. */
  const reject = async (mark: string) => {
    const [original, duplicate] = [await create(`${mark}original`), await create(`${mark}duplicate`)]
    const { id, version } = duplicate
    const body = { others: [{ id, version }] }
    const { status } = await as(rejectDuplicates, { params: { id: original.id }, body })
    expect(status).toBe(200)
    return { original, duplicate }
  }
  const commentsOn = async ({ id }: { id: string }) =>
    (await as(responses.listComments, { params: { id } })).body.map(({ comment }) => comment)
  const [erased, other] = [await reject('qz'), await reject('kx')]

  const { body } = await as(createErasure, {
    body: { subject: { kind: 'household', responseIds: [erased.original.id] }, reason: 'Request of 6 May' },
  })
  await erasureJob.run({ id: body.id }, world.services)
  const after = (await dumpDatabase(inject('superuserUrl'), world.database.app)).toLowerCase()
  expect(after.includes('qzoriginal')).toBe(false)
  expect(after.includes('qzduplicate')).toBe(true)
  expect(after.includes('kxoriginal')).toBe(true)
  expect(await commentsOn(erased.duplicate)).toEqual(['Duplicate of …'])
  expect(await commentsOn(other.duplicate)).toEqual(['Duplicate of kxoriginal'])
})
