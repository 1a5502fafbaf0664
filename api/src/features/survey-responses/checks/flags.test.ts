import type { RuleId } from '@baseline/contract/checks/rules.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview, question } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from './check-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db, {
    items: [
      question('head', { type: 'text', feeds: 'householdName' }),
      question('age', { type: 'integer', softMin: 15, softMax: 99 }),
      question('rooms', { type: 'integer', softMax: 20 }),
    ],
  })
})
afterAll(() => world.close())

let created = 0
/** An interview that follows the others of the enumerator after an hour. */
const nextInterview = (id: string) => {
  created += 1
  const startTime = Date.UTC(2026, 2, 1, created)
  return {
    ...interview(id),
    startTime: new Date(startTime).toISOString(),
    endTime: new Date(startTime + 45 * 60_000).toISOString(),
  }
}

const create = async (values: object, more: object = {}) => {
  const { body, status } = await world.as('supervisor')(contract.createSurveyResponse, {
    body: { data: { ...nextInterview(surveyId), ...more, values: { head: 'João', ...values } } },
  })
  expect(status).toBe(200)
  return body
}

const flagsOf = async (id: string) => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
}
const summaryOf = async (id: string) =>
  (await flagsOf(id)).map(({ rule, question: path, state, evidence }) => [
    rule,
    path,
    state,
    evidence['value'],
  ])

const edit = async (id: string, values: object) => {
  const { body: record } = await world.as('supervisor')(contract.getSurveyResponse, { params: { id } })
  const { surveyId: _surveyId, ...data } = nextInterview(surveyId)
  const { status } = await world.as('supervisor')(contract.updateSurveyResponse, {
    params: { id },
    body: {
      id,
      data: { ...data, displayId: record.displayId, values: { head: 'João', ...values } },
    },
  })
  expect(status).toBe(200)
}

const decide = async (
  id: string,
  rule: RuleId,
  body: {
    question?: string
    state: 'open' | 'confirmed' | 'waived'
    reason?: 'ruleWrong'
    evidenceHash?: string
  },
) => {
  const flag = (await flagsOf(id)).find((one) => one.rule === rule && one.question === (body.question ?? ''))
  return world.as('supervisor')(decideFlag, {
    params: { id, rule },
    body: { evidenceHash: flag?.evidenceHash ?? '', ...body },
  })
}

const check = () => checkQueued(world.services.streams, 'UTC', 60)

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

test('flags a new response in the same call, and each response with its own evidence', async () => {
  const [old, large] = await Promise.all([create({ age: 120 }), create({ age: 40, rooms: 31 })])
  const honest = await create({ age: 40, rooms: 3 })
  expect(await summaryOf(old.id)).toEqual([['V2', 'age', 'open', 120]])
  expect(await summaryOf(large.id)).toEqual([['V2', 'rooms', 'open', 31]])
  expect(await summaryOf(honest.id)).toEqual([])
  // The worker comes to the same result.
  await check()
  expect(await summaryOf(old.id)).toEqual([['V2', 'age', 'open', 120]])
  expect(await summaryOf(honest.id)).toEqual([])
  expect(await read('select * from check_queue')).toEqual([])
})

test('a corrected answer fixes its flag, and a wrong one opens it again', async () => {
  const { id } = await create({ age: 120, rooms: 31 })
  await edit(id, { age: 12, rooms: 3 })
  expect(await summaryOf(id)).toEqual([
    ['V2', 'age', 'open', 12],
    ['V2', 'rooms', 'fixed', 31],
  ])
  await edit(id, { age: 30, rooms: 31 })
  expect(await summaryOf(id)).toEqual([
    ['V2', 'rooms', 'open', 31],
    ['V2', 'age', 'fixed', 12],
  ])
})

test('a waived flag stays waived while the evidence is the same', async () => {
  const { id } = await create({ age: 120, rooms: 31 })
  const { status } = await decide(id, 'V2', { question: 'age', state: 'waived', reason: 'ruleWrong' })
  expect(status).toBe(200)
  await edit(id, { age: 120, rooms: 30 })
  await check()
  expect(await summaryOf(id)).toEqual([
    ['V2', 'rooms', 'open', 30],
    ['V2', 'age', 'waived', 120],
  ])
  const [, waived] = await flagsOf(id)
  expect(waived).toMatchObject({ decidedBy: 'supervisor@example.org', reason: 'ruleWrong' })
  await edit(id, { age: 130, rooms: 30 })
  const [age] = await flagsOf(id)
  expect(age).toMatchObject({ question: 'age', state: 'open', decidedBy: null, reason: null })
})

test('refuses a decision about evidence that the reviewer did not see', async () => {
  const { id } = await create({ age: 120 })
  const [seen] = await flagsOf(id)
  await edit(id, { age: 130 })
  const stale = await decide(id, 'V2', {
    question: 'age',
    state: 'confirmed',
    evidenceHash: seen?.evidenceHash ?? '',
  })
  expect(stale).toMatchObject({ status: 400, body: { code: 'entities.surveyResponses.errors.flagChanged' } })
  expect(await decide(id, 'T1', { state: 'confirmed' })).toMatchObject({ status: 400 })
  const missing = await decide(id, 'V2', { question: 'age', state: 'waived' })
  expect(missing.status).toBe(400)
})

test('records a decision with its author, and can take it back', async () => {
  const { id } = await create({ age: 120 })
  await decide(id, 'V2', { question: 'age', state: 'confirmed' })
  await decide(id, 'V2', { question: 'age', state: 'open' })
  const entries = await read(
    `select created_by_email as email, "values" #>> '{before,state}' as before, "values" #>> '{after,state}' as after
     from audit_log where entity_name = 'flag' and entity_id = $1 order by id`,
    [id],
  )
  expect(entries).toEqual([
    { email: 'supervisor@example.org', before: 'open', after: 'confirmed' },
    { email: 'supervisor@example.org', before: 'confirmed', after: 'open' },
  ])
})

test('a response in progress has no flags until it is submitted', async () => {
  const { id } = await create({ age: 120 }, { endTime: null })
  expect(await summaryOf(id)).toEqual([])
  await edit(id, { age: 120 })
  await world.as('supervisor')(contract.changeResponseStatus, {
    params: { id },
    body: { status: 'submitted' },
  })
  await check()
  expect(await summaryOf(id)).toEqual([['V2', 'age', 'open', 120]])
})

test('a retired rule withdraws its flags', async () => {
  const { id } = await create({ age: 120 })
  await read(`insert into check_rules (survey_id, rule, is_active) values ($1, 'V2', false)`, [surveyId])
  await edit(id, { age: 121 })
  await check()
  expect(await summaryOf(id)).toEqual([['V2', 'age', 'withdrawn', 120]])
  expect((await create({ age: 120 })).id).toBeDefined()
  await world.queryAsOwner('delete from check_rules')
})

test('lists find responses by flag, state and risk, and show the open flags', async () => {
  const other = await createOpenSurvey(world.db, {
    items: [question('age', { type: 'integer', softMin: 15, softMax: 99 })],
  })
  const createIn = async (age: number, startTime?: string) => {
    const { body } = await world.as('supervisor')(contract.createSurveyResponse, {
      body: { data: { ...nextInterview(other), ...(startTime && { startTime }), values: { age } } },
    })
    return body.id
  }
  const [honest, waived, old] = [await createIn(40), await createIn(110), await createIn(120)]
  const reversed = await createIn(40, '2026-03-31T11:00:00+02:00')
  await decide(waived, 'V2', { question: 'age', state: 'waived', reason: 'ruleWrong' })
  await check()
  const find = async (filter: object) => {
    const { body } = await world.as('supervisor')(contract.listSurveyResponses, {
      query: { filter: { surveyId: other, ...filter }, orderBy: 'createdAt_ASC', limit: 10 },
    })
    return body.rows.map(({ id, flags }) => [id, flags])
  }
  const v2 = [{ rule: 'V2', severity: 'warn' }]
  const t1 = [{ rule: 'T1', severity: 'error' }]
  expect(await find({})).toEqual([
    [honest, []],
    [waived, []],
    [old, v2],
    [reversed, t1],
  ])
  expect(await find({ flag: ['V2'] })).toEqual([[old, v2]])
  expect(await find({ flag: ['V2', 'T1'] })).toEqual([
    [old, v2],
    [reversed, t1],
  ])
  expect(await find({ flag: ['V2'], flagState: ['waived'] })).toEqual([[waived, []]])
  expect(await find({ riskRange: ['20', ''] })).toEqual([[reversed, t1]])
  // The waived flag adds one decision without a confirmation: 20 · 1/6 = 3 points for the enumerator.
  const risks = await read('select response_id as id, score from review_queue where survey_id = $1', [other])
  expect(new Map(risks.map(({ id, score }) => [id, score]))).toEqual(
    new Map([
      [honest, 3],
      [waived, 3],
      [old, 18],
      [reversed, 43],
    ]),
  )
})

test('only responses that wait for a review are in the queue, and none that was deleted', async () => {
  const [verified, deleted, waiting] = [await create({}), await create({ age: 120 }), await create({})]
  await check()
  await world.as('supervisor')(contract.changeResponseStatus, {
    params: { id: verified.id },
    body: { status: 'verified' },
  })
  await world.as('supervisor')(contract.destroySurveyResponses, { query: { ids: [deleted.id] } })
  await check()
  const ids = [verified.id, deleted.id, waiting.id]
  expect(await read('select response_id as id from review_queue where response_id = any($1)', [ids])).toEqual(
    [{ id: waiting.id }],
  )
  expect(await read('select from response_flags where response_id = $1', [deleted.id])).toEqual([])
})
