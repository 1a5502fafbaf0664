import { listQueries, listResponseQueries } from '@baseline/contract/answer-queries/contract.ts'
import { listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import { findPersonalData } from '@baseline/contract/data-protection/contract.ts'
import * as devices from '@baseline/contract/devices/contract.ts'
import type { Route } from '@baseline/contract/http.ts'
import * as iam from '@baseline/contract/iam/contract.ts'
import * as intake from '@baseline/contract/intake/contract.ts'
import * as intakeItem from '@baseline/contract/intake/item.ts'
import { routes } from '@baseline/contract/routes.ts'
import * as checkRules from '@baseline/contract/survey-responses/check-rules.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import * as desk from '@baseline/contract/survey-responses/desk.ts'
import { listDuplicates } from '@baseline/contract/survey-responses/duplicates.ts'
import * as enumerators from '@baseline/contract/survey-responses/enumerators.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import { listFlags } from '@baseline/contract/survey-responses/flags.ts'
import { listSubmissions } from '@baseline/contract/survey-responses/submissions.ts'
import * as details from '@baseline/contract/user-details/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { checkQueued } from '../features/survey-responses/checks/check-job.ts'
import { trialJob } from '../features/survey-responses/checks/rules/trial-job.ts'
import { exportJob } from '../features/survey-responses/exports/export-job.ts'
import { createPhone, newInstanceId } from '../testing/phone.ts'
import { plantQuery } from '../testing/queries.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/** Every read of personal data leaves an entry in the read log. */

let world: World
let surveyId = ''
let responseId = ''
let displayIds: string[] = []
let detailsId = ''
let exportId = ''
let enumeratorKey = ''
let submissionId = ''

const asManager = () => world.as('manager')

beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  for (let n = 0; n < 3; n += 1) {
    const { body } = await asManager()(responses.createSurveyResponse, {
      body: { data: interview(surveyId) },
    })
    responseId = body.id
    displayIds = [...displayIds, body.displayId]
  }
  await checkQueued(world.services.streams, 'UTC', 60)
  const data = { firstName: 'Ana', lastName: 'Sitoe', gender: 'female' } as const
  detailsId = (await asManager()(details.createUserDetails, { body: { data } })).body.id
  await asManager()(devices.createDevice, { body: { data: { label: 'Ana', userDetailsId: detailsId } } })
  const otherSurvey = await createOpenSurvey(world.db)
  const { send } = await createPhone(world, { surveyId: otherSurvey, label: 'Rui' })
  const instanceId = newInstanceId()
  for (const head of ['João', 'Maria']) await send({ instanceId, head, village: 'Gondola' })
  ;({ id: submissionId } = await world.db
    .selectFrom('field_submissions')
    .select('id')
    .where('state', '=', 'conflict')
    .executeTakeFirstOrThrow())
})
afterAll(() => world.close())

const entries = () =>
  world.db
    .selectFrom('read_log')
    .select(['user_id', 'entity', 'kind', 'record_id', 'filter', 'record_count'])
    .orderBy('timestamp')
    .orderBy('id')
    .execute()

beforeEach(async () => {
  // Stores and ends the sums of the previous test.
  await world.services.readLog.flush(Infinity)
  await world.queryAsOwner('truncate read_log')
})

/** Stores all reads, and returns the entries without their user. */
const recorded = async () => {
  await world.services.readLog.flush(Infinity)
  return (await entries()).map(({ user_id: userId, ...entry }) => {
    expect(userId).toBe(world.people.manager.id)
    return entry
  })
}

const entry = (entity: string, kind: string, more: object = {}) => ({
  entity,
  kind,
  record_id: null,
  filter: null,
  record_count: 1,
  ...more,
})
const opened = (entity: string, id: string) => [entry(entity, 'record', { record_id: id })]

interface Expected {
  read: () => Promise<{ status: number }>
  written: () => object[]
}

/** A call with its entries; written by hand. */
const recordedCalls: Record<string, Expected> = {
  'GET /survey-responses': {
    read: () =>
      asManager()(responses.listSurveyResponses, { query: { limit: 2, filter: { status: ['submitted'] } } }),
    written: () => [entry('surveyResponse', 'list', { filter: { status: ['submitted'] }, record_count: 2 })],
  },
  'GET /survey-responses/lookup/:surveyId': {
    read: () => asManager()(responses.lookUpSurveyResponses, { params: { surveyId }, query: { displayIds } }),
    written: () => [entry('surveyResponse', 'list', { filter: { surveyId, displayIds }, record_count: 3 })],
  },
  'GET /survey-responses/:id': {
    read: () => asManager()(responses.getSurveyResponse, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-responses/images/:id': {
    read: () => asManager()(responses.listImages, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-responses/:id/history': {
    read: () => asManager()(responses.getHistory, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-responses/:id/comments': {
    read: () => asManager()(responses.listComments, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-exports/:id': {
    read: async () => {
      const filter = { surveyId: [surveyId], village: ['Chimoio'] }
      const data = { filter, status: 'START', format: 'csv' } as const
      exportId = (await asManager()(surveyExports.createSurveyExport, { body: { data } })).body.id
      const get = () => asManager()(surveyExports.getSurveyExport, { params: { id: exportId } })
      // Without a file, there is nothing to download.
      await get()
      await exportJob.run({ exportId }, world.services)
      return get()
    },
    written: () => {
      const filter = { surveyId: [surveyId], village: ['Chimoio'] }
      return [
        entry('surveyExport', 'export', { record_id: exportId, filter, record_count: 3 }),
        entry('surveyExport', 'download', { record_id: exportId, record_count: 3 }),
      ]
    },
  },
  'GET /user-details': {
    read: () => asManager()(details.listUserDetails, { query: { limit: 10 } }),
    written: () => [entry('userDetails', 'list')],
  },
  'GET /user-details/:id': {
    read: () => asManager()(details.getUserDetails, { params: { id: detailsId } }),
    written: () => opened('userDetails', detailsId),
  },
  'GET /devices': {
    read: () => asManager()(devices.listDevices, { query: { limit: 10, filter: { search: 'ana' } } }),
    written: () => [entry('device', 'list', { filter: { search: 'ana' } })],
  },
  'GET /devices/people': {
    read: () => asManager()(devices.listDevicePeople, { query: { limit: 10, filter: { search: 'sitoe' } } }),
    written: () => [entry('userDetails', 'list', { filter: { search: 'sitoe' } })],
  },
  'GET /survey-responses/:id/submissions': {
    read: () => asManager()(listSubmissions, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-responses/:id/duplicates': {
    read: () => asManager()(listDuplicates, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /survey-responses/:id/flags': {
    read: () => asManager()(listFlags, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /review/queue': {
    read: () => asManager()(desk.listQueue, { query: { filter: { surveyId } } }),
    written: () => [entry('surveyResponse', 'list', { filter: { surveyId: [surveyId] }, record_count: 3 })],
  },
  'GET /survey-responses/:id/queries': {
    read: () => asManager()(listResponseQueries, { params: { id: responseId } }),
    written: () => opened('surveyResponse', responseId),
  },
  'GET /queries': {
    read: async () => {
      await plantQuery(world.db, { responseId, surveyId })
      return asManager()(listQueries, { query: { limit: 10, filter: { state: 'open' } } })
    },
    written: () => [entry('surveyResponse', 'list', { filter: { state: ['open'] } })],
  },
  'GET /surveys/:id/enumerators': {
    read: () => asManager()(enumerators.listEnumerators, { params: { id: surveyId }, query: {} }),
    written: () => [entry('userDetails', 'list', { filter: { id: surveyId } })],
  },
  'GET /surveys/:id/enumerators/:key': {
    read: async () => {
      const { body } = await asManager()(enumerators.listEnumerators, { params: { id: surveyId }, query: {} })
      enumeratorKey = body.rows[0]?.key ?? ''
      await world.services.readLog.flush(Infinity)
      await world.queryAsOwner('truncate read_log')
      return asManager()(enumerators.getEnumerator, { params: { id: surveyId, key: enumeratorKey } })
    },
    written: () => [entry('userDetails', 'list', { filter: { id: surveyId, key: enumeratorKey } })],
  },
  'GET /surveys/:id/checks/:rule/trial': {
    read: async () => {
      const rule = { params: { id: surveyId, rule: 'T4' } } as const
      const data = { severity: null, parameters: { minimum: 60 } }
      await asManager()(checkRules.saveRuleDraft, { ...rule, body: { data } })
      await asManager()(checkRules.tryRule, rule)
      const stored = await world.db.selectFrom('check_rules').select('trial').executeTakeFirst()
      await trialJob.run({ surveyId, rule: 'T4', trialId: stored?.trial?.id ?? '' }, world.services)
      return asManager()(checkRules.getRuleTrial, rule)
    },
    written: () => [
      entry('surveyResponse', 'list', { filter: { id: surveyId, rule: 'T4' }, record_count: 3 }),
    ],
  },
  'GET /intake': {
    read: () => asManager()(intake.listIntake, { query: { limit: 10, filter: { search: 'rui' } } }),
    written: () => [entry('submission', 'list', { filter: { search: 'rui' } })],
  },
  'GET /intake/:id': {
    read: () => asManager()(intakeItem.getIntakeItem, { params: { id: submissionId } }),
    written: () => opened('submission', submissionId),
  },
  'GET /intake/:id/xml': {
    read: async () => {
      const { statusCode } = await world.app.inject({
        url: `/api/intake/${submissionId}/xml`,
        headers: { authorization: `Bearer ${world.people.manager.token}` },
      })
      return { status: statusCode }
    },
    written: () => [entry('submission', 'download', { record_id: submissionId })],
  },
  'GET /iam/user': {
    read: () => asManager()(iam.listUsers, { query: { limit: 10, filter: { email: 'm' } } }),
    written: () => [entry('user', 'list', { filter: { email: 'm' }, record_count: 2 })],
  },
  'GET /iam/role': {
    read: () => asManager()(iam.listRoles, { query: { filter: { roles: ['manager'] } } }),
    written: () => [entry('user', 'list', { filter: { roles: ['manager'] }, record_count: 2 })],
  },
  'GET /iam/:id': {
    read: () => asManager()(iam.getUser, { params: { id: world.people.monitor.id } }),
    written: () => opened('user', world.people.monitor.id),
  },
  'GET /data-protection/subjects': {
    read: () => asManager()(findPersonalData, { query: { search: displayIds[0] ?? '' } }),
    written: () => [entry('surveyResponse', 'list', { filter: { search: displayIds[0] } })],
  },
  'GET /auditLog': {
    read: () => asManager()(listAuditLog, { query: { limit: 2 } }),
    written: () => [entry('auditLog', 'list', { record_count: 2 })],
  },
}

/** Calls without an entry, each with the reason. Calls that change something are in the audit log. */
const unrecordedCalls: Record<string, string> = {
  'GET /auth/me': 'the caller',
  'GET /auth/email-configured': 'no record',
  'GET /auth/storage-token': 'no record',
  'GET /health': 'no record',
  'GET /settings': 'no record',
  'GET /data-protection/erasures': 'without the content',
  'GET /data-protection/retention': 'surveys',
  'GET /data-protection/retention/:surveyId/report': 'counts',
  'GET /security-log': 'events of accounts, without records',
  'GET /read-log': 'its own readers would fill it',
  'GET /read-log/alerts': 'as the read log',
  'GET /review/figures': 'counts of the decisions of reviewers',
  'GET /review/reviewers': 'the names of users for a picker, and counts',
  'GET /surveys/:id/review-settings': 'settings',
  'GET /iam/user/autocomplete': 'at most 100 names for a picker',
  'GET /user-details/autocomplete': 'at most 100 names for a picker',
  'GET /survey-responses/autocomplete': 'at most 100 Survey Ids for a picker',
  'GET /survey-responses/facets': 'counts',
  'GET /survey-responses/:id/neighbours': 'ids and a position',
  'GET /survey-responses/map/:z/:x/:y': 'counts per square; a single response shows its Survey Id and place',
  'GET /survey-responses/status/:jobId': 'counts',
  'GET /survey-responses/status/:jobId/undo': 'counts and Survey Ids',
  'GET /survey-exports/formats': 'no record',
  'GET /survey-exports/codebook/:surveyId': 'questionnaires',
  'GET /survey-exports': "the caller's own exports, which are recorded when they are written",
  'GET /survey-responses/:id/review': 'names of reviewers',
  'GET /survey-list': 'surveys',
  'GET /survey-masters/:id': 'questionnaires',
  'GET /surveys/:id': 'surveys',
  'GET /surveys/:id/versions': 'questionnaires',
  'GET /surveys/:id/versions/:version/workbook': 'questionnaires',
  'GET /surveys/:id/versions/:version/xform': 'questionnaires',
  'GET /surveys/:id/versions/:version/lists/:name': 'lists of choices',
  'GET /surveys/:id/settings': 'settings',
  'GET /surveys/:id/searchable-questions': 'questionnaires',
  'GET /surveys/:id/targets': 'targets',
  'GET /surveys/:id/checks': 'rules and counts',
  'GET /dashboard/:id': 'figures',
  'GET /own-responses': "the caller's own interviews, without the household",
  'GET /own-responses/figures': 'figures',
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const reads = routes.filter(({ method }) => method === 'GET')

test('the tables list every call that reads, and the contract declares the recorded ones', () => {
  expect([...Object.keys(recordedCalls), ...Object.keys(unrecordedCalls)].toSorted()).toEqual(
    reads.map(nameOf).toSorted(),
  )
  const declared = routes.filter((route) => route.reads !== undefined).map(nameOf)
  expect(declared.toSorted()).toEqual(Object.keys(recordedCalls).toSorted())
})

/** Names of schemas that describe a person or an interview. */
const personalSchemas =
  /SurveyResponse(Row|Image)?"|"User"|UserDetails"|"(New)?Device(Person)?"|"Intake(Item|Details)"|"Submission"|AuditLogEntry"|HistoryEntry"/

test('no call without an entry returns records of responses, users or user details', () => {
  const idsIn = (schema: z.ZodType): string =>
    JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  const personal = reads
    .filter(({ mediaType }) => mediaType === undefined)
    .filter(({ response }) => personalSchemas.test(idsIn(response)))
    .map(nameOf)
  // Proves that the search finds something.
  expect(personal).toContain('GET /survey-responses')
  expect(personal.filter((name) => !(name in recordedCalls))).toEqual([])
})

test.for(Object.entries(recordedCalls))('%s leaves its entries', async ([, { read, written }]) => {
  expect((await read()).status).toBe(200)
  expect(await recorded()).toEqual(written())
})

test('a refused call leaves no entry', async () => {
  const { id } = world.people.monitor
  expect((await world.as('supervisor')(iam.getUser, { params: { id } })).status).toBe(403)
  expect((await asManager()(responses.getSurveyResponse, { params: { id } })).status).toBe(404)
  expect(await recorded()).toEqual([])
})

describe('a whole list', () => {
  test('leaves an entry with the number of rows and the filter', async () => {
    const filter = { village: ['Chimoio'] }
    const { body } = await asManager()(responses.listSurveyResponses, { query: { filter } })
    expect(body.rows).toHaveLength(3)
    await expect.poll(recorded).toEqual([entry('surveyResponse', 'wholeList', { filter, record_count: 3 })])
  })

  test('of a client that disconnects leaves an entry with the rows until then', async () => {
    // More than the buffers of a connection hold.
    const rowCount = 2_000
    await world.queryAsOwner(
      `insert into audit_log (created_by_email, entity_name, entity_id, action, "values")
       select 'operator', 'settings', 'settings', 'settings', jsonb_build_object('before', null, 'after', repeat('x', 20000))
       from generate_series(1, ${String(rowCount)})`,
    )
    const url = await world.app.listen({ host: '127.0.0.1', port: 0 })
    const client = new AbortController()
    const answer = await fetch(`${url}/api/auditLog?filter[entityNames]=settings`, {
      headers: { authorization: `Bearer ${world.people.manager.token}` },
      signal: client.signal,
    })
    await answer.body?.getReader().read()
    client.abort()
    await expect.poll(async () => (await recorded()).length, { timeout: 10_000 }).toBe(1)
    const [read] = await recorded()
    expect(read).toMatchObject({ kind: 'wholeList', filter: { entityNames: ['settings'] } })
    expect(read?.record_count).toBeGreaterThan(0)
    expect(read?.record_count).toBeLessThan(rowCount)
  })
})

test('a refusal that contains the newer record is recorded as a read', async () => {
  const stale = { 'if-match': '"0"' }
  const { status, body } = await world.as('manager', stale)(responses.changeResponseStatus, {
    params: { id: responseId },
    body: { status: 'verified' },
  })
  expect([status, body.details]).toMatchObject([409, { current: { id: responseId } }])
  expect(await recorded()).toEqual(opened('surveyResponse', responseId))
})

describe('the application role', () => {
  test.for([
    `update read_log set record_count = 1`,
    'delete from read_log',
    'truncate read_log',
    'drop table read_log',
    'delete from read_alerts',
    'update read_alerts set record_count = 0',
  ])('may not run: %s', async (statement) => {
    await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test.for([
    ['id', 'uuidv7()'],
    ['timestamp', `now() - interval '1 day'`],
  ])('may not choose the %s of an entry', async ([column, value]) => {
    const insert = world.services.pool.query(
      `insert into read_log (user_id, entity, kind, record_count, ${column!})
       values ('${world.people.manager.id}', 'user', 'list', 1, ${value!})`,
    )
    await expect(insert).rejects.toMatchObject({ code: '42501' })
  })
})
