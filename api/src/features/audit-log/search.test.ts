import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import {
  addComment,
  createSurveyResponse,
  destroySurveyResponses,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  const rename = (name: 'manager' | 'supervisor', first_name: string, last_name: string) =>
    world.db
      .updateTable('users')
      .set({ first_name, last_name })
      .where('id', '=', world.people[name].id)
      .execute()
  await rename('manager', 'Ângela', 'Sitoe')
  await rename('supervisor', 'Rui', 'Sitole')
})
afterAll(() => world.close())

const list = async (query: object) => (await world.as('manager')(listAuditLog, { query })).body
const search = (text: string, more: object = {}) => list({ limit: 100, filter: { search: text, ...more } })
const summarise = ({ rows }: Awaited<ReturnType<typeof list>>) =>
  rows.map(({ createdByName, action, entityLabel }) => [createdByName, action, entityLabel])

const respond = async (role: 'manager' | 'supervisor', displayId: string) => {
  const data = { ...interview(surveyId), displayId }
  const { status, body } = await world.as(role)(createSurveyResponse, { body: { data } })
  expect(status).toBe(200)
  return body
}
const change = async (role: 'manager' | 'supervisor', id: string, village: string) => {
  const { surveyId: _survey, ...data } = interview(surveyId)
  const values = { ...data.values, village }
  const answer = await world.as(role)(updateSurveyResponse, {
    params: { id },
    body: { id, data: { ...data, values } },
  })
  expect(answer.status).toBe(200)
}

describe('by Survey Id', () => {
  test('finds the changes and comments of one response, and no other entries', async () => {
    const response = await respond('manager', '1111-2222-3333')
    await respond('manager', '1111-2222-3334')
    await change('supervisor', response.id, 'Beira')
    await world.as('manager')(addComment, { params: { id: response.id }, body: { comment: 'Checked' } })
    const result = await search('1111-2222-3333')
    expect(summarise(result)).toEqual([
      ['Ângela Sitoe', 'create', '1111-2222-3333'],
      ['Rui Sitole', 'update', '1111-2222-3333'],
      ['Ângela Sitoe', 'create', '1111-2222-3333'],
    ])
    expect(result.count).toBe(3)
    expect(result.rows.map(({ entityName }) => entityName)).toEqual([
      'comment',
      'surveyResponse',
      'surveyResponse',
    ])
    expect((await search('1111-2222')).count).toBe(0)
  })

  test('finds a deleted response, and returns the questionnaire of its answers', async () => {
    const deleted = await respond('manager', 'X-9-gone')
    await change('supervisor', deleted.id, 'Dondo')
    const survey = { id: surveyId, version: 1 }
    expect((await search('x-9-GONE')).rows.map((row) => row.survey)).toEqual([survey, survey])
    await world.as('manager')(destroySurveyResponses, { query: { ids: [deleted.id] } })
    const result = await search('x-9-GONE')
    expect(result.rows.map(({ action }) => action)).toEqual(['destroy', 'update', 'create'])
    expect(result.rows.map((row) => row.survey)).toEqual([survey, survey, survey])
  })
})

describe('by person', () => {
  test('finds entries by part of the name without accents, and by the address', async () => {
    const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)
    const byName = await search('angela sit')
    expect(new Set(byName.rows.map(({ createdByEmail }) => createdByEmail))).toEqual(
      new Set(['manager@example.org']),
    )
    expect(byName.count).toBe(byName.rows.length)
    expect(ids(await search('MANAGER@example'))).toEqual(ids(byName))
    const both = await search('sito')
    expect(both.count).toBe(byName.count + (await search('rui sitole')).count)
    expect((await search('angela', { action: 'update' })).count).toBe(0)
    expect((await search('no such name')).count).toBe(0)
    expect((await search('%')).count).toBe(0)
  })

  test('finds entries of an operator without a user record by the name in the log', async () => {
    const result = await search('operator')
    expect(result.rows.map(({ createdByEmail, createdByName }) => [createdByEmail, createdByName])).toEqual([
      ['operator', null],
      ['operator', null],
    ])
  })
})

test('returns the same entries as pages, in other orders and as a stream', async () => {
  await world.queryAsOwner(
    `insert into audit_log (timestamp, created_by_id, created_by_email, entity_name, entity_id, action, "values")
     select timestamptz '2026-01-01' + n * interval '1 minute', $1, 'supervisor@example.org', 'user', n::text,
            case when n % 3 = 0 then 'enable' else 'disable' end, '{"before":null,"after":null}'
     from generate_series(1, 250) n`,
    [world.people.supervisor.id],
  )
  const filter = { search: 'sito' }
  const all = await list({ filter })
  const times = all.rows.map(({ timestamp }) => timestamp)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(all.count).toBeGreaterThan(250)
  for (const offset of [0, 20, 240]) {
    const page = await list({ filter, limit: 20, offset })
    expect(page.rows, String(offset)).toEqual(all.rows.slice(offset, offset + 20))
    expect(page.count).toBe(all.count)
  }
  const oldest = await list({ filter, limit: 10, orderBy: 'timestamp_ASC' })
  expect(oldest.rows).toEqual(all.rows.toReversed().slice(0, 10))
  const byAction = await list({ filter, limit: 1000, orderBy: 'action_ASC' })
  expect(new Set(byAction.rows.map(({ id }) => id))).toEqual(new Set(all.rows.map(({ id }) => id)))
  const range = ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z']
  expect((await list({ limit: 10, filter: { ...filter, timestampRange: range } })).count).toBe(61)
})

test('finds all entries for a text that matches more than 200 users', async () => {
  await world.services.pool.query(
    `with made as (
       insert into users (email, first_name) select 'crowd' || n || '@example.org', 'Crowd' from generate_series(1, 250) n
       returning id, email)
     insert into audit_log (created_by_id, created_by_email, entity_name, entity_id, action, "values")
     select id, email, 'user', 'crowd', 'update', '{"before":null,"after":null}' from made`,
  )
  const result = await list({ limit: 10, filter: { search: 'crowd' } })
  expect(result.count).toBe(250)
  expect(result.rows.map(({ createdByName }) => createdByName)).toEqual(
    Array.from({ length: 10 }, () => 'Crowd'),
  )
})
