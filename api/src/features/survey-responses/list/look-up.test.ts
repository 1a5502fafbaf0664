import { createSurveyResponse, lookUpSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const lookUp = (surveyId: string, displayIds: string[]) =>
  world.as('supervisor')(lookUpSurveyResponses, { params: { surveyId }, query: { displayIds } })

test('finds the records of one survey by their Survey Ids, with their answers', async () => {
  const [surveyId, otherId] = [
    await createOpenSurvey(world.db),
    await createOpenSurvey(world.db, { formId: 'another', label: 'Another' }),
  ]
  const created = []
  for (const displayId of ['A-1', 'A-2']) {
    const data = { ...interview(surveyId), displayId }
    created.push((await world.as('supervisor')(createSurveyResponse, { body: { data } })).body)
  }
  const data = { ...interview(otherId), displayId: 'A-1' }
  await world.as('supervisor')(createSurveyResponse, { body: { data } })
  const { status, body } = await lookUp(surveyId, ['A-2', 'A-1', 'A-9'])
  expect(status).toBe(200)
  expect(body.toSorted((a, b) => (a.displayId < b.displayId ? -1 : 1))).toEqual(created)
  expect((await lookUp(otherId, ['A-2'])).body).toEqual([])
})

test('accepts at most 1,000 Survey Ids', async () => {
  const surveyId = await createOpenSurvey(world.db, { formId: 'many' })
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `B-${String(index)}`)
  expect(await lookUp(surveyId, ids(1000))).toMatchObject({ status: 200, body: [] })
  expect((await lookUp(surveyId, ids(1001))).status).toBe(400)
})
