import { once } from 'node:events'

import {
  listErasures,
  listRetention,
  reportRetention,
  updateRetention,
} from '@baseline/contract/data-protection/contract.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import { responseFieldsWith } from '@baseline/contract/survey-responses/personal-columns.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { dumpDatabase } from '../../testing/dump.ts'
import { createPhone } from '../../testing/phone.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { startWorker, waitUntil } from '../../testing/worker.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { recount } from '../survey-responses/counts/counts-job.ts'
import { dataProtectionJob } from './erasure-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())

const asManager = () => world.as('manager')
const count = 900

/** Inserts many responses with separate personal data, and one through the API with a comment. */
const fill = async (surveyId: string, mark: string): Promise<string> => {
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, end_time,
       investigator_name, investigator_mobile_number, supervisor_name, household_name, village, district_name, latitude,
       longitude, "values")
     select $1, 1, 'Baseline', $2 || n, 'approved', now(), $2 || 'enumerator' || n % 7, $2 || 'phone', $2 || 'supervisor',
       $2 || 'household' || n, $2 || 'village' || n % 50, 'Boane', -25, 32,
       jsonb_build_object('head', $2 || 'head' || n, 'farms', case when n % 3 = 0 then 'yes' else 'no' end,
         'place', jsonb_build_object('latitude', -25.5, 'longitude', 32.5))
     from generate_series(1, $3::int) n`,
    [surveyId, mark, count],
  )
  const { body } = await asManager()(responses.createSurveyResponse, {
    body: { data: { ...interview(surveyId), values: { head: `${mark}head`, farms: 'no' } } },
  })
  await asManager()(responses.addComment, { params: { id: body.id }, body: { comment: `${mark}comment` } })
  // The first interview is stored. The second one waits for missing posts.
  const phone = await createPhone(world, { surveyId, label: 'Phone' })
  for (const isIncomplete of [false, true])
    expect((await phone.send({ head: `${mark}phonehead` }, { isIncomplete })).statusCode).toBe(201)
  return body.id
}

const figures = async (surveyId: string) => {
  const { rows } = await world.services.pool.query<{ farms: string; n: number; people: number }>(
    `select "values" ->> 'farms' as farms, count(*)::int as n, count(distinct investigator_name)::int as people
     from survey_responses where survey_id = $1 group by 1 order by 1`,
    [surveyId],
  )
  return rows
}

test(
  'removes the personal data of a closed survey, though the worker is killed',
  { timeout: 240_000 },
  async () => {
    const [due, open] = [await createOpenSurvey(world.db), await createOpenSurvey(world.db)]
    const responseId = await fill(due, 'qzdue')
    await fill(open, 'kxopen')
    const before = await figures(due)
    for (const surveyId of [due, open]) {
      const { body } = await asManager()(updateRetention, {
        params: { surveyId },
        body: { data: { months: 12 } },
      })
      expect(body).toMatchObject({ surveyId, months: 12, dueAt: null })
    }
    await world.queryAsOwner(
      `update surveys set status = 'closed', closed_at = now() - interval '13 months' where id = $1`,
      [due],
    )
    const report = await asManager()(reportRetention, { params: { surveyId: due } })
    expect(report.body).toMatchObject({ responses: count + 2, comments: 1 })

    await dataProtectionJob.run({}, world.services)
    // Blocks the worker in the fourth batch.
    const holder = new pg.Client({ connectionString: world.database.app })
    await holder.connect()
    await holder.query('begin')
    await holder.query(
      `select 1 from survey_responses where id =
         (select id from survey_responses where survey_id = $1 order by id offset 700 limit 1) for update`,
      [due],
    )
    const progress = () =>
      world.db.selectFrom('erasures').select(['state', 'report']).executeTakeFirstOrThrow()
    const first = await startWorker(world)
    await waitUntil(async () => (await progress()).report.responses === 600)
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    await holder.query('rollback')
    await holder.end()
    expect((await progress()).state).toBe('START')
    const second = await startWorker(world)
    try {
      await waitUntil(async () => (await progress()).state === 'SUCCESS')
    } finally {
      await second.stop()
    }

    const after = (await dumpDatabase(inject('superuserUrl'), world.database.app)).toLowerCase()
    const planted = [
      'enumerator',
      'phone',
      'supervisor',
      'household',
      'village',
      'head',
      'comment',
      'phonehead',
    ]
    expect(planted.filter((name) => after.includes(`qzdue${name}`))).toEqual([])
    expect(planted.filter((name) => !after.includes(`kxopen${name}`))).toEqual([])
    // Figures and anonymous answers stay, also per enumerator.
    expect(await figures(due)).toEqual(before)
    expect(await recount(world.services.streams)).toBe(0)
    const { body } = await asManager()(responses.getSurveyResponse, { params: { id: responseId } })
    expect(body).toMatchObject({ householdName: null, village: null, values: { farms: 'no' } })

    for (const field of responseFieldsWith('household')) expect([null, []]).toContainEqual(body[field])
    const [erasure] = (await asManager()(listErasures, { query: { limit: 5 } })).body.rows
    expect(erasure).toMatchObject({ kind: 'survey', status: 'SUCCESS', createdByEmail: 'system' })
    expect(erasure?.report).toMatchObject({ responses: count + 2, comments: 1 })
    const { rows } = (await asManager()(listRetention)).body
    expect(rows.filter(({ anonymisedAt }) => anonymisedAt !== null).map(({ surveyId }) => surveyId)).toEqual([
      due,
    ])
  },
)
