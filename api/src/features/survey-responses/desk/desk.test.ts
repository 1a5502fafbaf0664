import { setTimeout as wait } from 'node:timers/promises'

import * as contract from '@baseline/contract/survey-responses/contract.ts'
import * as desk from '@baseline/contract/survey-responses/desk.ts'
import type { QueueFilter } from '@baseline/contract/survey-responses/desk.ts'
import { createUserDetails } from '@baseline/contract/user-details/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { plantFlag } from '../../../testing/flags.ts'
import { createOpenSurvey, fillSurvey, interview, question } from '../../../testing/responses.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { checkQueued } from '../checks/check-job.ts'

type Caller = ReturnType<World['callWith']>

let world: World
let surveyId: string
/** Two reviewers. */
let first: Caller
let second: Caller
beforeAll(async () => {
  world = await openWorld()
  first = world.as('supervisor')
  second = world.callWith((await world.createPerson('second', ['supervisor'])).token)
})
afterAll(() => world.close())
beforeEach(async () => {
  surveyId = await createOpenSurvey(world.db, {
    items: [
      question('head', { type: 'text', feeds: 'householdName' }),
      question('age', { type: 'integer', softMax: 99 }),
    ],
  })
})

const check = () => checkQueued(world.services.streams, 'UTC', 60)

/** Number of created responses. Each has its own day, because interviews of one enumerator that overlap get a flag. */
let created = 0

/** Creates a response without flags, with a warning, or with an error. */
const create = async (risk: 'none' | 'warn' | 'error' = 'none', more: object = {}): Promise<string> => {
  const day = `2026-03-${String((created++ % 28) + 1).padStart(2, '0')}`
  const { body, status } = await first(contract.createSurveyResponse, {
    body: {
      data: {
        ...interview(surveyId),
        startTime: `${day}T${risk === 'error' ? '11' : '09'}:00:00+02:00`,
        endTime: `${day}T09:45:00+02:00`,
        ...more,
        values: { head: 'João', age: risk === 'warn' ? 120 : 40 },
      },
    },
  })
  expect(status).toBe(200)
  return body.id
}

const queue = async (filter: QueueFilter = {}, caller = first) =>
  (await caller(desk.listQueue, { query: { filter: { surveyId: [surveyId], ...filter } } })).body
const idsOf = async (filter: QueueFilter = {}, caller = first) =>
  (await queue(filter, caller)).rows.map(({ id }) => id)
const next = async (caller: Caller, skip?: string) => {
  const { body, status } = await caller(desk.claimNext, {
    body: { filter: { surveyId: [surveyId] }, ...(skip && { skip }) },
  })
  expect(status).toBe(200)
  return body.id
}
const verify = (caller: Caller, id: string) =>
  caller(contract.changeResponseStatus, { params: { id }, body: { status: 'verified' } })

test('lists the riskiest response first, with the parts of its risk', async () => {
  const [calm, warned, severe] = [await create(), await create('warn'), await create('error')]
  await check()
  const { rows, count } = await queue()
  expect(count).toBe(3)
  expect(
    rows.map(({ id, score, flagPoints, investigatorPoints, flags }) => [
      id,
      score,
      flagPoints,
      investigatorPoints,
      flags,
    ]),
  ).toEqual([
    [severe, 44, [{ severity: 'error', count: 1, points: 40 }], 4, [{ rule: 'T1', severity: 'error' }]],
    [warned, 19, [{ severity: 'warn', count: 1, points: 15 }], 4, [{ rule: 'V2', severity: 'warn' }]],
    [calm, 4, [], 4, []],
  ])
  expect(rows[0]).toMatchObject({
    village: null,
    investigatorName: 'Ana Sitoe',
    isOverdue: false,
    holder: null,
  })
})

test('two reviewers get different responses, and each keeps its own', async () => {
  const [calm, warned, severe] = [await create(), await create('warn'), await create('error')]
  await check()
  expect(await next(first)).toBe(severe)
  expect(await next(second)).toBe(warned)
  const seen = (await queue()).rows.map(({ id, holder }) => [id, holder?.name, holder?.isMe])
  expect(seen).toEqual([
    [severe, 'supervisor@example.org', true],
    [warned, 'second@example.org', false],
    [calm, undefined, undefined],
  ])
  expect((await second(desk.claimReview, { params: { id: severe } })).body.holder).toMatchObject({
    name: 'supervisor@example.org',
    isMe: false,
  })
  // A skipped response is free for others, and not returned to the same reviewer at once.
  expect(await next(first, severe)).toBe(calm)
  expect(await next(second)).toBe(severe)
  expect(await next(first)).toBeNull()
})

test('a claim is renewed, released and expires', async () => {
  const [id, other] = [await create('error'), await create()]
  await check()
  expect(await next(first)).toBe(id)
  const age = (minutes: number) =>
    world.queryAsOwner(
      `update review_queue set claimed_at = claimed_at - make_interval(mins => $2),
         claimed_until = claimed_until - make_interval(mins => $2) where response_id = $1`,
      [id, minutes],
    )
  await age(14)
  const { body: renewed } = await first(desk.claimReview, { params: { id } })
  const minutes = (Date.parse(renewed.holder!.until) - Date.parse(renewed.holder!.since)) / 60_000
  expect(Math.round(minutes)).toBe(29)
  await age(14)
  expect(await next(second)).toBe(other)
  await age(1)
  expect(await next(second)).toBe(id)
  expect((await first(desk.claimReview, { params: { id } })).body.holder?.name).toBe('second@example.org')
  await first(desk.releaseReview, { params: { id } })
  expect((await first(desk.getReview, { params: { id } })).body.holder?.name).toBe('second@example.org')
  await second(desk.releaseReview, { params: { id } })
  expect(await next(first)).toBe(id)
})

test('a decision takes the response out of the queue, also while the worker does not run', async () => {
  const [decided, waiting] = [await create('error'), await create()]
  await check()
  expect(await next(first)).toBe(decided)
  expect((await verify(second, decided)).status).toBe(200)
  expect(await idsOf()).toEqual([waiting])
  expect((await first(desk.getReview, { params: { id: decided } })).body).toMatchObject({
    isWaiting: false,
    holder: null,
  })
  await check()
  // Simulates a worker that adds the response again before it sees the decision.
  await world.db
    .insertInto('review_queue')
    .values({
      response_id: decided,
      survey_id: surveyId,
      investigator: 'ana sitoe',
      flag_points: 100,
      investigator_points: 0,
      received_at: new Date(),
    })
    .execute()
  expect(await idsOf()).toEqual([waiting])
  expect(await next(first)).toBe(waiting)
})

test('a response that someone decides about at this moment is not claimed', async () => {
  const [locked, free] = [await create('error'), await create()]
  await check()
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('survey_responses').select('id').where('id', '=', locked).forUpdate().execute()
    expect(await next(first)).toBe(free)
  })
})

test('waits for a short lock of the worker if nothing else is free', async () => {
  const id = await create()
  await check()
  let claimed: Promise<string | null> | undefined
  await world.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('review_queue')
      .select('response_id')
      .where('response_id', '=', id)
      .forUpdate()
      .execute()
    claimed = next(first)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
          world.db,
        )
        return rows.length
      })
      .toBeGreaterThan(0)
  })
  expect(await claimed).toBe(id)
})

test('200 responses and two reviewers: none is claimed twice, and none is forgotten', async () => {
  await fillSurvey(world, surveyId, 200, 'submitted')
  await check()
  const review = async (caller: Caller): Promise<string[]> => {
    const claimed: string[] = []
    for (let id = await next(caller); id; id = await next(caller)) {
      claimed.push(id)
      expect((await verify(caller, id)).status).toBe(200)
    }
    return claimed
  }
  const worker = new AbortController()
  const checking = (async () => {
    while (!worker.signal.aborted) {
      await check()
      await wait(20)
    }
  })()
  const [one, two] = await Promise.all([review(first), review(second)])
  worker.abort()
  await checking
  expect(new Set([...one, ...two]).size).toBe(200)
  expect(one.length + two.length).toBe(200)
  expect(Math.min(one.length, two.length)).toBeGreaterThan(20)
  const statuses = await world.db
    .selectFrom('survey_responses')
    .select('status')
    .where('survey_id', '=', surveyId)
    .distinct()
    .execute()
  expect(statuses).toEqual([{ status: 'verified' }])
  await check()
  expect((await queue()).count).toBe(0)
}, 60_000)

test('the queue of a team has the responses of its enumerators and of its supervisors', async () => {
  const createPerson = async (firstName: string, managerId?: string) =>
    (
      await world.as('manager')(createUserDetails, {
        body: { data: { firstName, gender: 'female', ...(managerId && { managerId }) } },
      })
    ).body.id
  const leader = await createPerson('Lidia')
  await createPerson('Berta', leader)
  await createPerson('Carla', leader)
  await createPerson('Dora')
  const by = (investigatorName: string, supervisorName = 'Other', risk: 'none' | 'warn' = 'none') =>
    create(risk, { investigatorName, supervisorName })
  const [berta, carla] = [await by('Berta'), await by('Carla', 'Lidia', 'warn')]
  const [ofLeader] = [await by('Nobody', 'Lidia'), await by('Dora'), await by('Nobody')]
  await check()
  expect(await idsOf({ team: leader })).toEqual([carla, berta, ofLeader])
  expect((await queue({ team: leader })).count).toBe(3)
})

test.for([
  // Thursday afternoon: the weekend does not count.
  ['2026-03-26T15:30:00Z', 48, 'UTC', '2026-03-30T15:30:00.000Z'],
  ['2026-03-27T23:00:00Z', 1, 'UTC', '2026-03-30T00:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 48, 'UTC', '2026-04-01T00:00:00.000Z'],
  ['2026-03-23T00:00:00Z', 240, 'UTC', '2026-04-06T00:00:00.000Z'],
  // Friday 23:30 in UTC is Saturday in Maputo.
  ['2026-03-27T23:30:00Z', 24, 'Africa/Maputo', '2026-03-30T22:00:00.000Z'],
] as const)('%s and %s working hours in %s is due at %s', async ([received, hours, zone, due]) => {
  const { rows } = await sql<{ due: Date }>`
    select review_due_at(${received}::timestamptz, ${hours}::int, ${zone}) as due`.execute(world.db)
  expect(rows[0]?.due.toISOString()).toBe(due)
})

test('finds responses by a part of the name of the enumerator', async () => {
  const [found] = [
    await create('none', { investigatorName: 'Berta Macuácua' }),
    await create('none', { investigatorName: 'Carla Sitoe' }),
  ]
  await check()
  expect(await idsOf({ investigatorName: 'macuacua' })).toEqual([found])
  expect((await queue({ investigatorName: 'macuacua' })).count).toBe(1)
})

test('flags that do not raise the risk are not among its parts', async () => {
  const id = await create('warn')
  await check()
  await plantFlag(world.db, { responseId: id, surveyId, rule: 'T8' })
  expect((await queue()).rows[0]).toMatchObject({
    score: 19,
    flagPoints: [{ severity: 'warn', count: 1, points: 15 }],
  })
})

test('overdue responses are found, and each shows when it is due', async () => {
  const [late, recent] = [await create(), await create()]
  await world.queryAsOwner(`update survey_responses set created_at = '2026-03-26T15:30:00Z' where id = $1`, [
    late,
  ])
  await check()
  const { rows } = await queue({ overdue: true })
  expect(rows).toMatchObject([{ id: late, dueAt: '2026-03-30T15:30:00.000Z', isOverdue: true }])
  expect((await idsOf()).toSorted()).toEqual([recent, late].toSorted())
})
