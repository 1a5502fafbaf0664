import { createErasure } from '@baseline/contract/data-protection/contract.ts'
import type { Subject } from '@baseline/contract/data-protection/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { createUserDetails } from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { dumpDatabase } from '../../testing/dump.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { checkQueued } from '../survey-responses/checks/check-job.ts'
import { calibrateJob } from '../survey-responses/checks/queued/calibrate-job.ts'
import { erasureJob } from './erasure-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

const asManager = () => world.as('manager')

/** Checks the responses, and computes the figures that they are compared with. */
const check = async () => {
  await checkQueued(world.services.streams, 'UTC', 60)
  await calibrateJob.run({}, world.services)
}

const dump = async () => (await dumpDatabase(inject('superuserUrl'), world.database.app)).toLowerCase()

const create = async (data: object, surveyId: string) => {
  const { body, status } = await asManager()(responses.createSurveyResponse, {
    body: { data: { ...interview(surveyId), location: { latitude: -25, longitude: 32 }, ...data } },
  })
  expect(status).toBe(200)
  return body
}

/**
 * Creates two interviews of an enumerator at the same time, and corrects the time of the second one: their flags are
 * fixed, and keep their evidence.
 */
const createWithFixedFlags = async (mark: string) => {
  const surveyId = await createOpenSurvey(world.db)
  const values = (head: string) => ({ village: `${mark}village`, head, farms: 'no' })
  const investigatorName = `${mark}first ${mark}last`
  const marked = { displayId: `${mark}id`, investigatorName, values: values(`${mark}head`) }
  const first = await create(marked, surveyId)
  const other = { investigatorName, values: { ...values('Rosa'), village: 'Boane' } }
  const second = await create(other, surveyId)
  await check()
  const day = { startTime: '2026-04-02T09:00:00+02:00', endTime: '2026-04-02T09:45:00+02:00' }
  const { surveyId: _survey, ...data } = { ...interview(surveyId), ...other, ...day }
  const params = { id: second.id }
  await asManager()(responses.updateSurveyResponse, { params, body: { id: second.id, data } })
  await check()
  return { surveyId, first, second }
}

const flagsOf = (surveyId: string) =>
  world.db
    .selectFrom('response_flags')
    .select(['response_id', 'rule', 'state', 'investigator'])
    .where('survey_id', '=', surveyId)
    .where('rule', '=', 'T9')
    .orderBy('response_id')
    .execute()

const erase = async (subject: Subject) => {
  const { body, status } = await asManager()(createErasure, { body: { subject, reason: 'Request of 5 May' } })
  expect(status).toBe(200)
  await erasureJob.run({ id: body.id }, world.services)
}

test('no fact, figure or flag of another response has data of an erased household', async () => {
  const { surveyId, first, second } = await createWithFixedFlags('qzhome')
  const neighbour = await createWithFixedFlags('kxyard')
  const names = ['id', 'head', 'village']
  expect(await flagsOf(surveyId)).toMatchObject([{ state: 'fixed' }, { state: 'fixed' }])
  await erase({ kind: 'household', responseIds: [first.id] })

  const after = await dump()
  expect(names.filter((name) => after.includes(`qzhome${name}`))).toEqual([])
  expect(names.filter((name) => !after.includes(`kxyard${name}`))).toEqual([])
  expect(await flagsOf(surveyId)).toEqual([])
  expect(await flagsOf(neighbour.surveyId)).toHaveLength(2)
  const facts = await world.db
    .selectFrom('check_facts')
    .select('response_id')
    .where('survey_id', '=', surveyId)
    .execute()
  expect(facts).toEqual([{ response_id: second.id }])
})

test('an erased enumerator has another name in facts, figures and flags', async () => {
  const names = { firstName: 'Qzstafffirst', lastName: 'Qzstafflast' }
  const { body: staff } = await asManager()(createUserDetails, {
    body: { data: { ...names, gender: 'female' } },
  })
  const { surveyId } = await createWithFixedFlags('qzstaff')
  await createWithFixedFlags('kxmate')
  expect(await flagsOf(surveyId)).toMatchObject([{ state: 'fixed' }, { state: 'fixed' }])
  await world.db
    .updateTable('response_flags')
    .set({ comment: 'Qzstafffirst Qzstafflast confirmed the time' })
    .where('survey_id', '=', surveyId)
    .execute()
  await erase({ kind: 'person', userId: null, userDetailsId: staff.id })

  const after = await dump()
  expect(['first', 'last'].filter((name) => after.includes(`qzstaff${name}`))).toEqual([])
  expect(['first', 'last'].filter((name) => !after.includes(`kxmate${name}`))).toEqual([])
  const name = `erased ${staff.id.slice(-12)}`
  expect(await flagsOf(surveyId)).toMatchObject([
    { state: 'fixed', investigator: name },
    { state: 'fixed', investigator: name },
  ])
  const days = await world.db
    .selectFrom('enumerator_days')
    .select(['investigator', 'interviews'])
    .where('survey_id', '=', surveyId)
    .orderBy('day')
    .execute()
  expect(days).toEqual([
    { investigator: name, interviews: 1 },
    { investigator: name, interviews: 1 },
  ])
})
