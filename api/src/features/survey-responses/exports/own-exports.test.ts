import * as contract from '@baseline/contract/survey-responses/exports/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSurvey } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { exportJob } from './export-job.ts'
import { sweepExportsJob } from './sweep-exports-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createSurvey(world.db, { label: 'Household', status: 'open' })
}, 60_000)
afterAll(() => world.close())

type Role = 'manager' | 'supervisor'
const requestExport = async (role: Role, data: { format?: contract.ExportFormat; village?: string } = {}) => {
  const { format = 'xlsx', village } = data
  const filter = { surveyId: [surveyId], ...(village && { village: [village] }) }
  const { body } = await world.as(role)(contract.createSurveyExport, {
    body: { data: { filter, status: 'START', format } },
  })
  return body.id
}
const page = async (role: Role, query: { limit?: number; offset?: number } = {}) =>
  (await world.as(role)(contract.listSurveyExports, { query })).body
const remove = async (role: Role, id: string) =>
  (await world.as(role)(contract.cancelSurveyExport, { params: { id } })).body

test('lists only the exports of the caller, newest first and paged, also for managers', async () => {
  const first = await requestExport('supervisor', { format: 'csv', village: 'Gondola' })
  const foreign = await requestExport('manager')
  const second = await requestExport('supervisor')
  const ownExports = await page('supervisor')
  expect(ownExports.count).toBe(2)
  expect(ownExports.rows.map(({ id }) => id)).toEqual([second, first])
  expect(ownExports.rows[1]).toMatchObject({
    surveyLabel: 'Household',
    format: 'csv',
    status: 'START',
    filter: { surveyId: [surveyId], village: ['Gondola'] },
  })
  expect((await page('supervisor', { limit: 1, offset: 1 })).rows.map(({ id }) => id)).toEqual([first])
  expect((await page('manager')).rows.map(({ id }) => id)).toEqual([foreign])
  expect(await page('manager', { limit: 101 })).toMatchObject({ code: 'errors.invalid' })
})

test('reads the list along its index', async () => {
  await sql`insert into survey_exports (survey_id, survey_label, filter, format, language, personal_data, status,
      created_by_id, created_by_email)
    select ${surveyId}, 'Household', '{}', 'csv', 'en', false, 'FAILED', id, email
    from users, generate_series(1, 1000)`.execute(world.db)
  // Sorting is off: the application may not run ANALYZE, and without statistics the planner sorts this few
  // rows.
  const { rows } = await world.db.transaction().execute(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx)
    return sql<Record<string, string>>`explain select * from survey_exports
      where created_by_id = ${world.people.manager.id} order by id desc limit 20`.execute(tx)
  })
  expect(rows.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
    /^Limit[^\n]*\n\s*->\s+Index Scan Backward using survey_exports_created_by_idx/,
  )
})

test('removes a finished export on request: its URL at once, its file with the next sweep', async () => {
  const [removedId, otherId] = [await requestExport('supervisor'), await requestExport('supervisor')]
  for (const exportId of [removedId, otherId]) await exportJob.run({ exportId }, world.services)
  const { storage } = world.services
  const files = () => Promise.all([removedId, otherId].map((id) => storage.head(`exports/${id}-1.xlsx`)))
  expect(await files()).toEqual([expect.anything(), expect.anything()])

  expect(await remove('supervisor', removedId)).toMatchObject({ status: 'SUCCESS', url: null, rowCount: 0 })
  await sweepExportsJob.run({}, world.services)
  expect(await files()).toEqual([undefined, expect.anything()])
  const [newest, older] = (await page('supervisor', { limit: 2 })).rows
  expect([newest?.url === null, older?.url === null]).toEqual([false, true])

  const entries = await world.db
    .selectFrom('audit_log')
    .select(['action', 'values'])
    .where('entity_id', '=', removedId)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['create', 'destroy'])
  expect(entries[1]?.values.before).toMatchObject({ fileName: expect.stringMatching(/\.xlsx$/) as string })
  // A second request has nothing to remove and writes no audit entry.
  expect(await remove('supervisor', removedId)).toMatchObject({ status: 'SUCCESS', url: null })
  expect(await remove('supervisor', await requestExport('manager'))).toMatchObject({
    code: 'errors.recordNotFound',
  })
})
