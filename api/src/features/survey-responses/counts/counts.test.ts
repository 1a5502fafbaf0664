import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { foldCounts, recount, recountJob } from './counts-job.ts'
import { countsReading } from './counts-reading.ts'

let world: World
let surveys: string[]
beforeAll(async () => {
  world = await openWorld()
  surveys = [await createOpenSurvey(world.db), await createOpenSurvey(world.db, { label: 'Other' })]
})
afterAll(() => world.close())

const as = () => world.as('manager')
const pickOne = <T>(options: readonly T[]): T => options[Math.floor(Math.random() * options.length)] as T

/** Simulates one user who creates, edits, reviews and deletes responses at random. */
const work = async (times: number): Promise<void> => {
  const ownIds: string[] = []
  for (let n = 0; n < times; n += 1) {
    const id = ownIds.length > 2 ? pickOne(ownIds) : undefined
    const data = {
      ...interview(pickOne(surveys)),
      surveyDate: pickOne(['2026-01-01', '2026-01-02', null]),
      startTime: '2026-01-01T08:00:00.000Z',
      endTime: pickOne(['2026-01-01T08:20:00.000Z', '2026-01-01T08:45:30.000Z', '2026-01-01T07:00:00.000Z']),
      investigatorName: pickOne(['João', 'joao', 'Ana']),
      investigatorMobileNumber: pickOne(['84 1', null]),
      districtName: pickOne(['Évora', 'Tete', null]),
      village: pickOne(['A', 'B', null]),
      villageType: pickOne(['Rural', null]),
    }
    // Two positions in one square of the map: a move within it changes the position of the village only.
    const place = pickOne([
      { latitude: -25, longitude: 32 },
      { latitude: -25.0004, longitude: 32.0003 },
      undefined,
    ])
    if (place) Object.assign(data.values, { place })
    const action = id ? pickOne(['add', 'edit', 'status', 'remove'] as const) : 'add'
    if (action === 'add') ownIds.push((await as()(contract.createSurveyResponse, { body: { data } })).body.id)
    else if (action === 'edit' && id)
      await as()(contract.updateSurveyResponse, { params: { id }, body: { id, data } })
    else if (action === 'status' && id) {
      const body = { status: pickOne(['verified', 'approved', 'onHold'] as const), comment: 'because' }
      await as()(contract.changeResponseStatus, { params: { id }, body })
    } else if (id) {
      await as()(contract.destroySurveyResponses, { query: { ids: [id] } })
      ownIds.splice(ownIds.indexOf(id), 1)
    }
  }
}

/** Terminates the connection that folds the deltas, if it is doing so now. Returns how many were terminated. */
const terminateFold = async () => {
  const { rowCount } = await world.services.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where state = 'active' and query like '%fold_response_deltas%' and pid <> pg_backend_pid()
       and datname = current_database()`,
  )
  return rowCount ?? 0
}

test(
  'counts are exact at every moment, with concurrent users and terminated connections',
  { timeout: 120_000 },
  async () => {
    const working = new AbortController()
    const adding = (async () => {
      while (!working.signal.aborted) await foldCounts(world.db).catch(() => undefined)
    })()
    let terminated = 0
    const terminating = (async () => {
      while (!working.signal.aborted && terminated < 5) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        terminated += await terminateFold()
      }
    })()
    const looking = (async () => {
      // One statement, so that all counts see the same responses.
      while (!working.signal.aborted) {
        const { rows } = await world.services.pool.query<Record<'known' | 'byEnumerator' | 'there', number>>(
          `select (select coalesce(sum(n), 0)::int from response_counts_live where dimension = 'all') known,
             (select coalesce(sum(n), 0)::int from response_enumerators_live) "byEnumerator",
             (select count(*)::int from survey_responses) there`,
        )
        expect(rows[0]?.known).toBe(rows[0]?.there)
        expect(rows[0]?.byEnumerator).toBe(rows[0]?.there)
      }
    })()
    await Promise.all(Array.from({ length: 8 }, () => work(30)))
    working.abort()
    await Promise.all([adding, terminating, looking])
    expect(terminated).toBeGreaterThan(0)
    expect(await recount(world.services.streams)).toBe(0)
    await foldCounts(world.db)
    expect(await recount(world.services.streams)).toBe(0)
    const { rows } = await world.services.pool.query('select count(*)::int n from response_deltas')
    expect(rows).toEqual([{ n: 0 }])
  },
)

const metric = async () => {
  const { samples } = await countsReading.read(world.services)
  return samples['baseline_response_counts_wrong']?.[0]?.value
}

test('finds a wrong count, reports it as a metric and corrects it', async () => {
  await work(10)
  await foldCounts(world.db)
  await world.services.pool.query(`update response_counts set n = n + 1 where dimension = 'investigator'`)
  await world.services.pool.query(`delete from response_counts where dimension = 'supervisor'`)
  await world.services.pool.query(`update response_durations set n = n + 1 where dimension = 'investigator'`)
  await world.services.pool.query(`update response_localities set x = x + 1`)
  await expect(recountJob.run({}, world.services)).rejects.toThrow(/counts of responses were wrong/)
  expect(await metric()).toBeGreaterThan(1)
  await recountJob.run({}, world.services)
  expect(await metric()).toBe(0)
})
