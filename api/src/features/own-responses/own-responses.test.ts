import { getDashboard } from '@baseline/contract/dashboard/contract.ts'
import {
  getOwnFigures,
  listOwnResponses,
  ownResponseDays,
} from '@baseline/contract/own-responses/contract.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { changeResponseStatus, createSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { undoResponseStatus } from '@baseline/contract/survey-responses/undo.ts'
import { changeSurveyStatus } from '@baseline/contract/surveys/contract.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEnumerator } from '../../testing/enumerators.ts'
import type { Enumerator } from '../../testing/enumerators.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld({ SURVEY_TIME_ZONE: 'Africa/Maputo' })
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

let accounts = 0
const newEnumerator = (roles: readonly Role[] = ['enumerator']): Promise<Enumerator> =>
  createEnumerator(world, `account${String((accounts += 1))}`, { roles })

const setStatus = (id: string, status: ResponseStatus, comment?: string) =>
  world.as('manager')(changeResponseStatus, { params: { id }, body: { status, ...(comment && { comment }) } })

const list = async ({ call }: Pick<Enumerator, 'call'>, query: object = {}) =>
  (await call(listOwnResponses, { query })).body
const figures = async ({ call }: Pick<Enumerator, 'call'>) => (await call(getOwnFigures)).body

/** Stores a response of a person that was received some days ago. */
const insertReceived = (
  { userDetailsId }: Enumerator,
  { days, date, displayId }: { days: number; date: string | null; displayId: string },
) =>
  world.services.pool.query(
    `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, survey_date,
       investigator_id, investigator_name, supervisor_name, created_at)
     select uuid7_floor(at), $1, 1, 'Baseline', $2, 'submitted', $3, $4, 'Ana Sitoe', 'Rui Macamo', at
     from (select now() - make_interval(days => $5) as at) receipt`,
    [surveyId, displayId, date, userDetailsId, days],
  )

const daysAgo = (days: number): string => {
  const today = Date.parse(todayIn('Africa/Maputo'))
  return new Date(today - days * 86_400_000).toISOString().slice(0, 10)
}

test('two enumerators with the same name see their own interviews, with these fields only', async () => {
  const [ana, namesake] = [await newEnumerator(), await newEnumerator()]
  const first = await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  const second = await ana.send(surveyId, { village: 'Boane', head: 'Eva' })
  const other = await namesake.send(surveyId, { village: 'Tete', head: 'Rui' })
  await setStatus(first.id, 'returned', 'The age of the head is missing')
  await setStatus(other.id, 'returned', 'Another reason')

  const { rows, next } = await list(ana)
  expect(next).toBeNull()
  expect(rows).toEqual([
    {
      displayId: second.displayId,
      surveyLabel: 'Baseline',
      village: 'Boane',
      surveyDate: null,
      receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status: 'submitted',
      returnReason: null,
      isLate: false,
    },
    {
      displayId: first.displayId,
      surveyLabel: 'Baseline',
      village: 'Chimoio',
      surveyDate: null,
      receivedAt: expect.any(String),
      status: 'returned',
      returnReason: 'The age of the head is missing',
      isLate: false,
    },
  ])
  expect((await list(namesake)).rows).toMatchObject([
    { displayId: other.displayId, returnReason: 'Another reason' },
  ])
})

test('the reason is that of the last return, and disappears with the status', async () => {
  const ana = await newEnumerator()
  const { id } = await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  const reasons = async () => (await list(ana)).rows.map(({ returnReason }) => returnReason)
  await setStatus(id, 'returned', 'First reason')
  await setStatus(id, 'resubmitted', 'Corrected')
  expect(await reasons()).toEqual([null])
  await setStatus(id, 'returned', 'Second reason')
  expect(await reasons()).toEqual(['Second reason'])
  await world.as('manager')(undoResponseStatus, { params: { id } })
  expect(await reasons()).toEqual([null])
})

test('an interview that arrives after the survey was closed is marked as late', async () => {
  const ana = await newEnumerator()
  const closing = await createOpenSurvey(world.db)
  await ana.send(closing, { village: 'Chimoio', head: 'João' })
  await world.as('manager')(changeSurveyStatus, { params: { id: closing }, body: { status: 'closed' } })
  await ana.send(closing, { village: 'Boane', head: 'Eva' })
  expect((await list(ana)).rows).toMatchObject([
    { village: 'Boane', isLate: true },
    { village: 'Chimoio', isLate: false },
  ])
})

test('pages and the filter by status return each interview once', async () => {
  const ana = await newEnumerator()
  const sent = []
  for (let n = 0; n < 7; n += 1) sent.unshift(await ana.send(surveyId, { village: String(n), head: 'João' }))
  const shown: string[] = []
  let before: string | null | undefined
  let pages = 0
  do {
    const { rows, next } = await list(ana, { limit: 3, ...(before && { before }) })
    shown.push(...rows.map(({ displayId }) => displayId))
    before = next
    pages += 1
  } while (before)
  expect([pages, shown]).toEqual([3, sent.map(({ displayId }) => displayId)])

  await setStatus(sent[2]!.id, 'verified')
  await setStatus(sent[4]!.id, 'onHold', 'Unclear')
  const filtered = await list(ana, { filter: { status: ['verified', 'onHold'] }, limit: 1 })
  expect(filtered.rows).toMatchObject([{ displayId: sent[2]!.displayId }])
  expect(
    (await list(ana, { filter: { status: ['verified', 'onHold'] }, before: filtered.next! })).rows,
  ).toMatchObject([{ displayId: sent[4]!.displayId }])
  expect((await list(ana, { limit: 7 })).next).toBeNull()
})

test('the list and the figures begin 30 days ago; figures per day use the survey date', async () => {
  const ana = await newEnumerator()
  await insertReceived(ana, { days: ownResponseDays, date: daysAgo(1), displayId: 'too early' })
  await insertReceived(ana, { days: ownResponseDays - 1, date: daysAgo(29), displayId: 'first day' })
  await insertReceived(ana, { days: 3, date: daysAgo(6), displayId: 'within a week' })
  await insertReceived(ana, { days: 2, date: daysAgo(7), displayId: 'a week ago' })
  await insertReceived(ana, { days: 1, date: '1970-01-01', displayId: 'wrong clock' })
  await insertReceived(ana, { days: 0, date: null, displayId: 'no date' })
  const { rows } = await list(ana)
  const shown = ['no date', 'wrong clock', 'a week ago', 'within a week', 'first day']
  expect(rows.map(({ displayId }) => displayId)).toEqual(shown)

  const today = await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  await world.db
    .updateTable('survey_responses')
    .set({ survey_date: daysAgo(0) })
    .where('id', '=', today.id)
    .execute()
  await setStatus(today.id, 'returned', 'Reason')
  const found = await figures(ana)
  expect(found).toMatchObject({
    isLinked: true,
    timeZone: 'Africa/Maputo',
    today: daysAgo(0),
    count: 6,
    countToday: 1,
    countLast7Days: 2,
    statuses: { submitted: 5, returned: 1, approved: 0 },
  })
  expect(found.days).toHaveLength(ownResponseDays)
  expect(found.days.filter(({ count }) => count > 0)).toEqual(
    [29, 7, 6, 0].map((days) => ({ date: daysAgo(days), count: 1 })),
  )
})

test('an account without a person sees what it entered for unknown enumerators', async () => {
  const { id, token } = await world.createPerson('formerSupervisor', ['supervisor'])
  const call = world.callWith(token)
  const known = await newEnumerator()
  await world.db
    .updateTable('user_details')
    .set({ first_name: 'Berta', last_name: 'Cossa' })
    .where('id', '=', known.userDetailsId)
    .execute()
  const enter = (investigatorName: string) =>
    call(createSurveyResponse, { body: { data: { ...interview(surveyId), investigatorName } } })
  const own = (await enter('No Record')).body
  const other = (await enter('Berta Cossa')).body
  expect((await call(listOwnResponses, { query: {} })).status).toBe(403)

  await world.db.deleteFrom('user_roles').where('user_id', '=', id).execute()
  await world.db.insertInto('user_roles').values({ user_id: id, role: 'enumerator' }).execute()
  expect((await list({ call })).rows).toMatchObject([{ displayId: own.displayId }])
  expect(await figures({ call })).toMatchObject({ isLinked: false, count: 1, statuses: { submitted: 1 } })
  expect((await list(known)).rows).toMatchObject([{ displayId: other.displayId }])
})

test('a renamed person keeps the interviews, and a user with the old name gets none', async () => {
  const ana = await newEnumerator()
  const { displayId } = await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  await world.db
    .updateTable('user_details')
    .set({ first_name: 'Maria', last_name: 'Guambe' })
    .where('id', '=', ana.userDetailsId)
    .execute()
  const impostor = await newEnumerator()
  expect((await list(ana)).rows).toMatchObject([{ displayId }])
  expect((await list(impostor)).rows).toEqual([])
})

test('a link that a manager removes ends the access with the next call', async () => {
  const ana = await newEnumerator()
  await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  expect((await figures(ana)).count).toBe(1)
  await world.db.updateTable('users').set({ user_details_id: null }).where('id', '=', ana.id).execute()
  expect(await figures(ana)).toMatchObject({ isLinked: false, count: 0 })
  expect((await list(ana)).rows).toEqual([])
})

test('the dashboard of an enumerator counts the same interviews from phones', async () => {
  const ana = await newEnumerator()
  await ana.send(surveyId, { village: 'Chimoio', head: 'João' })
  const { body } = await ana.call(getDashboard, { params: { id: 'all' }, query: {} })
  expect([body.count, (await figures(ana)).count]).toEqual([1, 1])
})
