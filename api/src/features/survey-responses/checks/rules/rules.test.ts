import type { RuleId } from '@baseline/contract/checks/rules.ts'
import * as rules from '@baseline/contract/survey-responses/check-rules.ts'
import type { RuleValues } from '@baseline/contract/survey-responses/check-rules.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Scope } from '../../../../platform/auth/scope.ts'
import { createOpenSurvey, interview, question } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { checkQueued } from '../check-job.ts'
import { addRechecks } from './recheck-job.ts'
import { trialJob } from './trial-job.ts'

let scope: Scope = 'all'
let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld({}, { scopeOf: () => scope })
})
afterAll(() => world.close())

const minuteMs = 60_000

beforeEach(async () => {
  scope = 'all'
  surveyId = await createOpenSurvey(world.db, {
    items: [
      question('head', { type: 'text', feeds: 'householdName' }),
      question('age', { type: 'integer', softMax: 99 }),
    ],
  })
})

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

/** Stores an interview of yesterday that took some minutes. */
const create = async (minutes: number, { investigatorName = 'Ana Sitoe', age = 40 } = {}) => {
  const start = Date.now() - 24 * 60 * minuteMs
  const { body } = await world.as('supervisor')(contract.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        investigatorName,
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + minutes * minuteMs).toISOString(),
        values: { head: 'João', age },
      },
    },
  })
  return body
}

const find = async (rule: RuleId, role: 'manager' | 'supervisor' = 'manager') => {
  const { body } = await world.as(role)(rules.listCheckRules, { params: { id: surveyId } })
  const found = body.rules.find((one) => one.rule === rule)
  if (!found) throw new Error(`no rule ${rule}`)
  return found
}

const keyOf = (rule: RuleId) => ({ params: { id: surveyId, rule } })
const draft = (rule: RuleId, data: RuleValues) =>
  world.as('manager')(rules.saveRuleDraft, { ...keyOf(rule), body: { data } })
const setState = (rule: RuleId, state: 'active' | 'retired') =>
  world.as('manager')(rules.setRuleState, { ...keyOf(rule), body: { state } })

/** Runs the trial as the worker does. */
const tryOut = async (rule: RuleId) => {
  const { status } = await world.as('manager')(rules.tryRule, keyOf(rule))
  expect(status).toBe(200)
  const [row] = await read(
    `select trial ->> 'id' as id from check_rules where survey_id = $1 and rule = $2`,
    [surveyId, rule],
  )
  await trialJob.run({ surveyId, rule, trialId: String(row?.['id']) }, world.services)
  return (await world.as('manager')(rules.getRuleTrial, keyOf(rule))).body
}

const minimum = (value: number): RuleValues => ({
  severity: null,
  parameters: { minimum: value, pace: 4, answers: 10 },
})

/** Runs both jobs of the worker until nothing is left. */
const recheck = async () => {
  await addRechecks(world.services.streams)
  await checkQueued(world.services.streams, 'UTC', 60)
  expect(await read('select * from check_queue')).toEqual([])
}

const flagsOf = async (id: string) => {
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  return body
    .filter(({ rule }) => rule === 'T4')
    .map(({ rule, state, evidence }) => [rule, state, evidence['minutes']])
}

test('lists all rules with their defaults, and optional ones as off', async () => {
  const [t4, t8] = [await find('T4'), await find('T8')]
  expect(t4).toMatchObject({
    state: 'active',
    version: 0,
    severity: null,
    conditions: { minutes: 'warn', pace: 'warn' },
    draft: null,
    trial: null,
    open: { count: 0, isMore: false },
    precision: null,
    proposal: null,
  })
  expect(t4.parameters[1]).toEqual({ name: 'pace', unit: 'seconds', value: 4, default: 4, min: 0, max: 600 })
  expect(t4.days).toEqual(Array.from({ length: 14 }, () => 0))
  expect(t8.state).toBe('off')
})

test('a manager tries a draft, activates it, and the flags appear; retired, they are withdrawn', async () => {
  const [short, shorter, long] = [
    await create(12),
    await create(9, { investigatorName: 'Rui' }),
    await create(45),
  ]
  const saved = await draft('T4', minimum(20))
  expect(saved.body).toMatchObject({ version: 1, draft: minimum(20), trial: null })
  // The draft does not apply.
  await recheck()
  expect(await flagsOf(short.id)).toEqual([])
  expect(await setState('T4', 'active')).toMatchObject({
    status: 400,
    body: { code: 'checks.errors.untried' },
  })

  const trial = await tryOut('T4')
  expect(trial).toMatchObject({
    state: 'done',
    coverage: 'responses',
    responses: 3,
    isLimited: false,
    before: { info: 0, warn: 0, error: 0 },
    after: { info: 0, warn: 2, error: 0 },
    added: 2,
    removed: 0,
  })
  expect(trial.enumerators).toEqual([
    { name: 'Ana Sitoe', responses: 2, before: 0, after: 1 },
    { name: 'Rui', responses: 1, before: 0, after: 1 },
  ])
  // The latest response first.
  expect(
    trial.examples.map(({ displayId, condition, evidence, change }) => [
      displayId,
      condition,
      evidence,
      change,
    ]),
  ).toEqual([
    [shorter.displayId, 'minutes', { minutes: 9, limit: 20 }, 'added'],
    [short.displayId, 'minutes', { minutes: 12, limit: 20 }, 'added'],
  ])
  expect(await read(`select from response_flags where survey_id = $1 and rule = 'T4'`, [surveyId])).toEqual(
    [],
  )

  const { body: active } = await setState('T4', 'active')
  expect(active).toMatchObject({ state: 'active', draft: null, trial: null, isRechecking: true })
  expect(active.parameters[0]).toMatchObject({ name: 'minimum', value: 20 })
  await recheck()
  expect(await flagsOf(short.id)).toEqual([['T4', 'open', 12]])
  expect(await flagsOf(shorter.id)).toEqual([['T4', 'open', 9]])
  expect(await flagsOf(long.id)).toEqual([])
  // A new interview is checked with the new value at once.
  expect(await flagsOf((await create(15)).id)).toEqual([['T4', 'open', 15]])
  expect(await find('T4')).toMatchObject({ isRechecking: false, open: { count: 3, isMore: false } })
  expect((await find('T4')).days.at(-1)).toBe(3)

  expect((await setState('T4', 'retired')).body.state).toBe('retired')
  await recheck()
  expect(await flagsOf(short.id)).toEqual([['T4', 'withdrawn', 12]])
  expect(await flagsOf(shorter.id)).toEqual([['T4', 'withdrawn', 9]])

  // The former values were tried.
  expect((await setState('T4', 'active')).body.state).toBe('active')
  await recheck()
  expect(await flagsOf(short.id)).toEqual([['T4', 'open', 12]])
})

test('a changed draft has to be tried again, and a draft without a change is removed', async () => {
  await create(12)
  await draft('T4', minimum(20))
  await tryOut('T4')
  expect((await find('T4')).trial).toBe('done')
  const { body: changed } = await draft('T4', minimum(10))
  expect(changed).toMatchObject({ draft: minimum(10), trial: null })
  expect(await setState('T4', 'active')).toMatchObject({ status: 400 })
  expect((await draft('T4', minimum(0))).body.draft).toBeNull()
  await draft('T4', minimum(20))
  const { body: discarded } = await world.as('manager')(rules.discardRuleDraft, keyOf('T4'))
  expect(discarded.draft).toBeNull()
  expect(await world.as('manager')(rules.tryRule, keyOf('T4'))).toMatchObject({
    status: 400,
    body: { code: 'checks.errors.noDraft' },
  })
})

test('a trial of a draft that changed while the trial ran is not stored', async () => {
  await create(12)
  await draft('T4', minimum(20))
  await world.as('manager')(rules.tryRule, keyOf('T4'))
  const [row] = await read(`select trial ->> 'id' as id from check_rules where survey_id = $1`, [surveyId])
  await draft('T4', minimum(10))
  await trialJob.run({ surveyId, rule: 'T4', trialId: String(row?.['id']) }, world.services)
  expect(await find('T4')).toMatchObject({ draft: minimum(10), trial: null })
  expect((await world.as('manager')(rules.getRuleTrial, keyOf('T4'))).status).toBe(404)
})

test('an optional rule needs a trial before it applies', async () => {
  const values = { severity: null, parameters: { from: 6, to: 20 } }
  expect(await setState('T8', 'active')).toMatchObject({
    status: 400,
    body: { code: 'checks.errors.untried' },
  })
  await draft('T8', values)
  await tryOut('T8')
  expect((await setState('T8', 'active')).body.state).toBe('active')
})

test('a severity applies to all conditions of a rule, and a trial shows the change', async () => {
  const { id } = await create(40, { age: 120 })
  await draft('V2', { severity: 'error', parameters: {} })
  const trial = await tryOut('V2')
  expect(trial).toMatchObject({
    before: { info: 0, warn: 1, error: 0 },
    after: { info: 0, warn: 0, error: 1 },
    added: 0,
    removed: 0,
  })
  expect(trial.examples).toMatchObject([{ question: 'age', severity: 'error', change: 'same' }])
  await setState('V2', 'active')
  await recheck()
  const { body } = await world.as('supervisor')(listFlags, { params: { id } })
  expect(body).toMatchObject([{ rule: 'V2', severity: 'error', state: 'open' }])
})

test('a trial compares interviews of an enumerator with each other', async () => {
  const [first, second] = [await create(40), await create(45)]
  await checkQueued(world.services.streams, 'UTC', 60)
  await draft('T9', { severity: 'warn', parameters: { overlap: 2, gap: 5 } })
  const trial = await tryOut('T9')
  expect(trial).toMatchObject({
    coverage: 'responses',
    responses: 2,
    before: { info: 0, warn: 0, error: 2 },
    after: { info: 0, warn: 2, error: 0 },
    removed: 0,
  })
  expect(
    trial.examples.map(({ displayId, change, evidence }) => [displayId, change, evidence['other']]),
  ).toEqual([
    [second.displayId, 'same', first.displayId],
    [first.displayId, 'same', second.displayId],
  ])
})

test('a trial counts the stored flags of a rule that it cannot repeat', async () => {
  const { id } = await create(40)
  await world.db
    .insertInto('response_flags')
    .values({
      response_id: id,
      rule: 'E1',
      survey_id: surveyId,
      investigator: 'ana sitoe',
      condition: 'many',
      severity: 'warn',
      evidence: '{}',
      evidence_hash: 'planted',
      rule_version: 0,
    })
    .execute()
  await draft('E1', { severity: null, parameters: { days: 30 } })
  const trial = await tryOut('E1')
  expect(trial).toMatchObject({ coverage: 'storedFlags', responses: 1, before: { warn: 1 } })
})

test('refuses unknown parameters, values outside of the limits, and an old version', async () => {
  const refused = await draft('T4', {
    severity: null,
    parameters: { minimum: 2_000, answers: 2.5, speed: 1 },
  })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({
    code: 'errors.invalid',
    details: {
      issues: [
        { path: 'data.parameters.minimum', key: 'validation.number.max' },
        { path: 'data.parameters.answers', key: 'validation.number.integer' },
        { path: 'data.parameters.speed', key: 'validation.object.noUnknown' },
      ],
    },
  })
  const halfHour = await draft('T8', { severity: null, parameters: { from: 6.5, to: 20 } })
  expect(halfHour.body).toMatchObject({
    details: { issues: [{ path: 'data.parameters.from', key: 'validation.number.integer' }] },
  })
  await draft('T4', minimum(20))
  const stale = await world.as('manager', { 'if-match': '"0"' })(rules.saveRuleDraft, {
    ...keyOf('T4'),
    body: { data: minimum(30) },
  })
  expect(stale).toMatchObject({ status: 409, body: { details: { current: { rule: 'T4', version: 1 } } } })
  expect((await find('T4')).draft).toEqual(minimum(20))
})

test('precision counts the decisions since the values apply, and proposes what to do', async () => {
  const decideAll = async (count: number, confirmed: number) => {
    await read(
      `insert into response_flags (response_id, rule, survey_id, investigator, condition, severity, state, evidence,
         evidence_hash, rule_version, decided_at, reason)
       select gen_random_uuid(), rule, $1, 'ana', 'x', 'warn', case when n <= $3 then 'confirmed' else 'waived' end, '{}',
         'h', 0, now(), case when n > $3 then 'ruleWrong' end
       from generate_series(1, $2::int) n, unnest(array['M2', 'T3']) rule`,
      [surveyId, count, confirmed],
    )
  }
  await decideAll(29, 2)
  expect(await find('M2')).toMatchObject({ decided: { confirmed: 2, waived: 27 }, proposal: null })
  await decideAll(1, 0)
  expect(await find('M2')).toMatchObject({ precision: 6.7, proposal: 'loosen' })
  expect(await find('T3')).toMatchObject({ precision: 6.7, proposal: 'retire' })
  await draft('M2', { severity: null, parameters: { share: 40, answers: 10 } })
  await tryOut('M2')
  expect((await setState('M2', 'active')).body).toMatchObject({
    decided: { confirmed: 0, waived: 0 },
    precision: null,
    proposal: null,
  })
})

test('a decision of a reviewer counts', async () => {
  const { id } = await create(40, { age: 120 })
  const [flag] = (await world.as('supervisor')(listFlags, { params: { id } })).body
  await world.as('supervisor')(decideFlag, {
    params: { id, rule: 'V2' },
    body: { question: 'age', state: 'confirmed', evidenceHash: flag?.evidenceHash ?? '' },
  })
  expect(await find('V2', 'supervisor')).toMatchObject({
    open: { count: 0 },
    decided: { confirmed: 1, waived: 0 },
    precision: 100,
  })
})

test('records each change with its author', async () => {
  await create(12)
  await draft('T4', minimum(20))
  await tryOut('T4')
  await setState('T4', 'active')
  await setState('T4', 'retired')
  const entries = await read(
    `select created_by_email as email, "values" -> 'before' as before, "values" -> 'after' as after
     from audit_log where entity_name = 'checkRule' and "values" #>> '{after,surveyId}' = $1 order by id`,
    [surveyId],
  )
  const of = { rule: 'T4', surveyId }
  expect(entries).toEqual([
    { email: 'manager@example.org', before: { draft: null }, after: { ...of, draft: minimum(20) } },
    { email: 'manager@example.org', before: {}, after: { ...of, trial: minimum(20) } },
    {
      email: 'manager@example.org',
      before: { parameters: minimum(0).parameters },
      after: { ...of, parameters: minimum(20).parameters },
    },
    { email: 'manager@example.org', before: { state: 'active' }, after: { ...of, state: 'retired' } },
  ])
})

test('a user with a limited scope sees the figures of these responses, and changes nothing', async () => {
  await create(40, { age: 120 })
  scope = [{ districts: ['Tete'] }]
  const { body } = await world.as('manager')(rules.listCheckRules, { params: { id: surveyId } })
  expect(body.canChange).toBe(false)
  expect(body.rules.find(({ rule }) => rule === 'V2')).toMatchObject({ open: { count: 0 } })
  expect((await draft('T4', minimum(20))).status).toBe(403)
  expect((await world.as('manager')(rules.tryRule, keyOf('T4'))).status).toBe(403)
  scope = 'all'
  expect(await find('V2')).toMatchObject({ open: { count: 1 } })
})

test('a recheck adds the responses of the last 90 days in small batches, the latest first', async () => {
  await read(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, start_time, end_time,
       investigator_name, supervisor_name, "values", created_at)
     select $1, 1, 'Baseline', 'R-' || n, 'submitted', now() - n * interval '4 hours', now() - n * interval '4 hours'
         + interval '5 minutes', 'Ana Sitoe', 'Rui', '{}', now() - n * interval '4 hours'
     from generate_series(1, 700) n`,
    [surveyId],
  )
  await checkQueued(world.services.streams, 'UTC', 60)
  await draft('T4', minimum(20))
  await tryOut('T4')
  await setState('T4', 'active')
  await addRechecks(world.services.streams)
  const queued = await read(
    `select display_id from check_queue join survey_responses on survey_responses.id = response_id order by check_queue.id`,
  )
  expect(queued).toHaveLength(400)
  for (let round = 0; round < 3; round += 1) await recheck()
  const [counts] = await read(
    `select count(*)::int as count, max(substr(display_id, 3)::int) as last from response_flags
     join survey_responses on survey_responses.id = response_id where response_flags.survey_id = $1`,
    [surveyId],
  )
  // Six a day for almost 90 days.
  expect(counts).toEqual({ count: 539, last: 539 })
  expect(await read('select * from check_rechecks')).toEqual([])
})
