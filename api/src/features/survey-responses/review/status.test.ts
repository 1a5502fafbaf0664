import {
  changeResponseStatus,
  createSurveyResponse,
  destroySurveyResponses,
  getHistory,
  getSurveyResponse,
  listComments,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import { responseStatuses, statusTargets } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

let world: World
let surveyId: string
let id: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())
beforeEach(async () => {
  const { body } = await world.as('supervisor')(createSurveyResponse, {
    body: { data: interview(surveyId) },
  })
  id = body.id
})

const setStatus = (status: ResponseStatus) =>
  world.db.updateTable('survey_responses').set({ status }).where('id', '=', id).execute()
const statusNow = async () => (await world.as('manager')(getSurveyResponse, { params: { id } })).body.status

/**
 * Allowed changes, written by hand: from and to, then s for supervisor and manager or m for manager only,
 * then the required text. Any other change is refused.
 */
const allowed: Record<string, string> = {
  'inProgress submitted': 's',
  'submitted verified': 's',
  'resubmitted verified': 's',
  'onHold verified': 's',
  'submitted onHold': 's reason',
  'resubmitted onHold': 's reason',
  'verified onHold': 's reason',
  'submitted returned': 's comment',
  'resubmitted returned': 's comment',
  'onHold returned': 's comment',
  'verified returned': 's comment',
  'returned resubmitted': 's',
  'onHold submitted': 's',
  'submitted approved': 'm',
  'resubmitted approved': 'm',
  'verified approved': 'm',
  'submitted rejected': 'm reason',
  'resubmitted rejected': 'm reason',
  'onHold rejected': 'm reason',
  'verified rejected': 'm reason',
  'approved verified': 'm reason',
  'rejected submitted': 'm reason',
}
const pairs = responseStatuses.flatMap((from) =>
  responseStatuses.filter((to) => to !== from).map((to) => ({ from, to, rule: allowed[`${from} ${to}`] })),
)
const errors = 'entities.surveyResponses.errors'

describe.for(['supervisor', 'manager'] as const)('§4 as %s', (reviewer) => {
  test.for(pairs)('$from → $to', async ({ from, to, rule }) => {
    await setStatus(from)
    const change = (comment?: string) =>
      world.as(reviewer)(changeResponseStatus, { params: { id }, body: { status: to, comment } })
    const [role, need] = rule?.split(' ') ?? []
    if (rule === undefined) {
      expect(await change('why')).toMatchObject({ status: 400, body: { code: `${errors}.transition` } })
      expect(await statusNow()).toBe(from)
      return
    }
    if (role === 'm' && reviewer === 'supervisor') {
      expect(await change('why')).toMatchObject({ status: 400, body: { code: `${errors}.role` } })
      expect(await statusNow()).toBe(from)
      return
    }
    if (need) {
      for (const blank of [undefined, '', '  '])
        expect(await change(blank)).toMatchObject({
          status: 400,
          body: { code: `${errors}.${need}Required`, details: { issues: [{ path: 'comment' }] } },
        })
      expect(await statusNow()).toBe(from)
    }
    expect(await change(need && 'why')).toMatchObject({ status: 200, body: { status: to, version: 2 } })
    const [entry] = (await world.as(reviewer)(getHistory, { params: { id } })).body
    expect(entry).toMatchObject({
      action: 'statusChange',
      createdByEmail: `${reviewer}@example.org`,
      comment: need ? 'why' : null,
      changes: [{ field: 'status', before: from, after: to }],
    })
  })

  test('the interface offers exactly these changes', () => {
    for (const from of responseStatuses) {
      const expected = pairs.filter(
        (one) => one.from === from && one.rule && (reviewer === 'manager' || one.rule.startsWith('s')),
      )
      const offered = statusTargets(from, [reviewer]).map(({ to }) => to)
      expect(offered.toSorted()).toEqual(expected.map(({ to }) => to).toSorted())
    }
  })
})

test.for(['monitor', 'enumerator', 'noRole'] as const)('§6 %s may change no status', async (role) => {
  for (const { from, to } of pairs) {
    await setStatus(from)
    const { status } = await world.as(role)(changeResponseStatus, {
      params: { id },
      body: { status: to, comment: 'why' },
    })
    expect(status).toBe(403)
    expect(await statusNow()).toBe(from)
  }
})

test.for(responseStatuses)('new → %s is only allowed for in progress and submitted', async (status) => {
  for (const role of ['supervisor', 'manager'] as const) {
    const data = { ...interview(surveyId), status }
    const answer = await world.as(role)(createSurveyResponse, { body: { data } })
    if (status === 'inProgress' || status === 'submitted')
      expect(answer).toMatchObject({ status: 200, body: { status } })
    else expect(answer).toMatchObject({ status: 400, body: { code: `${errors}.transition` } })
  }
})

test('§4 a PUT that changes the status follows the same table', async () => {
  const { surveyId: _, ...data } = interview(surveyId)
  for (const { from, to, rule } of pairs) {
    await setStatus(from)
    const body = { id, data: { ...data, status: to }, comment: 'why' }
    const { status } = await world.as('supervisor')(updateSurveyResponse, { params: { id }, body })
    expect([from, to, status]).toEqual([from, to, rule?.startsWith('s') ? 200 : 400])
    expect(await statusNow()).toBe(status === 200 ? to : from)
  }
})

test.for(['approved', 'rejected'] as const)(
  '§4 a response that is %s is read-only until it is reopened',
  async (decided) => {
    await setStatus(decided)
    const { surveyId: _, ...data } = interview(surveyId)
    const as = world.as('manager', { 'accept-language': 'pt-BR' })
    const edit = await as(updateSurveyResponse, {
      params: { id },
      body: { id, data: { ...data, village: 'Gondola' } },
    })
    const label = decided === 'approved' ? 'Aprovada' : 'Rejeitada'
    expect(edit).toMatchObject({
      status: 400,
      body: { code: `${errors}.readOnly`, message: expect.stringContaining(label) as string },
    })
    const other = (await as(createSurveyResponse, { body: { data: interview(surveyId) } })).body.id
    expect(await as(destroySurveyResponses, { query: { ids: [other, id] } })).toMatchObject({
      status: 400,
      body: { code: `${errors}.readOnly`, details: { id } },
    })
    // All or none: the other response still exists.
    expect((await as(getSurveyResponse, { params: { id: other } })).status).toBe(200)
    const status = decided === 'approved' ? 'verified' : 'submitted'
    await as(changeResponseStatus, { params: { id }, body: { status, comment: 'once more' } })
    const secondUpdate = await as(updateSurveyResponse, {
      params: { id },
      body: { id, data: { ...data, village: 'Gondola' } },
    })
    expect(secondUpdate).toMatchObject({ status: 200, body: { status: 'submitted', village: 'Gondola' } })
  },
)

test('§4 editing a verified response puts it back to submitted; saving it unchanged does not', async () => {
  await setStatus('verified')
  const { surveyId: _, ...data } = interview(surveyId)
  const save = (more: object) =>
    world.as('supervisor')(updateSurveyResponse, {
      params: { id },
      body: { id, data: { ...data, status: 'verified', ...more } },
    })
  expect((await save({})).body).toMatchObject({ status: 'verified', version: 1 })
  expect((await save({ householdName: 'Eva' })).body).toMatchObject({ status: 'submitted', version: 2 })
  const [entry] = (await world.as('supervisor')(getHistory, { params: { id } })).body
  expect(entry?.changes).toEqual([
    { field: 'status', before: 'verified', after: 'submitted' },
    { field: 'householdName', before: 'João', after: 'Eva' },
  ])
})

describe('§4 submitting', () => {
  const unfinished = () => ({
    ...interview(surveyId),
    endTime: null,
    values: { farms: 'yes' },
  })

  test('needs an end time and every required answer; until then both may be missing', async () => {
    const as = world.as('supervisor')
    const { body: response } = await as(createSurveyResponse, { body: { data: unfinished() } })
    expect(response.status).toBe('inProgress')
    const submit = () =>
      as(changeResponseStatus, { params: { id: response.id }, body: { status: 'submitted' } })
    expect(await submit()).toMatchObject({ status: 400, body: { code: `${errors}.endTimeRequired` } })
    const { surveyId: _, ...data } = unfinished()
    const put = (more: object) =>
      as(updateSurveyResponse, {
        params: { id: response.id },
        body: { id: response.id, data: { ...data, ...more } },
      })
    const ended = { endTime: '2026-03-31T08:00:00Z' }
    expect((await put(ended)).body.status).toBe('inProgress')
    expect(await submit()).toMatchObject({
      status: 400,
      body: {
        code: `${errors}.incomplete`,
        details: { issues: [{ path: 'values.head' }, { path: 'values.hectares' }] },
      },
    })
    expect(await put({ ...ended, status: 'submitted' })).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'data.values.head' }, { path: 'data.values.hectares' }] } },
    })
    expect((await put({ ...ended, values: { head: 'Eva', farms: 'no' } })).status).toBe(200)
    expect((await submit()).body.status).toBe('submitted')
    expect(await put({ values: { head: 'Eva', farms: 'no' } })).toMatchObject({
      status: 400,
      body: { code: `${errors}.endTimeRequired` },
    })
  })
})

test('returns 409 for a decision if the version in If-Match is stale', async () => {
  const { surveyId: _, ...data } = interview(surveyId)
  await world.as('supervisor')(updateSurveyResponse, {
    params: { id },
    body: { id, data: { ...data, village: 'Gondola' } },
  })
  const approve = (version: string) =>
    world.as('manager', { 'if-match': version })(changeResponseStatus, {
      params: { id },
      body: { status: 'approved' },
    })
  expect(await approve('"1"')).toMatchObject({ status: 409, body: { details: { current: { version: 2 } } } })
  expect((await approve('"2"')).status).toBe(200)
})

test('each of 100 concurrent changes of one response is saved and audited, or refused', async () => {
  const { surveyId: _, ...data } = interview(surveyId)
  const targets = ['verified', 'onHold', 'returned', 'resubmitted', 'submitted'] as const
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_unused, n) => {
      if (n % 2 === 0) {
        const body = { status: targets[(n / 2) % 5] ?? 'verified', comment: `change ${String(n)}` }
        return world.as('manager')(changeResponseStatus, { params: { id }, body })
      }
      const body = { id, data: { ...data, householdName: `household ${String(n)}` } }
      return world.as('supervisor', { 'if-match': String(1 + (n % 40)) })(updateSurveyResponse, {
        params: { id },
        body,
      })
    }),
  )
  for (const { status } of answers) expect([200, 400, 409]).toContain(status)
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(10)
  const history = (await world.as('manager')(getHistory, { params: { id } })).body.toReversed().slice(1)
  const { body: now } = await world.as('manager')(getSurveyResponse, { params: { id } })
  // Every version has exactly one entry, and the entries follow each other without a gap.
  expect(now.version).toBe(1 + history.length)
  const state: Record<string, unknown> = { status: 'submitted', householdName: 'João' }
  for (const { changes } of history)
    for (const { field, before, after } of changes) {
      expect(state[field]).toEqual(before)
      state[field] = after
    }
  expect(state).toEqual({ status: now.status, householdName: now.householdName })
  // Every version was reported to a caller as saved, and every comment is stored.
  const versions = new Set(done.map(({ body }) => body.version))
  for (let version = 2; version <= now.version; version += 1) expect(versions).toContain(version)
  const comments = (await world.as('manager')(listComments, { params: { id } })).body
  expect(comments.length).toBe(history.filter(({ comment }) => comment !== null).length)
})
