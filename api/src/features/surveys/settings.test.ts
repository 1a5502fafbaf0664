import { changeSurveyStatus, getSurvey, getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { getSurveySettings, updateSurveySettings } from '@baseline/contract/surveys/settings.ts'
import { getSurveyWorkbook, listSurveyVersions } from '@baseline/contract/surveys/versions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOpenSurvey } from '../../testing/responses.ts'
import { createSurvey } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const empty = { openFrom: null, closeOn: null, timeZone: null, personal: [], searchable: [] }
const get = (id: string) => world.as('manager')(getSurveySettings, { params: { id } })
const put = (id: string, data: object, headers = {}) =>
  world.as('manager', headers)(updateSurveySettings, {
    params: { id },
    body: { data: { ...empty, ...data } },
  })
const setStatus = (id: string, status: 'draft' | 'open' | 'closed', headers = {}) =>
  world.as('manager', headers)(changeSurveyStatus, { params: { id }, body: { status } })
const survey = async (id: string) => (await world.as('manager')(getSurvey, { params: { id } })).body

describe('settings', () => {
  test('dates do not create a version of the questionnaire; clearing them is possible', async () => {
    const id = await createSurvey(world.db)
    expect((await get(id)).body).toEqual({ ...empty, version: 1 })
    const dates = { openFrom: '2026-03-01', closeOn: '2026-06-30' }
    expect((await put(id, dates)).body).toEqual({ ...empty, ...dates, version: 2 })
    expect(await survey(id)).toMatchObject({ ...dates, version: 1 })
    expect((await put(id, {})).body).toEqual({ ...empty, version: 3 })
  })

  test('another time zone or mark creates a version without a workbook, in the name of the manager', async () => {
    const id = await createOpenSurvey(world.db)
    const changed = { timeZone: 'Africa/Maputo', personal: [{ key: 'farms', personal: true }] }
    expect((await put(id, changed)).body).toMatchObject(changed)
    expect(await survey(id)).toMatchObject({ version: 2, timeZone: 'Africa/Maputo' })
    const master = async (version: string) =>
      (await world.as('supervisor')(getSurveyMaster, { params: { id }, query: { version } })).body
    const farms = async (version: string) => (await master(version)).items.find(({ key }) => key === 'farms')
    expect(await farms('1')).toMatchObject({ personal: false })
    expect(await farms('2')).toMatchObject({ personal: true, personalOverride: true })
    const { rows } = (
      await world.as('supervisor')(listSurveyVersions, { params: { id }, query: { limit: 10 } })
    ).body
    expect(rows).toMatchObject([
      { version: 2, createdBy: 'manager@example.org', workbook: null },
      { version: 1, createdBy: null, workbook: null },
    ])
    const { status, body } = await world.as('supervisor')(getSurveyWorkbook, { params: { id, version: 2 } })
    expect([status, body.message]).toEqual([404, 'The workbook of this version is not stored'])
    // Without the mark, the question follows its type and its words again.
    await put(id, { timeZone: 'Africa/Maputo' })
    expect(await farms('3')).not.toHaveProperty('personalOverride')
    expect(await farms('3')).toMatchObject({ personal: false })
  })

  test('equal settings change nothing', async () => {
    const id = await createOpenSurvey(world.db)
    const data = { personal: [{ key: 'farms', personal: false }], timeZone: 'UTC' }
    const { body } = await put(id, data)
    expect((await put(id, data)).body).toEqual(body)
    expect((await survey(id)).version).toBe(2)
  })

  test('a stale version gets 409 with the current settings', async () => {
    const id = await createSurvey(world.db)
    const { body } = await put(id, { timeZone: 'UTC' }, { 'if-match': '1' })
    expect(await put(id, {}, { 'if-match': '1' })).toMatchObject({
      status: 409,
      body: { details: { current: body, savedBy: 'manager@example.org' } },
    })
  })

  test.for([
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['a closing date before the opening date', { openFrom: '2026-05-02', closeOn: '2026-05-01' }],
    ['an unknown question', { personal: [{ key: 'nowhere', personal: true }] }],
    ['a repeat', { personal: [{ key: 'members', personal: true }] }],
    [
      'a question twice',
      {
        personal: [
          { key: 'farms', personal: true },
          { key: 'farms', personal: false },
        ],
      },
    ],
  ] as const)('refuse %s', async ([, data]) => {
    const id = await createOpenSurvey(world.db)
    expect((await put(id, data)).status).toBe(400)
    expect((await survey(id)).version).toBe(1)
  })

  test('of an unknown survey: 404 on reading, 400 on writing', async () => {
    const id = crypto.randomUUID()
    expect((await get(id)).status).toBe(404)
    expect((await put(id, {})).status).toBe(400)
    expect((await setStatus(id, 'open')).status).toBe(400)
    expect((await world.as('manager')(getSurvey, { params: { id } })).status).toBe(404)
    expect((await world.as('manager')(listSurveyVersions, { params: { id }, query: {} })).status).toBe(404)
  })
})

test('a survey is opened and closed; a closed one can be opened again', async () => {
  const id = await createSurvey(world.db)
  const closedAt = async () =>
    (await world.db.selectFrom('surveys').select('closed_at').where('id', '=', id).executeTakeFirstOrThrow())
      .closed_at
  expect((await setStatus(id, 'open')).body).toMatchObject({ id, status: 'open' })
  expect((await setStatus(id, 'closed', { 'if-match': '2' })).body).toMatchObject({ status: 'closed' })
  expect(await closedAt()).toBeInstanceOf(Date)
  expect((await setStatus(id, 'draft', { 'if-match': '2' })).status).toBe(409)
  expect((await setStatus(id, 'open')).body).toMatchObject({ status: 'open' })
  expect(await closedAt()).toBeNull()
})

test('a survey has the target of the whole, or the sum of its districts', async () => {
  const id = await createSurvey(world.db)
  expect((await survey(id)).target).toBeNull()
  const insert = (district: string, target: number) =>
    world.db.insertInto('survey_targets').values({ survey_id: id, district, target }).execute()
  await insert('Tete', 30)
  await insert('Boane', 20)
  expect((await survey(id)).target).toBe(50)
  await insert('', 70)
  expect((await survey(id)).target).toBe(70)
})
