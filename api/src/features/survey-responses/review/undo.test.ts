import { once } from 'node:events'

import {
  changeManyStatuses,
  changeResponseStatus,
  createSurveyResponse,
  destroySurveyResponses,
  getHistory,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { getUndoJob, undoResponseStatus, undoReview } from '@baseline/contract/survey-responses/undo.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createOpenSurvey, fillSurvey, interview } from '../../../testing/responses.ts'
import { startWorker, waitUntil } from '../../../testing/worker.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { reviewJob } from './review-job.ts'
import { sweepUndoJob } from './sweep-undo-job.ts'
import { undoReviewJob } from './undo-review.ts'

type Reviewer = 'supervisor' | 'manager'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db)
})

const errors = 'entities.surveyResponses.errors'
const refusal = (name: string) => ({ status: 400, body: { code: `${errors}.${name}` } })
const add = async (): Promise<SurveyResponse> =>
  (await world.as('supervisor')(createSurveyResponse, { body: { data: interview(surveyId) } })).body
const decide = (role: Reviewer, id: string, status: ResponseStatus) =>
  world.as(role)(changeResponseStatus, { params: { id }, body: { status, comment: 'flooded' } })
const undo = (role: Reviewer, id: string, options: { ifMatch?: number; idempotencyKey?: string } = {}) =>
  world.as(role, {
    ...(options.ifMatch && { 'if-match': String(options.ifMatch) }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
  })(undoResponseStatus, { params: { id } })
const edit = (role: Reviewer, id: string, village: string) => {
  const { surveyId: _, ...data } = interview(surveyId)
  return world.as(role)(updateSurveyResponse, { params: { id }, body: { id, data: { ...data, village } } })
}
const owner = async (statement: string, values: unknown[]) => {
  const client = new pg.Client({ connectionString: world.database.owner })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}
const age = (id: string, interval: string) =>
  owner('update app.audit_log set timestamp = timestamp - $2::interval where entity_id = $1', [id, interval])
const withoutRole = async (role: Reviewer, work: () => Promise<void>) => {
  const row = { user_id: world.people[role].id, role }
  await world.db
    .deleteFrom('user_roles')
    .where('user_id', '=', row.user_id)
    .where('role', '=', role)
    .execute()
  await work()
  await world.db.insertInto('user_roles').values(row).execute()
}

describe('one decision', () => {
  test.for([
    ['supervisor', 'verified'],
    ['supervisor', 'returned'],
    ['supervisor', 'onHold'],
    ['manager', 'approved'],
    ['manager', 'rejected'],
  ] as const)('a %s undoes %s without a reason, as a new change', async ([role, status]) => {
    const [one, other] = [await add(), await add()]
    await decide(role, one.id, status)
    await decide(role, other.id, status)
    expect(await undo(role, one.id, { ifMatch: 2 })).toMatchObject({
      status: 200,
      body: { id: one.id, status: 'submitted', version: 3 },
    })
    const { body: history } = await world.as(role)(getHistory, { params: { id: one.id } })
    expect(history.map(({ action, isUndo, changes }) => ({ action, isUndo, changes })).slice(0, 2)).toEqual([
      {
        action: 'statusChange',
        isUndo: true,
        changes: [{ field: 'status', before: status, after: 'submitted' }],
      },
      {
        action: 'statusChange',
        isUndo: false,
        changes: [{ field: 'status', before: 'submitted', after: status }],
      },
    ])
    const otherHistory = (await world.as(role)(getHistory, { params: { id: other.id } })).body
    expect(otherHistory[0]).toMatchObject({ isUndo: false, changes: [{ after: status }] })
  })

  test('a reopening is undone too: the response is approved again', async () => {
    const { id } = await add()
    await decide('manager', id, 'approved')
    await decide('manager', id, 'verified')
    expect((await undo('manager', id)).body).toMatchObject({ status: 'approved' })
  })

  test('is not undone by another user', async () => {
    const { id } = await add()
    await decide('supervisor', id, 'verified')
    expect(await undo('manager', id)).toMatchObject(refusal('undoOther'))
  })

  test('is not undone after another change: of the answers, of the status, or an undo', async () => {
    const { id } = await add()
    expect(await undo('supervisor', id)).toMatchObject(refusal('undoNothing'))
    await decide('supervisor', id, 'returned')
    await edit('supervisor', id, 'Gondola')
    expect(await undo('supervisor', id)).toMatchObject(refusal('undoNothing'))
    expect(await undo('supervisor', id, { ifMatch: 2 })).toMatchObject({
      status: 409,
      body: { details: { savedBy: 'supervisor@example.org', savedAt: expect.any(String) as string } },
    })
    await decide('supervisor', id, 'resubmitted')
    await decide('manager', id, 'approved')
    expect(await undo('supervisor', id)).toMatchObject(refusal('undoOther'))
    expect((await undo('manager', id)).status).toBe(200)
    expect(await undo('manager', id)).toMatchObject(refusal('undoNothing'))
  })

  test('can be undone for 24 hours', async () => {
    const [early, late] = [await add(), await add()]
    await decide('supervisor', early.id, 'verified')
    await decide('supervisor', late.id, 'verified')
    await age(early.id, '23:59:00')
    await age(late.id, '24:00:01')
    expect((await undo('supervisor', early.id)).status).toBe(200)
    expect(await undo('supervisor', late.id)).toMatchObject(refusal('undoTooLate'))
  })

  test('is not undone without the role that the decision requires', async () => {
    const { id } = await add()
    await decide('manager', id, 'approved')
    await withoutRole('manager', async () => {
      await world.db
        .insertInto('user_roles')
        .values({ user_id: world.people.manager.id, role: 'supervisor' })
        .execute()
      expect(await undo('manager', id)).toMatchObject(refusal('role'))
      await world.db.deleteFrom('user_roles').where('user_id', '=', world.people.manager.id).execute()
      expect((await undo('manager', id)).status).toBe(403)
    })
  })

  test('is undone once if the request is sent twice with one idempotency key', async () => {
    const { id } = await add()
    await decide('supervisor', id, 'verified')
    const idempotencyKey = crypto.randomUUID()
    const first = await undo('supervisor', id, { idempotencyKey, ifMatch: 2 })
    const second = await undo('supervisor', id, { idempotencyKey, ifMatch: 2 })
    expect(first).toMatchObject({ status: 200, body: { version: 3 } })
    expect(second.body).toEqual(first.body)
  })
})

const review = async (role: Reviewer, status: ResponseStatus, run = true): Promise<string> => {
  const filter = { surveyId: [surveyId] }
  const { body } = await world.as(role)(changeManyStatuses, { body: { filter, status, comment: 'flooded' } })
  const jobId = 'id' in body ? body.id : ''
  if (run) await reviewJob.run({ jobId }, world.services)
  return jobId
}
const startUndo = (role: Reviewer, jobId: string) => world.as(role)(undoReview, { params: { jobId } })
const follow = (role: Reviewer, jobId: string) => world.as(role)(getUndoJob, { params: { jobId } })
const statuses = async () => {
  const { rows } = await world.services.pool.query<{ status: string; n: number }>(
    'select status, count(*) n from survey_responses where survey_id = $1 group by status',
    [surveyId],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
const idsOf = async (count: number) => {
  const rows = await world.db
    .selectFrom('survey_responses')
    .select(['id', 'display_id'])
    .where('survey_id', '=', surveyId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ id, display_id: displayId }) => ({ id, displayId }))
}

describe('a bulk review', () => {
  test('of 500 responses, 20 of which changed since: reverts 480 and lists 20 with the reason', async () => {
    await fillSurvey(world, surveyId, 300, 'submitted')
    await fillSurvey(world, surveyId, 200, 'resubmitted')
    const jobId = await review('supervisor', 'verified')
    expect(await statuses()).toEqual({ verified: 500 })
    const [deleted, decided, ...edited] = await idsOf(20)
    for (const { id } of edited) await edit('supervisor', id, 'Gondola')
    await decide('manager', decided?.id ?? '', 'approved')
    await world.as('manager')(destroySurveyResponses, { query: { ids: [deleted?.id ?? ''] } })

    expect((await startUndo('supervisor', jobId)).body).toMatchObject({
      status: 'START',
      count: 500,
      done: 0,
    })
    await undoReviewJob.run({ jobId }, world.services)
    const { body } = await follow('supervisor', jobId)
    expect(body).toMatchObject({
      status: 'SUCCESS',
      count: 500,
      done: 500,
      reverted: 480,
      progress: 100,
      skipped: [
        { reason: 'changed', count: 19 },
        { reason: 'gone', count: 1 },
      ],
    })
    const toSkipped = (response: { id: string; displayId: string } | undefined, reason: string) => ({
      ...response,
      reason,
    })
    expect(new Set(body.skippedResponses)).toEqual(
      new Set([toSkipped(deleted, 'gone'), ...[decided, ...edited].map((one) => toSkipped(one, 'changed'))]),
    )
    // Editing a verified response sets it to submitted. The edited responses are the last ones, which were
    // resubmitted.
    expect(await statuses()).toEqual({ submitted: 300 + 18, resubmitted: 180, approved: 1 })
    const { rows } = await world.services.pool.query(
      `select count(*) n, count(distinct entity_id) responses from audit_log
       where values -> 'after' ->> 'undo' = 'true' and entity_id in
         (select id::text from survey_responses where survey_id = $1)`,
      [surveyId],
    )
    expect(rows).toEqual([{ n: 480, responses: 480 }])
  })

  test('is not undone by another user, while it runs, too late, or without the role', async () => {
    await fillSurvey(world, surveyId, 3, 'submitted')
    const jobId = await review('manager', 'approved', false)
    expect(await startUndo('manager', jobId)).toMatchObject(refusal('undoRunning'))
    await reviewJob.run({ jobId }, world.services)
    expect(await startUndo('supervisor', jobId)).toMatchObject(refusal('undoOther'))
    expect((await startUndo('manager', crypto.randomUUID())).status).toBe(400)
    const setAge = (hours: number) =>
      world.services.pool.query(
        'update response_status_jobs set created_at = now() - make_interval(hours => $2) where id = $1',
        [jobId, hours],
      )
    await setAge(25)
    expect(await startUndo('manager', jobId)).toMatchObject(refusal('undoTooLate'))
    await setAge(23)
    expect((await startUndo('manager', jobId)).status).toBe(200)
    expect((await follow('supervisor', jobId)).status).toBe(404)
    await withoutRole('manager', () => undoReviewJob.run({ jobId }, world.services))
    expect((await follow('manager', jobId)).body).toMatchObject({ status: 'FAILED', reverted: 0 })
    expect(await statuses()).toEqual({ approved: 3 })
  })

  test('is undone once if requested twice', async () => {
    await fillSurvey(world, surveyId, 3, 'submitted')
    const jobId = await review('supervisor', 'onHold')
    await startUndo('supervisor', jobId)
    await undoReviewJob.run({ jobId }, world.services)
    await undoReviewJob.run({ jobId }, world.services)
    expect((await startUndo('supervisor', jobId)).body).toMatchObject({ status: 'SUCCESS', reverted: 3 })
    expect(await statuses()).toEqual({ submitted: 3 })
  })

  test('a second worker finishes the undo exactly after the first is killed within a chunk', async () => {
    await fillSurvey(world, surveyId, 500, 'submitted')
    const jobId = await review('supervisor', 'verified')
    await startUndo('supervisor', jobId)
    // A lock on a response of the second chunk makes the worker wait in the middle of its transaction.
    const holder = new pg.Client({ connectionString: world.database.app })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      `select 1 from survey_responses where id in
         (select response_id from response_status_changes where job_id = $1 order by response_id offset 300 limit 1)
       for update`,
      [jobId],
    )
    const first = await startWorker(world)
    await waitUntil(async () => (await follow('supervisor', jobId)).body.done === 200)
    await waitUntil(async () => {
      const { rows } = await world.services.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    await holder.query('rollback')
    await holder.end()
    expect((await follow('supervisor', jobId)).body).toMatchObject({ status: 'START', done: 200 })

    const second = await startWorker(world)
    await waitUntil(async () => (await follow('supervisor', jobId)).body.status === 'SUCCESS')
    await second.stop()
    expect((await follow('supervisor', jobId)).body).toMatchObject({ count: 500, reverted: 500, skipped: [] })
    const { rows } = await world.services.pool.query(
      `select count(*) filter (where version = 3 and status = 'submitted') reverted,
         count(*) filter (where entries = 2) once
       from (select version, status, (select count(*) from audit_log where entity_id = r.id::text) entries
             from survey_responses r where survey_id = $1) counted`,
      [surveyId],
    )
    expect(rows).toEqual([{ reverted: 500, once: 500 }])
  }, 180_000)

  test('its undo data is swept after two days', async () => {
    await fillSurvey(world, surveyId, 3, 'submitted')
    const fresh = await review('supervisor', 'verified')
    // A UUIDv7 of three days ago: the sweep uses the time in the id.
    const old = await world.services.pool.query<{ id: string }>(
      `insert into response_status_jobs (id, target, count, created_by_id, created_by_email)
       values (uuid7_floor(now() - interval '3 days'), 'verified', 1, $1, 'a@example.org') returning id`,
      [world.people.supervisor.id],
    )
    await world.services.pool.query(
      `insert into response_status_changes values ($1, uuidv7(), '1', 'submitted', 2)`,
      [old.rows[0]?.id],
    )
    await sweepUndoJob.run({}, world.services)
    const remaining = await world.db
      .selectFrom('response_status_changes')
      .select('job_id')
      .distinct()
      .execute()
    expect(remaining.map((row) => row.job_id)).toContain(fresh)
    expect(remaining.map((row) => row.job_id)).not.toContain(old.rows[0]?.id)
  })
})
