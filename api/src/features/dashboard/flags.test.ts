import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Scope } from '#platform/auth/scope.ts'

import { createOpenSurvey, interview, question } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { foldCounts, recount } from '../survey-responses/counts/counts-job.ts'

let world: World
let scope: Scope = 'all'
let [first, second] = ['', '']
beforeAll(async () => {
  world = await openWorld({}, { scopeOf: () => scope })
  const items = [
    question('age', { type: 'integer', softMax: 99 }),
    question('rooms', { type: 'integer', softMax: 9 }),
  ]
  first = await createOpenSurvey(world.db, { items })
  second = await createOpenSurvey(world.db, { items })
  await create(first, { districtName: 'Boane', values: { age: 120, rooms: 30 } })
  await create(first, { districtName: 'Tete', values: { age: 110 } })
  await create(second, { districtName: 'Boane', values: { age: 111 } })
  await create(second, { districtName: 'Boane', values: { age: 40 } })
})
afterAll(() => world.close())

const create = async (surveyId: string, data: object) => {
  const { body, status } = await world.as('manager')(responses.createSurveyResponse, {
    body: { data: { ...interview(surveyId), ...data } },
  })
  expect(status).toBe(200)
  return body.id
}

const flagsOf = async (role: Role, id: string, query = {}, within: Scope = 'all') => {
  scope = within
  const { body } = await world.as(role)(getDashboard, { params: { id }, query })
  scope = 'all'
  return body.flags
}
const warnings = (warn: number) => ({ info: 0, warn, error: 0 })

test('counts open flags at once, by survey and within the scope of the caller', async () => {
  const expectFigures = async () => {
    expect(await flagsOf('manager', 'all')).toEqual(warnings(4))
    expect(await flagsOf('monitor', first)).toEqual(warnings(3))
    expect(await flagsOf('supervisor', second)).toEqual(warnings(1))
    expect(await flagsOf('supervisor', 'all', {}, [{ surveys: [second] }])).toEqual(warnings(1))
    expect(await flagsOf('supervisor', 'all', {}, [{ districts: ['BOANE'] }])).toEqual(warnings(3))
    expect(await flagsOf('monitor', first, {}, [{ districts: ['Boane'] }])).toEqual(warnings(2))
    expect(await flagsOf('monitor', 'all', {}, [])).toEqual(warnings(0))
    // A range of dates does not limit them.
    expect(await flagsOf('manager', 'all', { surveyDateRange: ['2001-01-01', '2001-01-02'] })).toEqual(
      warnings(4),
    )
    expect(await flagsOf('enumerator', 'all')).toBeNull()
  }
  await expectFigures()
  await foldCounts(world.db)
  await expectFigures()
})

test('a decision and a deletion are counted; the rollup equals a recount', async () => {
  const id = await create(first, { values: { age: 130 } })
  expect(await flagsOf('manager', first)).toEqual(warnings(4))
  const [flag] = (await world.as('manager')(listFlags, { params: { id } })).body
  const decide = (state: 'confirmed' | 'open') =>
    world.as('manager')(decideFlag, {
      params: { id, rule: 'V2' },
      body: { question: 'age', state, evidenceHash: flag?.evidenceHash ?? '' },
    })
  await decide('confirmed')
  expect(await flagsOf('manager', first)).toEqual(warnings(3))
  await decide('open')
  await foldCounts(world.db)
  expect(await flagsOf('manager', first)).toEqual(warnings(4))
  await world.as('manager')(responses.destroySurveyResponses, { query: { ids: [id] } })
  expect(await flagsOf('manager', first)).toEqual(warnings(3))
  expect(await recount(world.services.streams)).toBe(0)
  expect(await flagsOf('manager', 'all')).toEqual(warnings(4))
})
