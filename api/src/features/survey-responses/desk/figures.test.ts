import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listReviewerFigures } from '@baseline/contract/survey-responses/desk-figures.ts'
import { undoResponseStatus } from '@baseline/contract/survey-responses/undo.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, fillSurvey, question } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

type Caller = ReturnType<World['callWith']>

let world: World
let ids: string[]
beforeAll(async () => {
  world = await openWorld()
  const surveyId = await createOpenSurvey(world.db, { items: [question('head', { type: 'text' })] })
  await fillSurvey(world, surveyId, 5, 'submitted')
  const rows = await world.db.selectFrom('survey_responses').select('id').orderBy('id').execute()
  ids = rows.map(({ id }) => id)
})
afterAll(() => world.close())

const decide = async (caller: Caller, id: string, status: 'verified' | 'returned' | 'rejected') => {
  const answer = await caller(contract.changeResponseStatus, {
    params: { id },
    body: { status, comment: 'Checked' },
  })
  expect(answer.status).toBe(200)
}
const figures = async (caller: Caller) => (await caller(listReviewerFigures)).body

test('counts the decisions of each reviewer, without undone ones', async () => {
  const [one, two, three, four, five] = ids as [string, string, string, string, string]
  const [first, manager] = [world.as('supervisor'), world.as('manager')]
  // Received ten hours ago; the last one a year ago, and therefore late.
  await world.queryAsOwner(
    `update survey_responses set created_at = now() - case when id = $1 then interval '1 year' else interval '10 hours' end`,
    [three],
  )
  await decide(first, one, 'verified')
  await decide(first, two, 'verified')
  await decide(first, three, 'returned')
  await decide(first, four, 'verified')
  expect((await first(undoResponseStatus, { params: { id: four } })).status).toBe(200)
  await decide(first, five, 'verified')
  // Confirmed by the manager: not overturned. Rejected: overturned.
  await world.queryAsOwner(
    `insert into audit_log (created_by_id, created_by_email, entity_name, entity_id, action, "values")
     values ($1, 'manager@example.org', 'surveyResponse', $2, 'statusChange',
       '{"before": {"status": "verified"}, "after": {"status": "approved"}}')`,
    [world.people.manager.id, one],
  )
  await decide(manager, two, 'rejected')
  const own = {
    id: world.people.supervisor.id,
    name: 'supervisor@example.org',
    decided: 4,
    medianHours: expect.closeTo(10, 1) as number,
    inTime: 0.75,
    returned: 0.25,
    overturned: expect.closeTo(1 / 3, 5) as number,
    // A few seconds of work say nothing.
    perHour: null,
  }
  expect(await figures(first)).toEqual([own])
  const all = await figures(manager)
  expect(all.map(({ id, decided }) => [id, decided])).toEqual([
    [world.people.manager.id, 2],
    [world.people.supervisor.id, 4],
  ])
  expect(all[0]).toMatchObject({ medianHours: null, inTime: null, returned: 0, overturned: 0 })
})

test('counts the decisions per hour of at least ten minutes of work, without pauses', async () => {
  const manager = world.as('manager')
  // Two decisions six minutes apart, one after an hour, and one six minutes later.
  await world.queryAsOwner(
    `with own as (
       select id, row_number() over (order by id) as place from audit_log
       where created_by_id = $1 and entity_name = 'surveyResponse' and "values" -> 'after' ->> 'status' is not null
         and not ("values" -> 'after') ? 'undo'
         and entity_id <> $2
     )
     update audit_log set timestamp = now() - interval '1 day' + (array[0, 6, 66, 72])[place::int] * interval '1 minute'
     from own where own.id = audit_log.id`,
    [world.people.supervisor.id, ids[3]],
  )
  const all = await figures(manager)
  expect(all.map(({ id, perHour }) => [id, perHour])).toEqual([
    [world.people.manager.id, null],
    [world.people.supervisor.id, expect.closeTo(10, 5)],
  ])
})
