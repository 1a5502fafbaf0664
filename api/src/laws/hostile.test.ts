import type { Route } from '@baseline/contract/http.ts'
import { routes } from '@baseline/contract/routes.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { avatarFolders, photoFolder } from '@baseline/contract/storage/folders.ts'
import { createSurveyResponse, facetNames } from '@baseline/contract/survey-responses/contract.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { plantFlag } from '../testing/flags.ts'
import { startIdentity } from '../testing/identity.ts'
import { picture } from '../testing/images.ts'
import { createPhone, newInstanceId } from '../testing/phone.ts'
import { plantQuery } from '../testing/queries.ts'
import { createOpenSurvey, interview } from '../testing/responses.ts'
import { createSurvey, writeForm } from '../testing/surveys.ts'
import { asForm, openWorld } from '../testing/world.ts'
import type { World } from '../testing/world.ts'

const accountEmail = 'account@example.org'
let identity: Awaited<ReturnType<typeof startIdentity>>
let world: World
let detailsId: string
let surveyId: string
let responseId: string
let duplicateId: string
let submissionId: string
let storageToken: string
let image: File
let workbook: File
let senderCount = 0
let ownAvatar: { id: string }
let iamAvatar: { id: string }
/** A query for each call that changes one. */
const plantedQueries = new Map<string, { id: string; messageId: string }>()

beforeAll(async () => {
  identity = await startIdentity()
  await identity.post('/sign-up/email', { email: accountEmail, password: 'river kettle oblique' })
  world = await openWorld({ directoryUrl: identity.url })
  const inserted = await world.db
    .insertInto('user_details')
    .values([
      { first_name: 'Ana', gender: 'female' },
      { first_name: 'João', last_name: 'Sitoe', gender: 'male', onboarding_date: '2026-01-01' },
    ])
    .returning('id')
    .execute()
  detailsId = inserted[0]?.id ?? ''
  await createSurvey(world.db, { label: 'Household' })
  surveyId = await createOpenSurvey(world.db)
  const data = interview(surveyId)
  responseId = (await world.as('manager')(createSurveyResponse, { body: { data } })).body.id
  duplicateId = (await world.as('manager')(createSurveyResponse, { body: { data } })).body.id
  await plantFlag(world.db, { responseId, surveyId })
  for (const action of ['messages', 'close', 'withdraw', 'accept'])
    plantedQueries.set(action, await plantQuery(world.db, { responseId, surveyId }))
  plantedQueries.set('reopen', await plantQuery(world.db, { responseId, surveyId, state: 'closed' }))
  const { send: sendByPhone } = await createPhone(world, { surveyId })
  const instanceId = newInstanceId()
  for (const head of ['João', 'Maria']) await sendByPhone({ instanceId, head })
  ;({ id: submissionId } = await world.db
    .selectFrom('field_submissions')
    .select('id')
    .where('state', '=', 'conflict')
    .executeTakeFirstOrThrow())
  storageToken = (await world.as('manager')(getStorageToken)).body.token
  image = new File([Buffer.from(await picture().jpeg().toBuffer())], 'a.jpg')
  workbook = await writeForm({ formId: 'water', survey: [['text', 'source', 'Source']] })
  const upload = async (folder: string) => {
    const body = { token: storageToken, folder }
    return { id: (await world.as('manager')(uploadFile, { body, file: image })).body.id }
  }
  ownAvatar = await upload(avatarFolders.profile(world.people.manager.id))
  iamAvatar = await upload(avatarFolders.iam)
}, 60_000)
afterAll(async () => {
  await world.close()
  await identity.stop()
})

// Set HOSTILE_SEED to repeat a failed run.
const printLine = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(process.env['HOSTILE_SEED'] ?? Date.now() % 2 ** 31)

/** Returns a digest of every table that a call could change. */
const fingerprint = async (): Promise<unknown> => {
  const people = [
    'users',
    'user_roles',
    'user_details',
    'settings',
    'audit_log',
    'import_hashes',
    'files',
    'field_devices',
    'field_submissions',
    'field_instances',
  ]
  const surveys = [
    'surveys',
    'survey_versions',
    'survey_totals',
    'response_deltas',
    'response_counts',
    'survey_targets',
    'check_rules',
    'survey_files',
    'survey_responses',
  ]
  const jobTables = [
    'display_ids',
    'response_comments',
    'response_status_jobs',
    'response_status_items',
    'response_status_changes',
    'response_undo_jobs',
    'response_undo_skips',
    'survey_exports',
  ]
  const tables = [...people, ...surveys, ...jobTables]
  const digests = tables.map(
    (name) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${name} t)`,
  )
  const { rows } = await world.services.pool.query(`select array[${digests.join(', ')}] as digests`)
  return rows[0]
}

const send = async (route: Route, path: string, payload?: string) => {
  const encoded = route.upload
    ? await asForm(
        JSON.parse(payload ?? '{}') as Record<string, unknown>,
        route.attachments ? workbook : image,
      )
    : { payload, headers: { 'content-type': 'application/json' } }
  senderCount += 1
  return world.app.inject({
    method: route.method,
    url: `/api${path}`,
    // Every request has another sender, so that no limit of senders refuses it before its validation.
    remoteAddress: `10.${String(senderCount >> 16)}.${String((senderCount >> 8) & 255)}.${String(senderCount & 255)}`,
    headers: {
      // Managers may not read the list of own interviews.
      authorization: `Bearer ${world.people[route.access === 'ownResponsesRead' ? 'enumerator' : 'manager'].token}`,
      ...(payload === undefined ? {} : encoded.headers),
    },
    ...(encoded.payload === undefined ? {} : { payload: encoded.payload }),
  })
}

/**
 * Fields that only the server may set. Where an object accepts one of these keys, the key is tried elsewhere.
 */
const owned = [
  'id',
  'roles',
  'role',
  'disabled',
  'status',
  'createdAt',
  'updatedAt',
  'version',
  'authenticationUid',
  'authentication_uid',
  'email',
  'emailVerified',
  'fullName',
  'password',
  'importHash',
  'userId',
  'createdByEmail',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
]

const person = { firstName: 'Eva', lastName: 'Sitoe', phoneNumber: '84' }
const details = { firstName: 'Eva', gender: 'female' }
const importHash = 'ef'.repeat(32)
const membership = { surveyId: null, districts: ['Tete'], ownTeam: false }
/** A valid body for each call that takes one. */
const bodies: Record<string, () => Record<string, unknown>> = {
  'POST /auth/send-password-reset-email': () => ({ email: accountEmail }),
  'PUT /auth/profile': () => ({ profile: { ...person, avatars: [ownAvatar] } }),
  'PUT /settings': () => ({ settings: { theme: 'red' } }),
  'POST /iam': () => ({
    data: { emails: ['new@example.org'], ...person, roles: ['monitor'], memberships: [membership] },
  }),
  'POST /iam/import': () => ({ data: { email: 'i@example.org', ...person, roles: [] }, importHash }),
  'PUT /iam': () => ({
    data: {
      id: world.people.monitor.id,
      ...person,
      roles: ['monitor'],
      avatars: [iamAvatar],
      memberships: [membership],
    },
  }),
  'POST /iam/:id/second-factor-reset': () => ({ reason: 'Lost phone' }),
  'POST /data-protection/reports': () => ({ subject: { kind: 'household', responseIds: [responseId] } }),
  'POST /data-protection/files': () => ({ subject: { kind: 'household', responseIds: [responseId] } }),
  'POST /data-protection/erasures': () => ({
    subject: { kind: 'person', userId: null, userDetailsId: detailsId },
    reason: 'Request',
  }),
  'PUT /data-protection/retention/:surveyId': () => ({ data: { months: 12 } }),
  'PUT /iam/status': () => ({ ids: [world.people.monitor.id], disabled: true }),
  'POST /user-details': () => ({ data: details }),
  'POST /user-details/import': () => ({ data: details, importHash }),
  'POST /devices': () => ({ data: { label: 'Phone', userDetailsId: detailsId, surveys: [surveyId] } }),
  'POST /survey-responses/:id/flags/:rule': () => ({
    state: 'waived',
    reason: 'other',
    evidenceHash: 'planted',
  }),
  'POST /review/assign': () => ({ ids: [responseId], reviewerId: world.people.supervisor.id }),
  'PUT /surveys/:id/review-settings': () => ({
    data: { dueHours: 24, samplePercent: 10, sampleMinimum: 2 },
  }),
  'POST /review/next': () => ({ filter: { surveyId: [surveyId] }, skip: responseId }),
  'POST /survey-responses/:id/duplicates': () => ({ others: [{ id: duplicateId, version: 1 }] }),
  'POST /survey-responses/:id/queries': () => ({ question: 'head', text: 'Full name?' }),
  'POST /queries/:id/messages': () => ({ text: 'Asked', proposedValue: 'Eva' }),
  'POST /queries/:id/accept': () => ({ messageId: plantedQueries.get('accept')?.messageId }),
  'POST /queries/:id/close': () => ({ text: 'Done' }),
  'POST /queries/:id/withdraw': () => ({ text: 'Done' }),
  'POST /queries/:id/reopen': () => ({ text: 'Again' }),
  'POST /intake/:id': () => ({ action: 'discard', comment: 'A test' }),
  'POST /storage/files': () => ({ token: storageToken, folder: photoFolder }),
  'PUT /user-details/:id': () => ({ id: detailsId, data: details }),
  'POST /surveys/check': () => ({ languageCodes: 'Tetun=tet' }),
  'POST /surveys': () => ({ languageCodes: 'Tetun=tet', allowBreaking: '0' }),
  'POST /surveys/:id/status': () => ({ status: 'open' }),
  'PUT /surveys/:id/settings': () => ({
    data: {
      openFrom: '2026-01-01',
      closeOn: null,
      timeZone: 'UTC',
      personal: [{ key: 'farms', personal: true }],
      searchable: ['farms'],
    },
  }),
  'PUT /surveys/:id/checks/:rule/draft': () => ({ data: { severity: 'warn', parameters: {} } }),
  'POST /surveys/:id/checks/:rule/state': () => ({ state: 'retired' }),
  'PUT /surveys/:id/targets': () => ({
    data: { total: 9, districts: [{ districtName: 'Tete', target: 5 }] },
  }),
  'POST /survey-responses': () => ({ data: interview(surveyId) }),
  'POST /survey-responses/import': () => {
    const { surveyId: id, values, investigatorName, supervisorName } = interview(surveyId)
    return { data: { surveyId: id, values, investigatorName, supervisorName }, importHash }
  },
  'PUT /survey-responses/:id': () => {
    const { surveyId: _, ...data } = interview(surveyId)
    return { id: responseId, data }
  },
  'POST /survey-responses/:id/status': () => ({ status: 'verified', comment: 'good' }),
  'POST /survey-responses/status': () => ({ ids: [responseId], status: 'verified', dryRun: false }),
  'POST /survey-responses/:id/comments': () => ({ comment: 'good' }),
  'POST /survey-exports': () => ({
    data: { filter: { surveyId: [surveyId] }, status: 'START', format: 'csv' },
  }),
}
const nameOf = ({ method, path }: Route) => `${method} ${path}`
const writes = routes.filter(({ body }) => body !== undefined)
const pathOf = ({ path }: Route) =>
  path
    .replace(':id', () => {
      if (path.startsWith('/survey-responses')) return responseId
      if (path.startsWith('/intake')) return submissionId
      if (path.startsWith('/queries')) return plantedQueries.get(path.split('/').at(-1) ?? '')?.id ?? ''
      if (path.startsWith('/iam')) return world.people.monitor.id
      return path.startsWith('/user-details') ? detailsId : surveyId
    })
    .replace(':surveyId', () => surveyId)
    .replace(':rule', () => 'T11')
    .replace(':z/:x/:y', '12/2418/2353')

interface Place {
  /** Path of keys to the object; a list contributes an index. */
  path: string[]
  key: string
}

/** Returns every object in a body with the server-owned keys that the call does not accept there. */
const placesIn = (schema: unknown, path: string[] = []): Place[] => {
  if (schema instanceof z.ZodOptional) return placesIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return placesIn(schema.element, [...path, '0'])
  if (!(schema instanceof z.ZodObject)) return []
  const shape = schema.shape as Record<string, unknown>
  return [
    ...owned.filter((key) => !Object.hasOwn(shape, key)).map((key) => ({ path, key })),
    ...Object.entries(shape).flatMap(([name, inner]) => placesIn(inner, [...path, name])),
  ]
}
const insertField = (target: unknown, [first, ...rest]: string[], key: string, value: unknown): unknown => {
  if (Array.isArray(target)) return target.map((one) => insertField(one, rest, key, value))
  const object = target as Record<string, unknown>
  return first === undefined
    ? { ...object, [key]: value }
    : { ...object, [first]: insertField(object[first], rest, key, value) }
}

test('has a valid body for every call that takes one', () => {
  expect(Object.keys(bodies).toSorted()).toEqual(writes.map(nameOf).toSorted())
})

test('refuses 5,000 bodies with a server-owned field and changes nothing', { timeout: 300_000 }, async () => {
  printLine(`server-owned fields: HOSTILE_SEED=${String(seed)}`)
  const before = await fingerprint()
  const targets = writes.flatMap((route) => placesIn(route.body).map((place) => ({ route, ...place })))
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(
      ['manager'],
      true,
      null,
      '2020-01-01T00:00:00Z',
      { roles: ['manager'] },
      world.people.manager.id,
    ),
  )
  const triedTargets = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), value, async ({ route, path, key }, fieldValue) => {
      const payload = JSON.stringify(insertField(bodies[nameOf(route)]?.() ?? {}, path, key, fieldValue))
      const answer = await send(route, pathOf(route), payload)
      triedTargets.add(`${nameOf(route)} ${path.join('.')} ${key}`)
      expect(answer.statusCode, `${nameOf(route)} ${payload}`).toBe(400)
    }),
    { numRuns: 5000, seed },
  )
  expect(await fingerprint()).toEqual(before)
  expect(triedTargets.size).toBeGreaterThan(targets.length * 0.9)
})

test('accepts the same bodies without the server-owned field', async () => {
  for (const route of writes.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
    const { statusCode, body } = await send(route, pathOf(route), JSON.stringify(bodies[nameOf(route)]?.()))
    expect(statusCode, `${nameOf(route)} ${body}`).toBe(200)
  }
})

// Their only parameter is a version number or a language tag that its schema validates.
const withoutTexts = ['/survey-masters/:id', '/survey-exports/codebook/:surveyId']
const lists = routes.filter(
  ({ method, path, query }) => method === 'GET' && query !== undefined && !withoutTexts.includes(path),
)

/** Values that broke other systems, and values that PostgreSQL treats specially. */
const nasty = fc.constantFrom(
  "'",
  "''",
  '"',
  "' or '1'='1",
  "'; drop table users; --",
  "') union select null, null --",
  'createdAt_DESC; select pg_sleep(5)',
  'createdAt_DESC, (select 1)',
  '(case when 1=1 then email else id end)_ASC',
  '1) or 1=1 --',
  '$1',
  '{}',
  '{a,b}',
  '%',
  '_',
  '\\',
  '%\\',
  '％＿＼',
  '\0',
  'İİİ',
  'ﬁﬂ',
  '\u{1F469}\u200D\u{1F680}',
  'a\u0301\u0302\u0303',
  'infinity',
  '-infinity',
  'now',
  'epoch',
  'null',
  'NaN',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T24:00:00Z',
  '2026-12-31T23:59:60Z',
  '-1',
  '1e9',
  '999999999999999999999999',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'manager',
  'enabled',
  'toString',
  'x'.repeat(255),
  'é'.repeat(255),
)
const text = fc.oneof(
  { weight: 3, arbitrary: nasty },
  { weight: 2, arbitrary: fc.tuple(nasty, nasty).map(([a, b]) => a + b) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
)
const encode = (value: string) => encodeURIComponent(value.toWellFormed())
const value = fc.oneof(
  { weight: 8, arbitrary: text.map(encode) },
  fc.constantFrom('%FF', '%', '%00', '%C0%80', '%ED%A0%80', '%u0041', '+', '&', '=', '[]'),
)

const filtersOf = (route: Route): string[] => {
  const { filter } = (route.query as z.ZodObject).shape as { filter?: z.ZodOptional<z.ZodObject> }
  return filter ? Object.keys(filter.unwrap().shape) : []
}
/** Returns the parameters that take text: `query`, else the filters, else all parameters. */
const searchable = (route: Route): string[] => {
  const { shape } = route.query as z.ZodObject
  const filters = filtersOf(route).map((name) => `filter[${name}]`)
  return 'query' in shape ? ['query'] : filters.length > 0 ? filters : Object.keys(shape)
}
/** Parameters without which a call is refused before any text reaches the database. */
const requiredOf = (route: Route): string[] =>
  route.path === '/survey-responses/facets' ? facetNames.map((name) => `facet=${name}`) : ['']
const ordersOf = (route: Route): string[] => {
  const { orderBy } = (route.query as z.ZodObject).shape as { orderBy?: z.ZodOptional<z.ZodEnum> }
  return orderBy ? orderBy.unwrap().options.map(String) : []
}

/** Generates one parameter: usually a known name, in one of the bracket notations. */
const parameter = (route: Route) => {
  const knownNames = [
    ...filtersOf(route).map((name) => `filter[${name}]`),
    ...Object.keys((route.query as z.ZodObject).shape),
  ]
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...knownNames) },
    fc.constantFrom(
      'filter',
      'filter[]',
      'filter[constructor]',
      'filter[__proto__][x]',
      'filter[a][b][c][d]',
      'orderBy[]',
    ),
    text.map((unknownName) => `filter[${encode(unknownName)}]`),
  )
  const shape = fc.constantFrom('', '', '', '[]', '[0]', '[1]', '[x]', '[][]')
  return fc.tuple(name, shape, value).map(([key, brackets, one]) => `${key}${brackets}=${one}`)
}

test(
  'never returns 5xx for 6,000 hostile orders and filters of all lists',
  { timeout: 300_000 },
  async () => {
    printLine(`orders and filters: HOSTILE_SEED=${String(seed)}`)
    const before = await fingerprint()
    const statuses = new Map<number, number>()
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    const query = fc.constantFrom(...lists).chain((route) =>
      fc.tuple(
        fc.constant(route),
        fc.oneof(
          // One well-formed filter, so that many texts reach the database.
          fc
            .tuple(fc.constantFrom(...searchable(route)), text, fc.constantFrom(...requiredOf(route)))
            .map(([key, one, required]) => [`${key}=${encode(one)}`, required].filter(Boolean)),
          fc.array(parameter(route), { minLength: 1, maxLength: 5 }),
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(query, async ([route, parameters]) => {
        const limited = 'limit' in (route.query as z.ZodObject).shape
        const url = `${pathOf(route)}?${[...parameters, ...(limited ? ['limit=3'] : [])].join('&')}`
        const { statusCode, body } = await send(route, url)
        count(statusCode)
        expect([200, 400], `${url} ${body}`).toContain(statusCode)
      }),
      { numRuns: 4000, seed },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...lists.filter((one) => ordersOf(one).length > 0)),
        text,
        async (route, order) => {
          const { statusCode } = await send(route, `${pathOf(route)}?orderBy=${encode(order)}`)
          count(statusCode)
          expect(statusCode, order).toBe(400)
        },
      ),
      { numRuns: 2000, seed },
    )
    printLine(`orders and filters: ${JSON.stringify(Object.fromEntries(statuses))}`)
    // Enough calls must reach the database, otherwise this proves nothing about it.
    expect(statuses.get(200)).toBeGreaterThan(800)
    expect(await fingerprint()).toEqual(before)
  },
)
