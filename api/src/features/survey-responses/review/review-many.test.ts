import { once } from 'node:events'

import type { CallInput } from '@baseline/contract/http.ts'
import {
  changeManyStatuses,
  createSurveyResponse,
  getHistory,
  getStatusJob,
} from '@baseline/contract/survey-responses/contract.ts'
import type { StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createOpenSurvey, fillSurvey, interview } from '../../../testing/responses.ts'
import { startWorker, waitUntil } from '../../../testing/worker.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { reviewJob } from './review-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db)
})

const fill = (count: number, status: ResponseStatus) => fillSurvey(world, surveyId, count, status)
type Body = CallInput<typeof changeManyStatuses>['body']
const review = (role: 'supervisor' | 'manager', body: Body) => world.as(role)(changeManyStatuses, { body })
const startReview = async (role: 'supervisor' | 'manager', body: Body): Promise<StatusJob> => {
  const answer = await review(role, body)
  if (!('id' in answer.body)) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
const follow = async (jobId: string, role: 'supervisor' | 'manager' = 'supervisor') =>
  world.as(role)(getStatusJob, { params: { jobId } })
const statuses = async () => {
  const { rows } = await world.services.pool.query<{ status: string; n: number }>(
    'select status, count(*) n from survey_responses where survey_id = $1 group by status',
    [surveyId],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}

test('a dry run counts changes and refusals by reason, and changes nothing', async () => {
  await fill(30, 'submitted')
  await fill(20, 'returned')
  await fill(10, 'inProgress')
  const filter = { surveyId: [surveyId] }
  expect((await review('supervisor', { filter, status: 'verified', dryRun: true })).body).toEqual({
    dryRun: true,
    count: 60,
    changes: 30,
    skipped: [{ reason: 'transition', count: 30 }],
  })
  expect((await review('supervisor', { filter, status: 'onHold', dryRun: true })).body).toMatchObject({
    changes: 0,
    skipped: [
      { reason: 'transition', count: 30 },
      { reason: 'reasonRequired', count: 30 },
    ],
  })
  expect(await statuses()).toEqual({ submitted: 30, returned: 20, inProgress: 10 })
})

test('a review by ids changes what the status table allows, and counts the rest by reason', async () => {
  const as = world.as('supervisor')
  const make = async (more: object) =>
    (await as(createSurveyResponse, { body: { data: { ...interview(surveyId), ...more } } })).body.id
  const complete = await make({ status: 'inProgress' })
  const ids = [
    complete,
    await make({ status: 'inProgress', endTime: null }),
    await make({ status: 'inProgress', values: {} }),
    await make({}),
    crypto.randomUUID(),
  ]
  const job = await startReview('supervisor', { ids: [...ids, complete], status: 'submitted' })
  expect(job).toMatchObject({ status: 'START', count: 5, done: 0, progress: 0, finishedAt: null })
  await reviewJob.run({ jobId: job.id }, world.services)
  expect((await follow(job.id)).body).toMatchObject({
    status: 'SUCCESS',
    target: 'submitted',
    count: 5,
    done: 5,
    changed: 1,
    progress: 100,
    skipped: [
      { reason: 'transition', count: 1 },
      { reason: 'endTimeRequired', count: 1 },
      { reason: 'incomplete', count: 1 },
      { reason: 'gone', count: 1 },
    ],
  })
  const { body: history } = await as(getHistory, { params: { id: complete } })
  expect(history[0]).toMatchObject({ action: 'statusChange', createdByEmail: 'supervisor@example.org' })
})

test('skips responses received after the start, and checks each response in its current state', async () => {
  await fill(5, 'submitted')
  const filter = { surveyId: [surveyId], status: 'submitted' as const }
  const job = await startReview('manager', { filter, status: 'approved' })
  await fill(3, 'resubmitted')
  await world.services.pool.query(
    `update survey_responses set status = 'onHold' where survey_id = $1 and display_id = 'submitted1'`,
    [surveyId],
  )
  await reviewJob.run({ jobId: job.id }, world.services)
  await reviewJob.run({ jobId: job.id }, world.services)
  expect(await statuses()).toEqual({ approved: 4, onHold: 1, resubmitted: 3 })
  expect((await follow(job.id, 'manager')).body).toMatchObject({
    changed: 4,
    skipped: [{ reason: 'transition', count: 1 }],
  })
})

test('takes either ids or a filter, hides the job from other users, and fails if the role is revoked', async () => {
  await fill(5, 'submitted')
  const filter = { surveyId: [surveyId] }
  expect((await review('manager', { status: 'approved' })).status).toBe(400)
  const idsAndFilter = { ids: [crypto.randomUUID()], filter, status: 'approved' as const }
  expect((await review('manager', idsAndFilter)).status).toBe(400)
  const job = await startReview('manager', { filter, status: 'approved' })
  expect((await follow(job.id)).status).toBe(404)
  expect((await follow(job.id, 'manager')).status).toBe(200)
  const revoke = world.db.deleteFrom('user_roles').where('user_id', '=', world.people.manager.id)
  await revoke.execute()
  await reviewJob.run({ jobId: job.id }, world.services)
  await world.db
    .insertInto('user_roles')
    .values({ user_id: world.people.manager.id, role: 'manager' })
    .execute()
  expect((await follow(job.id, 'manager')).body).toMatchObject({ status: 'FAILED', changed: 0 })
  expect(await statuses()).toEqual({ submitted: 5 })
})

test(
  'a second worker finishes a review of 500 exactly after the first is killed within a chunk',
  { timeout: 180_000 },
  async () => {
    await fill(500, 'submitted')
    await fill(40, 'returned')
    const filter = { surveyId: [surveyId] }
    const job = await startReview('supervisor', { filter, status: 'onHold', comment: 'flooded' })
    // A lock on a response of the second chunk makes the worker wait in the middle of its transaction.
    const holder = new pg.Client({ connectionString: world.database.app })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      `select 1 from survey_responses where id in
         (select response_id from response_status_items where job_id = $1 order by response_id offset 300 limit 1)
       for update`,
      [job.id],
    )
    const first = await startWorker(world)
    await waitUntil(async () => (await follow(job.id)).body.done === 200)
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
    expect((await follow(job.id)).body).toMatchObject({ status: 'START', done: 200, progress: 37 })

    const second = await startWorker(world)
    await waitUntil(async () => (await follow(job.id)).body.status === 'SUCCESS')
    await second.stop()
    expect((await follow(job.id)).body).toMatchObject({
      count: 540,
      done: 540,
      changed: 500,
      skipped: [{ reason: 'transition', count: 40 }],
    })
    expect(await statuses()).toEqual({ onHold: 500, returned: 40 })
    const { rows } = await world.services.pool.query(
      `select count(*) filter (where version = 2) changed, count(*) filter (where entries = 1) once, sum(said) said
       from (select version, (select count(*) from audit_log where entity_id = r.id::text) entries,
               (select count(*) from response_comments where response_id = r.id) said
             from survey_responses r where survey_id = $1) counted`,
      [surveyId],
    )
    expect(rows).toEqual([{ changed: 500, once: 500, said: '500' }])
  },
)
