import { closeQuery } from '@baseline/contract/answer-queries/contract.ts'
import {
  changeManyStatuses,
  changeResponseStatus,
  createSurveyResponse,
  getStatusJob,
} from '@baseline/contract/survey-responses/contract.ts'
import { decideFlag, listFlags } from '@baseline/contract/survey-responses/flags.ts'
import type { Waiver } from '@baseline/contract/survey-responses/flags.ts'
import { undoReview } from '@baseline/contract/survey-responses/undo.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { plantFlag } from '../../../testing/flags.ts'
import { plantQuery } from '../../../testing/queries.ts'
import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { reviewJob } from './review-job.ts'
import { undoReviewJob } from './undo-review.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db)
})

const create = async (severity?: 'error' | 'warn'): Promise<string> => {
  const { body } = await world.as('supervisor')(createSurveyResponse, { body: { data: interview(surveyId) } })
  if (severity) await plantFlag(world.db, { responseId: body.id, surveyId, severity })
  return body.id
}
const approve = (id: string, waiver?: Waiver) =>
  world.as('manager')(changeResponseStatus, {
    params: { id },
    body: { status: 'approved', ...(waiver && { waiver }) },
  })
const flagOf = async (id: string) =>
  (await world.as('manager')(listFlags, { params: { id } })).body.find(({ rule }) => rule === 'T11')
const blocked = { status: 400, body: { code: 'entities.surveyResponses.errors.openFlags' } }
const waiver = { reason: 'knownException', comment: 'Pilot village' } as const
const flagEntries = async (id: string) => {
  const { rows } = await sql<{ after: object }>`
    select "values" -> 'after' as after from audit_log
    where entity_name = 'flag' and entity_id = ${id} order by id`.execute(world.db)
  return rows.map(({ after }) => after)
}

test('§4 an open error flag blocks the approval, and not the verification', async () => {
  const id = await create('error')
  expect(await approve(id)).toMatchObject(blocked)
  const verified = await world.as('supervisor')(changeResponseStatus, {
    params: { id },
    body: { status: 'verified' },
  })
  expect(verified.status).toBe(200)
  expect(await approve(id)).toMatchObject(blocked)
  await world.as('supervisor')(decideFlag, {
    params: { id, rule: 'T11' },
    body: { state: 'confirmed', evidenceHash: 'planted' },
  })
  expect(await approve(id)).toMatchObject({ status: 200, body: { status: 'approved' } })
})

test('§4 a warning does not block the approval', async () => {
  expect(await approve(await create('warn'))).toMatchObject({ status: 200, body: { status: 'approved' } })
})

test('a manager waives the flags and approves, with the reason in the audit log', async () => {
  const [id, other] = [await create('error'), await create('error')]
  expect(await approve(id, waiver)).toMatchObject({ status: 200, body: { status: 'approved' } })
  expect(await flagOf(id)).toMatchObject({ state: 'waived', decidedBy: 'manager@example.org', ...waiver })
  expect(await flagEntries(id)).toEqual([{ state: 'waived', surveyId, ...waiver }])
  expect(await flagOf(other)).toMatchObject({ state: 'open' })
})

test('an open or answered query blocks the approval, also with a waiver; a closed one does not', async () => {
  const queryBlocks = { status: 400, body: { code: 'entities.surveyResponses.errors.openQueries' } }
  for (const state of ['open', 'answered'] as const) {
    const [id, other] = [await create(), await create()]
    const query = await plantQuery(world.db, { responseId: id, surveyId, state })
    expect(await approve(id)).toMatchObject(queryBlocks)
    expect(await approve(id, waiver)).toMatchObject(queryBlocks)
    expect(await approve(other)).toMatchObject({ status: 200, body: { status: 'approved' } })
    await world.as('manager')(closeQuery, { params: { id: query.id }, body: {} })
    expect(await approve(id)).toMatchObject({ status: 200, body: { status: 'approved' } })
  }
})

test('a supervisor cannot approve with a waiver', async () => {
  const id = await create('error')
  const answer = await world.as('supervisor')(changeResponseStatus, {
    params: { id },
    body: { status: 'approved', waiver },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'entities.surveyResponses.errors.role' } })
  expect(await flagOf(id)).toMatchObject({ state: 'open' })
})

const reviewAll = async (more: object) => {
  const { body } = await world.as('manager')(changeManyStatuses, {
    body: { filter: { surveyId: [surveyId] }, status: 'approved', ...more },
  })
  if (!('id' in body)) return body
  await reviewJob.run({ jobId: body.id }, world.services)
  return (await world.as('manager')(getStatusJob, { params: { jobId: body.id } })).body
}

test('a bulk approval skips the blocked responses, and a waiver approves them', async () => {
  const [free, flagged, warned] = [await create(), await create('error'), await create('warn')]
  const skipped = [{ reason: 'openFlags', count: 1 }]
  expect(await reviewAll({ dryRun: true })).toEqual({ dryRun: true, count: 3, changes: 2, skipped })
  expect(await reviewAll({ dryRun: true, waiver })).toEqual({
    dryRun: true,
    count: 3,
    changes: 3,
    skipped: [],
  })
  expect(await reviewAll({ dryRun: true, status: 'verified' })).toMatchObject({ changes: 3, skipped: [] })
  expect(await reviewAll({})).toMatchObject({ status: 'SUCCESS', changed: 2, skipped })
  const statuses = await world.db
    .selectFrom('survey_responses')
    .select(['id', 'status'])
    .where('survey_id', '=', surveyId)
    .orderBy('id')
    .execute()
  expect(statuses).toEqual([
    { id: free, status: 'approved' },
    { id: flagged, status: 'submitted' },
    { id: warned, status: 'approved' },
  ])
  // Approved responses cannot be approved again, with or without flags.
  await plantFlag(world.db, { responseId: free, surveyId, severity: 'error' })
  const transition = { reason: 'transition', count: 2 }
  expect(await reviewAll({ dryRun: true })).toMatchObject({ changes: 0, skipped: [transition, ...skipped] })
  const job = await reviewAll({ waiver })
  expect(job).toMatchObject({ status: 'SUCCESS', changed: 1, skipped: [transition] })
  expect(await flagOf(flagged)).toMatchObject({ state: 'waived', ...waiver })
  expect(await flagOf(free)).toMatchObject({ state: 'open' })
  // The undo reverts the status only: the flag stays waived, and a reviewer can open it again.
  const jobId = 'id' in job ? job.id : ''
  await world.as('manager')(undoReview, { params: { jobId } })
  await undoReviewJob.run({ jobId }, world.services)
  expect(await flagOf(flagged)).toMatchObject({ state: 'waived' })
  expect(await reviewAll({ dryRun: true })).toMatchObject({ changes: 1 })
})

test('a bulk approval skips responses with an open query, also with a waiver', async () => {
  const [flagged, queried] = [await create('error'), await create()]
  await plantQuery(world.db, { responseId: queried, surveyId })
  const open = { reason: 'openQueries', count: 1 }
  const skipped = [{ reason: 'openFlags', count: 1 }, open]
  expect(await reviewAll({ dryRun: true })).toMatchObject({ changes: 0, skipped })
  expect(await reviewAll({ dryRun: true, waiver })).toMatchObject({ changes: 1, skipped: [open] })
  expect(await reviewAll({ waiver })).toMatchObject({ status: 'SUCCESS', changed: 1, skipped: [open] })
  expect(await flagOf(flagged)).toMatchObject({ state: 'waived' })
})
