import type { Route } from '@baseline/contract/http.ts'
import { createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { createSurveyExport, getCodebook } from '@baseline/contract/survey-responses/exports/contract.ts'
import {
  changeSurveyStatus,
  getSurvey,
  getSurveyMaster,
  listSurveys,
} from '@baseline/contract/surveys/contract.ts'
import { getSurveySettings } from '@baseline/contract/surveys/settings.ts'
import { getSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { loadSurvey } from '@baseline/contract/surveys/upload.ts'
import {
  getSurveyList,
  getSurveyWorkbook,
  getSurveyXForm,
  listSurveyVersions,
} from '@baseline/contract/surveys/versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { interview } from '../../testing/responses.ts'
import { writeForm } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

type Role = 'manager' | 'supervisor'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** Loads a draft with an attached list. */
const loadDraft = async (formId: string): Promise<string> => {
  const survey = [['select_one_from_file towns.csv', 'town', 'Town']]
  const file = await writeForm({ formId, survey })
  const attachments = [new File(['name,label\nt1,Tete\n'], 'towns.csv')]
  const { status, body } = await world.as('manager')(loadSurvey, { body: {}, file, attachments })
  expect(status).toBe(200)
  return body.id
}
const setStatus = async (id: string, status: 'draft' | 'open') => {
  const answer = await world.as('manager')(changeSurveyStatus, { params: { id }, body: { status } })
  expect(answer.status).toBe(200)
}

const reads: readonly Route[] = [
  getSurvey,
  getSurveyMaster,
  listSurveyVersions,
  getSurveyWorkbook,
  getSurveyXForm,
  getSurveyList,
  getSurveySettings,
  getSurveyTargets,
  getCodebook,
]
/** Returns the status of a call. Some answers are no JSON, which `world.as` expects. */
const statusOf = async ({ path }: Route, id: string, role: Role): Promise<number> => {
  const url = path
    .replace(/:(?:id|surveyId)/, id)
    .replace(':version', '1')
    .replace(':name', 'towns.csv')
  const headers = { authorization: `Bearer ${world.people[role].token}` }
  return (await world.app.inject({ url: `/api${url}`, headers })).statusCode
}
const lists = async (id: string, role: Role): Promise<boolean> =>
  (await world.as(role)(listSurveys, { query: { limit: 100 } })).body.rows.some((survey) => survey.id === id)

test.for(reads.map((route) => [route.path, route] as const))(
  'GET %s hides a draft from users who may not edit surveys',
  async ([path, route]) => {
    const id = await loadDraft(`read ${path}`.replaceAll(/\W/g, '_'))
    expect([await statusOf(route, id, 'manager'), await statusOf(route, id, 'supervisor')]).toEqual([
      200, 404,
    ])
    await setStatus(id, 'open')
    expect(await statusOf(route, id, 'supervisor')).toBe(200)
  },
)

test('the list hides a draft, also under a filter by its status', async () => {
  const id = await loadDraft('listed')
  expect([await lists(id, 'manager'), await lists(id, 'supervisor')]).toEqual([true, false])
  const drafts = (role: Role) =>
    world.as(role)(listSurveys, { query: { limit: 100, filter: { status: 'draft' } } })
  expect((await drafts('manager')).body.count).toBeGreaterThan(0)
  expect((await drafts('supervisor')).body).toEqual({ rows: [], count: 0 })
  await setStatus(id, 'open')
  expect(await lists(id, 'supervisor')).toBe(true)
})

test('an export of a draft is refused', async () => {
  const id = await loadDraft('exported')
  const start = (role: Role) =>
    world.as(role)(createSurveyExport, { body: { data: { status: 'START', filter: { surveyId: id } } } })
  expect([(await start('manager')).status, (await start('supervisor')).status]).toEqual([200, 404])
})

test('a survey with responses stays visible when it becomes a draft again', async () => {
  const id = await loadDraft('reopened')
  await setStatus(id, 'open')
  const data = { ...interview(id), values: { town: 't1' } }
  expect((await world.as('supervisor')(createSurveyResponse, { body: { data } })).status).toBe(200)
  await setStatus(id, 'draft')
  expect([await lists(id, 'supervisor'), await statusOf(getSurveyMaster, id, 'supervisor')]).toEqual([
    true,
    200,
  ])
})
