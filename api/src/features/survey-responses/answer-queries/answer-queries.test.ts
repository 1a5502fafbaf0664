import * as contract from '@baseline/contract/answer-queries/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createEnumerator } from '../../../testing/enumerators.ts'
import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { restoreResponse } from '../write/restore-response.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

const create = async (values: object = {}) => {
  const data = { ...interview(surveyId), values: { ...interview(surveyId).values, ...values } }
  const { body, status } = await world.as('supervisor')(responses.createSurveyResponse, { body: { data } })
  expect(status).toBe(200)
  return body
}

const open = async (id: string, question: string, text: string, as: 'supervisor' | 'manager' = 'manager') =>
  world.as(as)(contract.openAnswerQuery, { params: { id }, body: { question, text } })

const queriesOf = async (id: string) =>
  (await world.as('supervisor')(contract.listResponseQueries, { params: { id } })).body

const summaryOf = async (id: string) =>
  (await queriesOf(id)).map(({ question, state, messages }) => [
    question,
    state,
    messages.map(({ action, text, author }) => [action, text, author.split('@')[0]]),
  ])

const addMessage = (id: string, text: string, as: 'supervisor' | 'manager', proposedValue?: null | string) =>
  world.as(as)(contract.addQueryMessage, {
    params: { id },
    body: { text, ...(proposedValue !== undefined && { proposedValue }) },
  })

const answersOf = async (id: string) => {
  const { body } = await world.as('supervisor')(responses.getSurveyResponse, { params: { id } })
  return body
}

test('a query is answered, asked again, closed and opened again; each response has its own', async () => {
  const [one, other] = [await create(), await create()]
  const { body } = await open(one.id, 'head', 'Is this the full name?')
  expect(body).toMatchObject({ question: 'head', state: 'open', openedBy: 'manager@example.org', version: 1 })
  await open(other.id, 'farms', 'They have a field')
  expect((await addMessage(body.id, 'I will ask', 'supervisor')).body.state).toBe('answered')
  expect((await addMessage(body.id, 'When?', 'manager')).body.state).toBe('open')
  const close = await world.as('supervisor')(contract.closeQuery, { params: { id: body.id }, body: {} })
  expect(close.body).toMatchObject({ state: 'closed', version: 4 })
  // Nothing can be added to a closed query.
  expect(await addMessage(body.id, 'Late', 'manager')).toMatchObject({
    status: 400,
    body: { code: 'entities.answerQueries.errors.changed' },
  })
  const again = await world.as('manager')(contract.reopenQuery, {
    params: { id: body.id },
    body: { text: 'Still wrong' },
  })
  expect(again.body.state).toBe('open')
  expect(await summaryOf(one.id)).toEqual([
    [
      'head',
      'open',
      [
        ['open', 'Is this the full name?', 'manager'],
        ['answer', 'I will ask', 'supervisor'],
        ['ask', 'When?', 'manager'],
        ['close', null, 'supervisor'],
        ['reopen', 'Still wrong', 'manager'],
      ],
    ],
  ])
  expect(await summaryOf(other.id)).toEqual([['farms', 'open', [['open', 'They have a field', 'manager']]]])
})

test('an accepted proposal edits the answer with its column and its history, and closes the query', async () => {
  const { id } = await create({ members: [{ name: 'Eva' }, { name: 'Rui' }] })
  const head = (await open(id, 'head', 'Full name?')).body
  const member = (await open(id, 'members.1.name', 'Full name?')).body
  const accept = async (query: { id: string }, proposedValue: string) => {
    const { body } = await addMessage(query.id, 'Asked again', 'supervisor', proposedValue)
    expect(body.messages.at(-1)?.proposal).toEqual({ value: proposedValue, isAccepted: false })
    return world.as('manager')(contract.acceptProposal, {
      params: { id: query.id },
      body: { messageId: body.messages.at(-1)?.id ?? '' },
    })
  }
  const { body } = await accept(head, 'João Nhantumbo')
  expect(body.state).toBe('closed')
  expect(body.messages.map(({ action, proposal }) => [action, proposal?.isAccepted])).toEqual([
    ['open', undefined],
    ['answer', true],
    ['accept', undefined],
  ])
  expect((await accept(member, 'Rui Macamo')).status).toBe(200)
  const record = await answersOf(id)
  expect(record).toMatchObject({ householdName: 'João Nhantumbo', status: 'submitted', village: 'Chimoio' })
  expect(record.values).toEqual({
    village: 'Chimoio',
    head: 'João Nhantumbo',
    farms: 'no',
    members: [{ name: 'Eva' }, { name: 'Rui Macamo' }],
  })
  const { body: history } = await world.as('manager')(responses.getHistory, { params: { id } })
  expect(history[1]?.changes).toEqual([
    { field: 'values.head', before: 'João', after: 'João Nhantumbo' },
    { field: 'householdName', before: 'João', after: 'João Nhantumbo' },
  ])
})

test('a proposal that the questionnaire refuses changes neither the answer nor the query', async () => {
  const { id } = await create()
  const query = (await open(id, 'head', 'Full name?')).body
  // The name is required.
  const { body } = await addMessage(query.id, 'Unknown', 'supervisor', null)
  const [, answer] = body.messages
  const refused = await world.as('manager')(contract.acceptProposal, {
    params: { id: query.id },
    body: { messageId: answer?.id ?? '' },
  })
  expect(refused.status).toBe(400)
  expect((await answersOf(id)).values['head']).toBe('João')
  const [current] = await queriesOf(id)
  expect(current).toMatchObject({ state: 'answered', version: 2 })
  expect(current?.messages.at(-1)?.proposal).toEqual({ value: null, isAccepted: false })
  // A message without a proposal cannot be accepted.
  const [opening] = body.messages
  const none = await world.as('manager')(contract.acceptProposal, {
    params: { id: query.id },
    body: { messageId: opening?.id ?? '' },
  })
  expect(none.status).toBe(400)
})

test.each([
  'unknown',
  'members',
  'members.name',
  'members.0.name',
  'members.x.name',
  'head.0',
  'head.0.name',
])('refuses a query on %s, which the response does not have', async (question) => {
  const { id } = await create()
  expect((await open(id, question, 'Why?')).status).toBe(400)
  expect(await queriesOf(id)).toEqual([])
})

test('an approved response gets no query, and none that waits again', async () => {
  const { id } = await create()
  const { body } = await open(id, 'head', 'Full name?')
  await world.as('manager')(contract.withdrawQuery, { params: { id: body.id }, body: { text: 'My mistake' } })
  const approve = { params: { id }, body: { status: 'approved' } } as const
  expect((await world.as('manager')(responses.changeResponseStatus, approve)).status).toBe(200)
  expect((await open(id, 'head', 'Full name?')).status).toBe(400)
  const reopen = { params: { id: body.id }, body: { text: 'Again' } }
  expect((await world.as('manager')(contract.reopenQuery, reopen)).status).toBe(400)
  expect((await queriesOf(id)).map(({ state }) => state)).toEqual(['withdrawn'])
})

test('of two people who close at the same time, one is refused', async () => {
  const { id } = await create()
  const { body } = await open(id, 'head', 'Full name?')
  const closed = await Promise.all(
    (['manager', 'supervisor'] as const).map((role) =>
      world.as(role)(contract.closeQuery, { params: { id: body.id }, body: {} }),
    ),
  )
  expect(closed.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const stale = world.as('manager', { 'if-match': '1' })
  const reopen = await stale(contract.reopenQuery, { params: { id: body.id }, body: { text: 'Again' } })
  expect(reopen.status).toBe(409)
})

describe('my queries', () => {
  const findMine = async (
    as: ReturnType<World['callWith']>,
    filter: { mine?: 'waiting' | 'assigned' | 'opened' },
  ) => {
    const { body } = await as(contract.listQueries, {
      query: { filter: { surveyId, ...filter }, limit: 10 },
    })
    return body.rows.map(({ displayId, questionLabel, state, text }) => [
      displayId,
      questionLabel,
      state,
      text,
    ])
  }

  test('the person who asks gets the answers; the account of the supervisor gets the questions', async () => {
    surveyId = await createOpenSurvey(world.db)
    const rui = await createEnumerator(world, 'rui', {
      firstName: 'Rui',
      lastName: 'Macamo',
      roles: ['supervisor'],
    })
    const [one, other] = [await create({ members: [{ name: 'Eva' }] }), await create()]
    const nameQuery = (await open(one.id, 'members.0.name', 'Full name?')).body
    expect(nameQuery.assignedTo).toBe('rui@example.org')
    await open(other.id, 'farms', 'A field?')
    const waitsForRui = [
      [one.displayId, 'Members 1, name', 'open', 'Full name?'],
      [other.displayId, 'farms', 'open', 'A field?'],
    ]
    expect(await findMine(rui.call, { mine: 'waiting' })).toEqual(waitsForRui)
    expect(await findMine(world.as('manager'), { mine: 'waiting' })).toEqual([])
    await rui.call(contract.addQueryMessage, { params: { id: nameQuery.id }, body: { text: 'Eva Sitoe' } })
    expect(await findMine(rui.call, { mine: 'waiting' })).toEqual(waitsForRui.slice(1))
    const answered = [one.displayId, 'Members 1, name', 'answered', 'Eva Sitoe']
    expect(await findMine(world.as('manager'), { mine: 'waiting' })).toEqual([answered])
    expect(await findMine(world.as('manager'), { mine: 'opened' })).toEqual([answered, waitsForRui[1]])
    expect(await findMine(rui.call, { mine: 'assigned' })).toEqual([answered, waitsForRui[1]])
    expect(await findMine(world.as('supervisor'), {})).toEqual([answered, waitsForRui[1]])
    expect(await findMine(world.as('supervisor'), { mine: 'opened' })).toEqual([])
  })
})

test('a deleted response takes its queries with it, and a restored one has them again', async () => {
  const { id } = await create()
  const { body } = await open(id, 'head', 'Full name?')
  await addMessage(body.id, 'Nobody knows', 'supervisor', null)
  const before = await queriesOf(id)
  await world.as('manager')(responses.destroySurveyResponses, { query: { ids: [id] } })
  const count = () =>
    world.services.pool
      .query('select from answer_queries where response_id = $1', [id])
      .then((r) => r.rowCount)
  expect(await count()).toBe(0)
  await world.db.transaction().execute(async (tx) => {
    await restoreResponse(tx, { id: undefined, email: 'operator' }, id)
  })
  expect(await queriesOf(id)).toEqual(before)
})

test('records each change with its author under the response', async () => {
  const { id } = await create()
  const { body } = await open(id, 'head', 'Full name?')
  await addMessage(body.id, 'João Nhantumbo', 'supervisor')
  const { rows } = await world.services.pool.query<Record<string, unknown>>(
    `select created_by_email as email, "values" #>> '{before,state}' as before, "values" #>> '{after,state}' as after,
       "values" #>> '{after,text}' as text from audit_log where entity_name = 'answerQuery' and entity_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { email: 'manager@example.org', before: null, after: 'open', text: 'Full name?' },
    { email: 'supervisor@example.org', before: 'open', after: 'answered', text: 'João Nhantumbo' },
  ])
})
