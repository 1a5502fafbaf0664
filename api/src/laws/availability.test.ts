import { setTimeout as wait } from 'node:timers/promises'

import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { getCurrentUser, sendPasswordResetEmail } from '@baseline/contract/auth/contract.ts'
import {
  changeManyStatuses,
  createSurveyResponse,
  getStatusJob,
  listSurveyResponses,
} from '@baseline/contract/survey-responses/contract.ts'
import { createSurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RunningProcess } from '../../../scripts/stack/processes.ts'
import { limits } from '../platform/limits.ts'
import { createOpenSurvey, fillSurvey, interview } from '../testing/responses.ts'
import { startWorker, waitUntil } from '../testing/worker.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/** Requests with which one person could slow down the others. */

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

/** Runs `work` while a transaction holds what the statement locks. */
const whileLocked = async (statement: string, work: () => Promise<void>) => {
  const holder = new pg.Client({ connectionString: world.database.owner })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement)
  try {
    await work()
  } finally {
    await holder.end()
  }
}

describe('calls that need no sign-in', () => {
  const send = (payload: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/send-password-reset-email',
      headers: { 'content-type': 'application/json' },
      payload,
    })
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${String(n)}`, 0])))

  test('refuse a body above 4 kB', async () => {
    const answer = await send(keys(90_000))
    expect(answer.json()).toMatchObject({ code: 'errors.tooLarge' })
    expect(answer.body.length).toBeLessThan(500)
  })

  test('name at most 10 unknown keys in an error', async () => {
    const answer = await send(keys(400))
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('k9, …')
    expect(answer.body).not.toContain('k10')
    expect(answer.body.length).toBeLessThan(1_000)
  })

  test('are limited per sender, also when they are invalid', async () => {
    const { perSender } = limits.openCalls
    const codes = await Promise.all(
      Array.from(
        { length: perSender + 5 },
        async () => (await send('{"no":1}')).json<{ code: string }>().code,
      ),
    )
    expect(codes.filter((code) => code === 'auth/too-many-requests').length).toBeGreaterThanOrEqual(5)
    const valid = await world.as('anonymous')(sendPasswordResetEmail, { body: { email: 'a@example.org' } })
    expect(valid.body.code).toBe('auth/too-many-requests')
    expect((await world.as('manager')(getCurrentUser)).status).toBe(200)
  })
})

describe('a fair share', () => {
  test('runs six lists of a person at once; the others wait for 5 s, then are refused', async () => {
    let running: Promise<object[]> | undefined
    await whileLocked('lock table app.survey_responses in access exclusive mode', async () => {
      const list = () =>
        world.app.inject({
          url: `/api${listSurveyResponses.path}?limit=10`,
          headers: { authorization: `Bearer ${world.people.manager.token}` },
        })
      const answers: object[] = []
      const calls = Array.from({ length: 9 }, async () => {
        const { statusCode: status, headers, json } = await list()
        answers.push({ status, code: json<{ code?: string }>().code, retryAfter: headers['retry-after'] })
      })
      await wait(1_000)
      const { rows } = await world.services.pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows[0]?.waiting).toBe(limits.fairShare.concurrent.reads)
      expect(answers).toEqual([])
      expect((await world.as('supervisor')(getCurrentUser)).status).toBe(200)
      const busy = { status: 429, code: 'errors.busy', retryAfter: '1' }
      await expect.poll(() => answers, { timeout: 10_000 }).toEqual([busy, busy, busy])
      running = Promise.all(calls).then(() => answers.slice(3))
    })
    const done = { status: 200, code: undefined, retryAfter: undefined }
    expect(await running).toEqual(Array.from({ length: 6 }, () => done))
  })

  test('gets back the turns of clients that disconnect before their token is verified', async () => {
    const slow = await openWorld(
      {},
      {
        verifyToken: async () => {
          await wait(500)
          return {
            uid: 'uid-monitor',
            email: 'monitor@example.org',
            emailVerified: true,
            signedInAt: undefined,
            hasSecondFactor: false,
          }
        },
      },
    )
    const url = await slow.app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { authorization: `Bearer ${slow.people.monitor.token}` }
    // A monitor may not read the audit log: such a call ends before its handler runs.
    const leave = () =>
      fetch(`${url}/api${listAuditLog.path}`, { headers, signal: AbortSignal.timeout(100) }).catch(
        () => undefined,
      )
    await Promise.all(Array.from({ length: limits.fairShare.concurrent.reads }, leave))
    await wait(1_000)
    const answer = await fetch(`${url}/api${getCurrentUser.path}`, { headers })
    expect(answer.status).toBe(200)
    await slow.close()
  })

  test('accepts at most 10 exports of a person that are requested at the same time', async () => {
    const data = { filter: { surveyId }, status: 'START', format: 'csv', personalData: false } as const
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => world.as('manager')(createSurveyExport, { body: { data } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.exports.perPerson)
  })
})

describe('a bulk review', () => {
  const startReview = (role: 'supervisor' | 'manager', status: 'verified' | 'approved', survey = surveyId) =>
    world.as(role)(changeManyStatuses, { body: { filter: { surveyId: [survey] }, status } })

  test('is refused before it counts if the person may not set the status', async () => {
    await whileLocked('lock table app.survey_responses in access exclusive mode', async () => {
      const { status, body } = await startReview('supervisor', 'approved')
      expect([status, body.code]).toEqual([400, 'entities.surveyResponses.errors.role'])
    })
  })

  test('is recorded at its start, and waits for the previous one of the same person', async () => {
    const start = async (role: 'supervisor' | 'manager') => {
      const survey = await createOpenSurvey(world.db)
      await fillSurvey(world, survey, 3, 'submitted')
      const { body } = await startReview(role, 'verified', survey)
      if (!('id' in body)) throw new Error(JSON.stringify(body))
      return { survey, id: body.id }
    }
    const [first, second, ofAnother] = [
      await start('supervisor'),
      await start('supervisor'),
      await start('manager'),
    ]
    const stateOf = async ({ id: jobId }: { id: string }) =>
      (await world.as('manager')(getStatusJob, { params: { jobId } })).body.status
    const { body: log } = await world.as('manager')(listAuditLog, {
      query: { limit: 10, filter: { entityNames: ['bulkReview'] } },
    })
    expect(log.rows.find(({ entityId }) => entityId === first.id)).toMatchObject({
      action: 'create',
      createdByEmail: 'supervisor@example.org',
      values: { after: { status: 'verified', responseCount: 3, filter: { surveyId: [first.survey] } } },
    })

    let worker: RunningProcess | undefined
    await whileLocked(
      `select from app.survey_responses where survey_id = '${first.survey}' for update`,
      async () => {
        worker = await startWorker(world)
        await waitUntil(async () => (await stateOf(ofAnother)) === 'SUCCESS')
        await wait(1_000)
        expect([await stateOf(first), await stateOf(second)]).toEqual(['START', 'START'])
      },
    )
    await waitUntil(async () => (await stateOf(second)) === 'SUCCESS')
    expect(await stateOf(first)).toBe('SUCCESS')
    await worker?.stop()
  })
})

describe('a body', () => {
  test('is refused if it is nested too deeply', async () => {
    const { statusCode, body } = await world.app.inject({
      method: 'POST',
      url: '/api/survey-responses',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${world.people.manager.token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      payload: `{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    })
    expect([statusCode, JSON.parse(body)]).toMatchObject([400, { code: 'errors.invalid' }])
  })

  test('is refused if a value is too long for an index', async () => {
    const investigatorMobileNumber = Array.from({ length: 300 }, () => crypto.randomUUID()).join('')
    const data = { ...interview(surveyId), investigatorMobileNumber }
    const { status, body } = await world.as('manager')(createSurveyResponse, { body: { data } })
    expect([status, body.code]).toEqual([400, 'errors.invalid'])
  })
})
