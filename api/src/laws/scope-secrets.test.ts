import { randomUUID } from 'node:crypto'

import type { CallInput } from '@baseline/contract/http.ts'
import { updateUser } from '@baseline/contract/iam/contract.ts'
import { routes } from '@baseline/contract/routes.ts'
import * as responses from '@baseline/contract/survey-responses/contract.ts'
import * as surveyExports from '@baseline/contract/survey-responses/exports/contract.ts'
import { createUserDetails } from '@baseline/contract/user-details/contract.ts'
import { stringify } from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { checkQueued } from '../features/survey-responses/checks/check-job.ts'
import { foldCounts } from '../features/survey-responses/counts/counts-job.ts'
import { exportJob } from '../features/survey-responses/exports/export-job.ts'
import { plantQuery } from '../testing/queries.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

/**
 * Plants secrets in responses outside the scope of a supervisor. They must be in no answer, and a request that
 * names a secret must get the same answer as a request that names something that does not exist.
 */

let world: World
const surveys = { inside: '', outside: '' }
const secrets: string[] = []
/** Creates a text that occurs nowhere else. */
const plant = (): string => {
  const secret = `Zq${randomUUID().replaceAll('-', '').slice(0, 12)}`
  secrets.push(secret)
  return secret
}

interface Hidden {
  id: string
  query: { id: string; messageId: string }
  displayId: string
  fields: Record<
    | 'districtName'
    | 'village'
    | 'villageType'
    | 'villageCategory'
    | 'householdName'
    | 'investigatorName'
    | 'investigatorMobileNumber'
    | 'supervisorName',
    string
  >
}
const hidden: Hidden[] = []
let leaderId = ''
const otherJobs = { review: '', export: '' }

const hiddenCount = 15
/** Everything outside is on the other side of the world. */
const hiddenPlace = { latitude: 41.5, longitude: -100.5 }

const createHidden = async (n: number): Promise<Hidden> => {
  const fields = {
    districtName: plant(),
    village: plant(),
    villageType: plant(),
    villageCategory: plant(),
    householdName: plant(),
    investigatorName: plant(),
    investigatorMobileNumber: plant(),
    supervisorName: plant(),
  }
  const data = {
    ...interview(surveys.outside),
    ...fields,
    displayId: plant(),
    investigatorEmail: `${plant().toLowerCase()}@example.org`,
    location: hiddenPlace,
    photos: [{ url: `https://example.org/${plant()}.jpg` }],
    startTime: `2026-02-${String(n + 1).padStart(2, '0')}T09:00:00Z`,
    endTime: `2026-02-${String(n + 1).padStart(2, '0')}T10:00:00Z`,
    values: { village: plant(), head: plant(), farms: 'no', members: [{ name: plant() }] },
  }
  const { body, status } = await world.as('manager')(responses.createSurveyResponse, { body: { data } })
  expect([status, body.details]).toEqual([200, undefined])
  await world.as('manager')(responses.addComment, { params: { id: body.id }, body: { comment: plant() } })
  const query = { responseId: body.id, surveyId: surveys.outside, text: plant(), proposal: plant() }
  return { id: body.id, displayId: body.displayId, query: await plantQuery(world.db, query), fields }
}

beforeAll(async () => {
  world = await openWorld()
  surveys.inside = await createOpenSurvey(world.db, { label: 'Inside' })
  surveys.outside = await createOpenSurvey(world.db, { label: 'Outside' })
  const createPerson = async (firstName: string, managerId?: string) =>
    (
      await world.as('manager')(createUserDetails, {
        body: { data: { firstName, gender: 'female', ...(managerId !== undefined && { managerId }) } },
      })
    ).body.id
  leaderId = await createPerson('Leader')
  await createPerson('Ana', leaderId)
  for (let n = 0; n < hiddenCount; n += 1) hidden.push(await createHidden(n))
  for (const districtName of ['Boane', 'Tête', 'Boane']) {
    const data = {
      ...interview(surveys.inside),
      investigatorName: 'Ana',
      supervisorName: 'Leader',
      districtName,
      location: { latitude: -25.9, longitude: 32.5 },
    }
    await world.as('manager')(responses.createSurveyResponse, { body: { data } })
  }
  const ids = hidden.slice(0, 3).map(({ id }) => id)
  const { body } = await world.as('manager')(responses.changeManyStatuses, {
    body: { ids, status: 'onHold', comment: plant() },
  })
  otherJobs.review = 'id' in body ? body.id : ''
  const data = { filter: { surveyId: surveys.outside }, status: 'START', format: 'csv' } as const
  otherJobs.export = (await world.as('manager')(surveyExports.createSurveyExport, { body: { data } })).body.id
  await exportJob.run({ exportId: otherJobs.export }, world.services)
  await foldCounts(world.db)
  await checkQueued(world.services.streams, 'UTC', 60)
  // Readers must also limit the deltas that are not folded yet.
  hidden.push(await createHidden(hiddenCount))
})
afterAll(() => world.close())

type Memberships = NonNullable<CallInput<typeof updateUser>['body']['data']['memberships']>
const scopes: Record<string, () => Memberships> = {
  'one survey': () => [{ surveyId: surveys.inside, districts: null, ownTeam: false }],
  'two districts': () => [{ surveyId: null, districts: ['Boane', 'Tete'], ownTeam: false }],
  'the own team': () => [{ surveyId: null, districts: null, ownTeam: true }],
  'a district of one survey, and the own team': () => [
    { surveyId: surveys.inside, districts: ['Boane'], ownTeam: false },
    { surveyId: surveys.outside, districts: null, ownTeam: true },
  ],
}

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: object
  body?: object
}

const send = async ({ method = 'GET', path, query, body }: Request) => {
  const { statusCode, rawPayload } = await world.app.inject({
    method,
    url: `/api${path}${query ? `?${stringify(query, { arrayFormat: 'brackets' })}` : ''}`,
    headers: { authorization: `Bearer ${world.people.supervisor.token}` },
    ...(body && { payload: body }),
  })
  return { status: statusCode, bytes: rawPayload }
}

/** Returns the answer without its id, which differs every time, and without the text that the request named. */
const comparable = ({ status, bytes }: { status: number; bytes: Buffer }, named: string): string =>
  `${String(status)} ${bytes
    .toString('latin1')
    .replace(/"requestId":"[^"]*"/, '')
    .replaceAll(named, '')}`

const findSecrets = (bytes: Buffer, except: readonly string[] = []): string[] => {
  const text = bytes.toString('utf8')
  return secrets.filter((secret) => !except.includes(secret) && new RegExp(secret, 'i').test(text))
}

/** Requests that name nothing hidden. */
const openRequests = (): Request[] => [
  ...responses.facetNames.flatMap((facet) =>
    [{}, { surveyId: [surveys.outside] }, { status: ['submitted', 'onHold'] }].map((filter) => ({
      path: '/survey-responses/facets',
      query: { facet, query: '', filter, limit: 100 },
    })),
  ),
  { path: '/survey-responses' },
  ...['startTime_DESC', 'villageType_ASC', 'householdName_DESC', 'createdAt_DESC', 'status_ASC'].flatMap(
    (orderBy) =>
      [
        {},
        { surveyId: [surveys.outside] },
        { status: ['submitted', 'onHold'] },
        { surveyDateRange: ['2026-02-01', '2026-02-28'] },
      ].map((filter) => ({ path: '/survey-responses', query: { limit: 100, offset: 0, orderBy, filter } })),
  ),
  ...['Zq', 'zq', 'a', '2026'].map((query) => ({
    path: '/survey-responses/autocomplete',
    query: { query, limit: 100 },
  })),
  ...[0, 3, 6, 9, 12, 14].map((z) => {
    const x = Math.floor(((hiddenPlace.longitude + 180) / 360) * 2 ** z)
    const latitude = (hiddenPlace.latitude * Math.PI) / 180
    const y = Math.floor((0.5 - Math.asinh(Math.tan(latitude)) / (2 * Math.PI)) * 2 ** z)
    return { path: `/survey-responses/map/${String(z)}/${String(x)}/${String(y)}` }
  }),
  ...['enumerators', 'supervisors'].flatMap((people) =>
    ['all', surveys.inside, surveys.outside].map((id) => ({ path: `/dashboard/${id}`, query: { people } })),
  ),
  { path: '/survey-list', query: { limit: 100 } },
  ...[surveys.inside, surveys.outside].map((id) => ({ path: `/surveys/${id}/enumerators` })),
  ...[{}, { surveyId: [surveys.outside] }, { districtName: ['Boane'] }].map((filter) => ({
    path: '/review/queue',
    query: { filter, limit: 100 },
  })),
  { method: 'POST', path: '/review/next', body: {} },
  { path: '/review/reviewers' },
  { path: '/review/figures' },
  { path: '/survey-exports', query: { limit: 100 } },
  { path: '/auth/me' },
  { path: '/auditLog', query: { limit: 100 } },
  { path: '/queries' },
  ...[{}, { surveyId: [surveys.outside] }, { state: ['open'] }].map((filter) => ({
    path: '/queries',
    query: { limit: 100, filter },
  })),
  { path: '/read-log', query: { limit: 100 } },
  { path: '/survey-exports/formats' },
  {
    method: 'POST',
    path: '/survey-responses/status',
    body: { filter: { surveyId: [surveys.outside] }, status: 'verified', dryRun: true },
  },
]

/** Requests that name an id; hidden and unknown ids must get the same answer. */
const requestsById = (id: string): Request[] => {
  const { surveyId: _surveyId, ...data } = interview(surveys.outside)
  return [
    { path: `/survey-responses/${id}` },
    { path: `/survey-responses/images/${id}` },
    { path: `/survey-responses/${id}/history` },
    { path: `/survey-responses/${id}/comments` },
    { path: `/survey-responses/${id}/submissions` },
    { path: `/survey-responses/${id}/flags` },
    {
      method: 'POST',
      path: `/survey-responses/${id}/flags/T11`,
      body: { state: 'confirmed', evidenceHash: 'planted' },
    },
    { path: `/survey-responses/${id}/review` },
    { method: 'PUT', path: `/survey-responses/${id}/review` },
    { method: 'DELETE', path: `/survey-responses/${id}/review` },
    { method: 'POST', path: '/review/assign', body: { ids: [id], reviewerId: null } },
    { path: `/survey-responses/${id}/duplicates` },
    {
      method: 'POST',
      path: `/survey-responses/${id}/duplicates`,
      body: { others: [{ id: crypto.randomUUID(), version: 1 }] },
    },
    { path: `/survey-responses/${id}/queries` },
    { method: 'POST', path: `/survey-responses/${id}/queries`, body: { question: 'head', text: 'Why?' } },
    { path: `/survey-responses/${id}/neighbours` },
    { path: '/survey-responses', query: { limit: 10, filter: { id } } },
    { method: 'PUT', path: `/survey-responses/${id}`, body: { id, data } },
    { method: 'POST', path: `/survey-responses/${id}/status`, body: { status: 'verified' } },
    { method: 'POST', path: `/survey-responses/${id}/status/undo` },
    { method: 'POST', path: `/survey-responses/${id}/comments`, body: { comment: 'Hello' } },
    { method: 'DELETE', path: '/survey-responses', query: { ids: [id] } },
    {
      method: 'POST',
      path: '/survey-responses/status',
      body: { ids: [id], status: 'verified', dryRun: true },
    },
  ]
}

/** Requests that name a query of a hidden response. */
const requestsByQuery = (id: string, messageId: string): Request[] =>
  [
    { path: 'messages', body: { text: 'Asked' } },
    { path: 'accept', body: { messageId } },
    { path: 'close', body: {} },
    { path: 'withdraw', body: {} },
    { path: 'reopen', body: { text: 'Again' } },
  ].map(({ path, body }) => ({ method: 'POST', path: `/queries/${id}/${path}`, body }))

/** Requests that name a bulk review or an export of another user. */
const requestsByJob = ({ review, export: exportId }: typeof otherJobs): Request[] => [
  { path: `/survey-responses/status/${review}` },
  { path: `/survey-responses/status/${review}/undo` },
  { method: 'POST', path: `/survey-responses/status/${review}/undo` },
  { path: `/survey-exports/${exportId}` },
  { method: 'DELETE', path: `/survey-exports/${exportId}` },
]

/** Requests that name a text of a hidden response; an unknown text must get the same answer. */
const requestsByText = (name: keyof Hidden['fields'] | 'displayId', text: string): Request[] => [
  { path: '/survey-responses', query: { limit: 10, filter: { [name]: text } } },
  { path: '/survey-responses', query: { limit: 10, filter: { search: text } } },
  { path: '/survey-responses/autocomplete', query: { query: text, limit: 10 } },
  ...responses.facetNames.map((facet) => ({
    path: '/survey-responses/facets',
    query: { facet, query: text, limit: 10 },
  })),
  ...responses.facetNames.map((facet) => ({
    path: '/survey-responses/facets',
    query: { facet, query: '', filter: { [name]: text }, limit: 10 },
  })),
  { path: '/survey-responses/map/0/0/0', query: { filter: { [name]: text } } },
  { path: `/survey-responses/lookup/${surveys.outside}`, query: { displayIds: [text] } },
  {
    method: 'POST',
    path: '/survey-responses/status',
    body: { filter: { [name]: text }, status: 'verified', dryRun: true },
  },
]

describe.for(Object.entries(scopes))('with a scope of %s', ([, memberships]) => {
  const begin = async () => {
    const data = {
      id: world.people.supervisor.id,
      roles: ['supervisor' as const],
      userDetailsId: leaderId,
      memberships: memberships(),
    }
    expect((await world.as('manager')(updateUser, { body: { data } })).status).toBe(200)
  }

  test('no answer contains a secret, and the responses inside are found', async () => {
    await begin()
    for (const request of openRequests()) {
      const { status, bytes } = await send(request)
      expect(status, request.path).toBeLessThan(500)
      expect(findSecrets(bytes), `${request.path} ${JSON.stringify(request.query)}`).toEqual([])
    }
    const { body } = await world.as('supervisor')(responses.listSurveyResponses, { query: { limit: 10 } })
    expect(body.count).toBeGreaterThanOrEqual(2)
  })

  test('a hidden id gets the same answer as an unknown one', async () => {
    await begin()
    const expectSame = async (id: string, requestsOf: (named: string) => Request[]) => {
      const unknown = randomUUID()
      const unknownRequests = requestsOf(unknown)
      for (const [index, request] of requestsOf(id).entries()) {
        const answer = await send(request)
        expect(findSecrets(answer.bytes)).toEqual([])
        expect(comparable(answer, id), `${request.method ?? 'GET'} ${request.path}`).toBe(
          comparable(await send(unknownRequests[index]!), unknown),
        )
      }
    }
    for (const { id, query } of [hidden[0]!, hidden.at(-1)!]) {
      await expectSame(id, requestsById)
      await expectSame(query.id, (named) => requestsByQuery(named, query.messageId))
    }
  })

  test('a job of another user gets the same answer as an unknown one', async () => {
    await begin()
    const unknown = { review: randomUUID(), export: randomUUID() }
    const unknownRequests = requestsByJob(unknown)
    for (const [index, request] of requestsByJob(otherJobs).entries()) {
      const named = request.path.split('/').find((part) => part.length === 36) ?? ''
      const unknownNamed = unknownRequests[index]!.path.split('/').find((part) => part.length === 36) ?? ''
      const answer = await send(request)
      expect(comparable(answer, named), `${request.method ?? 'GET'} ${request.path}`).toBe(
        comparable(await send(unknownRequests[index]!), unknownNamed),
      )
    }
  })

  test('a hidden text gets the same answer as an unknown one', async () => {
    await begin()
    for (const { fields, displayId } of [hidden[1]!, hidden.at(-1)!])
      for (const [name, text] of Object.entries({ ...fields, displayId })) {
        const unknown = `Zq${randomUUID().replaceAll('-', '').slice(0, 12)}`
        const field = name as keyof Hidden['fields'] // the keys of these fields and the Survey Id
        const unknownRequests = requestsByText(field, unknown)
        for (const [index, request] of requestsByText(field, text).entries()) {
          const answer = await send(request)
          expect(findSecrets(answer.bytes, [text])).toEqual([])
          expect(comparable(answer, text), `${request.path} ${JSON.stringify(request.query)}`).toBe(
            comparable(await send(unknownRequests[index]!), unknown),
          )
        }
      }
  })

  test('an export has no secret', async () => {
    await begin()
    const as = world.as('supervisor')
    for (const surveyId of [surveys.inside, surveys.outside]) {
      const data = { filter: { surveyId }, status: 'START', format: 'csv', personalData: true } as const
      const { id } = (await as(surveyExports.createSurveyExport, { body: { data } })).body
      await exportJob.run({ exportId: id }, world.services)
      const { body } = await as(surveyExports.getSurveyExport, { params: { id } })
      expect(body.status).toBe('SUCCESS')
      const { rawPayload } = await world.app.inject({
        url: new URL(body.url ?? '').pathname + new URL(body.url ?? '').search,
      })
      expect(findSecrets(rawPayload)).toEqual([])
    }
  })
})

test('there are 200 secrets', () => {
  expect(secrets.length).toBeGreaterThanOrEqual(200)
})

test('the requests above cover every call that reads responses', () => {
  const paths = new Set(
    [
      ...openRequests(),
      ...requestsById('ID'),
      ...requestsByQuery('ID', 'ID'),
      ...requestsByJob(otherJobs),
      ...requestsByText('village', 'x'),
    ].map(
      ({ method = 'GET', path }) =>
        `${method} ${path.replaceAll(/\/(?:[0-9a-f-]{36}|ID|all)(?=\/|$)/g, '/:id').replaceAll(/\/\d+/g, '/:n')}`,
    ),
  )
  const readers = routes
    .filter(({ access }) => typeof access === 'string' && access.startsWith('surveyResponses'))
    .map(
      ({ method, path }) =>
        `${method} ${path.replaceAll(/:(?:id|jobId|surveyId)/g, ':id').replaceAll(/:[zxy]/g, ':n')}`,
    )
  // The first two store what the caller sends and read no response. The test of exports makes the third.
  const writers = ['POST /survey-responses', 'POST /survey-responses/import', 'POST /survey-exports']
  expect(readers.filter((reader) => !paths.has(reader) && !writers.includes(reader))).toEqual([])
})
