import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'
import { getSurveyTargets, updateSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { inTransaction } from '../../platform/database/transaction.ts'
import { createSurvey, definitionOf } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { loadSurvey, setSurveyState } from './load-survey.ts'

const author = { id: undefined, email: 'operator' }
const statuses = ['draft', 'open', 'closed'] as const

let world: World
beforeAll(async () => {
  world = await openWorld()
  for (let n = 0; n < 30; n += 1)
    await createSurvey(world.db, {
      label: `${['Água', 'agriculture', 'Zona', 'ÉPOCA'][n % 4] ?? ''} ${String(n % 7)}`,
      status: statuses[n % 3] ?? 'draft',
      ...(n % 4 > 0 ? { openFrom: `2026-01-${String(10 + (n % 9))}` } : {}),
      ...(n % 5 > 0 ? { closeOn: `2026-02-${String(10 + (n % 8))}` } : {}),
    })
  await world.services.pool.query(`
    update survey_totals set response_count = n, last_response_at = timestamptz '2026-01-01' + n * interval '1 day'
    from (select id, row_number() over (order by id) % 6 n from surveys) s where s.id = survey_id and n > 1`)
})
afterAll(() => world.close())

const list = (query: object) => world.as('manager')(listSurveys, { query })
const master = (id: string, query: object = {}) =>
  world.as('manager')(getSurveyMaster, { params: { id }, query })
const fold = (value: unknown) =>
  typeof value === 'string' ? value.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() : value

describe('§7 GET /survey-list', () => {
  test('returns all fields, by label, with the total count', async () => {
    const { body } = await list({ limit: 10 })
    expect(body.count).toBe(30)
    const labels = body.rows.map(({ label }) => String(fold(label)))
    expect(labels).toEqual(labels.toSorted())
    expect(Object.keys(body.rows[0] ?? {}).toSorted()).toEqual(
      [
        'closeOn',
        'formId',
        'id',
        'label',
        'languages',
        'questionCount',
        'target',
        'updatedAt',
        'lastResponseAt',
        'openFrom',
        'responseCount',
        'status',
        'timeZone',
        'version',
      ].toSorted(),
    )
  })

  const columns = [
    'label',
    'formId',
    'questionCount',
    'updatedAt',
    'version',
    'status',
    'openFrom',
    'closeOn',
    'responseCount',
    'lastResponseAt',
  ] as const
  test.for(columns)('sorts by %s in both directions, missing values as the smallest', async (column) => {
    const { body: ascending } = await list({ limit: 100, orderBy: `${column}_ASC` })
    const keyOf = (row: Survey) => fold(row[column]) ?? ''
    const compare = (a: Survey, b: Survey) =>
      keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.id < b.id ? -1 : 1
    expect(ascending.rows).toHaveLength(30)
    expect(ascending.rows.map(({ id }) => id)).toEqual(ascending.rows.toSorted(compare).map(({ id }) => id))
    const { body: down } = await list({ limit: 100, orderBy: `${column}_DESC` })
    expect(down.rows).toEqual(ascending.rows.toReversed())
  })

  test('filters by part of the label and by several statuses', async () => {
    const countOf = async (filter: object) => (await list({ limit: 1, filter })).body.count
    expect(await countOf({ label: 'agua' })).toBe(8)
    expect(await countOf({ label: 'EPO' })).toBe(7)
    expect(await countOf({ label: '%' })).toBe(0)
    expect(await countOf({ status: 'open' })).toBe(10)
    expect(await countOf({ status: ['open', 'closed'] })).toBe(20)
    expect(await countOf({ label: 'agua', status: ['open'] })).toBeLessThan(8)
  })

  test('streams all surveys without a limit', async () => {
    const { body } = await list({})
    expect([body.rows.length, body.count]).toEqual([30, 30])
  })
})

describe('GET /survey-masters/{id}', () => {
  test('returns the latest version, or the requested one', async () => {
    const first = definitionOf({ label: 'Old' })
    const { id } = await loadSurvey({ db: world.db, author }, first)
    const second = { ...first, label: 'New', languages: ['en', 'pt-BR'] }
    expect(await loadSurvey({ db: world.db, author }, second)).toEqual({ id, version: 2, changed: true })
    expect((await master(id)).body).toMatchObject({ ...second, id, version: 2, status: 'draft' })
    expect((await master(id, { version: 1 })).body).toMatchObject({ ...first, id, version: 1 })
    const { status, body } = await master(id, { version: 3 })
    expect([status, body.code]).toEqual([404, 'errors.notFound'])
  })

  test.for(['-1', '1.5', '1e3', '', ' 1', '1;', "1' or '1'='1", '99999999999', '\0', 'latest'])(
    'returns 400 for an invalid version: %j',
    async (version) => {
      const { status, body } = await master(crypto.randomUUID(), { version })
      expect([status, body.code]).toEqual([400, 'errors.invalid'])
    },
  )

  test('returns 404 for an unknown survey', async () => {
    expect((await master(crypto.randomUUID())).status).toBe(404)
  })
})

describe('targets', () => {
  const get = (id: string) => world.as('manager')(getSurveyTargets, { params: { id } })
  const put = (id: string, data: object, headers = {}) =>
    world.as('manager', headers)(updateSurveyTargets, {
      params: { id },
      body: { data: { total: null, districts: [], ...data } },
    })
  const tete = { districtName: 'Tete', target: 300 }
  const evora = { districtName: 'Évora', target: 20 }

  test('are empty at first, are replaced as a whole, and are recorded', async () => {
    const id = await createSurvey(world.db)
    expect((await get(id)).body).toEqual({ total: null, districts: [], version: 1 })
    const { body } = await put(id, { total: 500, districts: [tete, evora] })
    expect(body).toEqual({ total: 500, districts: [evora, tete], version: 2 })
    expect((await get(id)).body).toEqual(body)
    expect((await put(id, { total: 500, districts: [evora, tete] })).body).toEqual(body)
    expect((await put(id, { districts: [tete] })).body).toEqual({
      total: null,
      districts: [tete],
      version: 3,
    })
    const written = await world.db
      .selectFrom('audit_log')
      .select(['action', 'values', 'created_by_email'])
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .execute()
    expect(written.slice(0, 2)).toMatchObject([
      {
        action: 'update',
        created_by_email: 'manager@example.org',
        values: { after: { targets: { total: null } } },
      },
      { action: 'update', values: { after: { targets: { total: 500 } } } },
    ])
    expect(written).toHaveLength(3)
  })

  test('return 409 with the current targets when the version is stale', async () => {
    const id = await createSurvey(world.db)
    const { body } = await put(id, { total: 5 }, { 'if-match': '"1"' })
    expect(await put(id, { total: 6 }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { details: { current: body } },
    })
  })

  test.for([
    ['a district in two spellings', { districts: [evora, { ...evora, districtName: 'EVORA' }] }],
    ['the same district twice', { districts: [tete, tete] }],
    ['a target of zero', { total: 0 }],
    ['a fraction', { total: 1.5 }],
    ['a district without a name', { districts: [{ districtName: ' ', target: 1 }] }],
  ] as const)('refuse %s', async ([, data]) => {
    const id = await createSurvey(world.db)
    expect((await put(id, data)).status).toBe(400)
    expect((await get(id)).body).toEqual({ total: null, districts: [], version: 1 })
  })

  test('return 404 on reading and 400 on writing for an unknown survey', async () => {
    expect((await get(crypto.randomUUID())).status).toBe(404)
    expect((await put(crypto.randomUUID(), {})).status).toBe(400)
  })

  test('are loaded with a workbook; a workbook without targets keeps the stored ones', async () => {
    const definition = definitionOf()
    const targets = { total: null, districts: [tete] }
    const { id } = await loadSurvey({ db: world.db, author }, definition, { targets })
    await loadSurvey({ db: world.db, author }, definition)
    expect((await get(id)).body).toEqual({ ...targets, version: 2 })
  })
})

describe('loading', () => {
  const trace = (id: string) =>
    world.db
      .selectFrom('audit_log')
      .select(['action', 'values', 'created_by_email'])
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()

  test('creates no version and no audit entry for the same questionnaire', async () => {
    const definition = definitionOf()
    const { id } = await loadSurvey({ db: world.db, author }, definition)
    expect(await loadSurvey({ db: world.db, author }, definition)).toEqual({
      id,
      version: 1,
      changed: false,
    })
    expect(await trace(id)).toMatchObject([{ action: 'create', created_by_email: 'operator' }])
  })

  test('records a change, a new status and a date', async () => {
    const definition = definitionOf()
    const { id } = await loadSurvey({ db: world.db, author }, definition)
    await loadSurvey({ db: world.db, author }, { ...definition, label: 'Other' }, { openFrom: '2026-05-01' })
    await setSurveyState({ db: world.db, author }, definition.formId, { status: 'open' })
    expect((await trace(id)).map(({ action, values }) => [action, values.after])).toEqual([
      ['create', { formId: definition.formId, label: 'Household', version: 1, status: 'draft' }],
      ['update', { label: 'Other', version: 2 }],
      ['update', { openFrom: '2026-05-01' }],
      ['statusChange', { status: 'open' }],
    ])
  })

  test('refuses a closing date before the opening date, and an unknown survey', async () => {
    const dates = { openFrom: '2026-05-02', closeOn: '2026-05-01' }
    await expect(createSurvey(world.db, dates)).rejects.toMatchObject({
      code: 'entities.surveys.errors.dates',
    })
    await expect(
      setSurveyState({ db: world.db, author }, 'nowhere', { status: 'open' }),
    ).rejects.toMatchObject({ code: 'entities.surveys.errors.notFound' })
  })

  test('denies the application to change or delete a version', async () => {
    for (const statement of [
      `update survey_versions set definition = '{}'`,
      'delete from survey_versions',
      'delete from surveys',
    ])
      await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

test('lists a survey with the time zone of its latest version', async () => {
  const formId = crypto.randomUUID()
  const [zoned, plain] = [`Zoned ${formId}`, `Plain ${formId}`]
  await createSurvey(world.db, { label: plain })
  await createSurvey(world.db, { formId, label: zoned, timeZone: 'UTC' })
  await createSurvey(world.db, { formId, label: zoned, timeZone: 'Africa/Maputo' })
  const { body } = await list({ filter: { label: formId }, limit: 10 })
  expect(body.rows.map(({ label, timeZone }) => [label, timeZone])).toEqual([
    [plain, null],
    [zoned, 'Africa/Maputo'],
  ])
})

describe('a list that is not attached', () => {
  const attached = definitionOf({ formId: 'with_list' })
  const definition = {
    ...attached,
    choices: { ...attached.choices, villages: [] },
    missingFiles: [{ file: 'villages.csv', cell: 'survey!A2' }],
  }
  const refusal = {
    code: 'entities.surveys.errors.missingFiles',
    details: { files: 'villages.csv (survey!A2)' },
  }

  test('can be missing in a draft, but not in an open survey', async () => {
    const context = { db: world.db, author }
    expect(await loadSurvey(context, definition)).toMatchObject({ version: 1 })
    await expect(setSurveyState(context, 'with_list', { status: 'open' })).rejects.toMatchObject(refusal)
    await loadSurvey(context, attached, { status: 'open' })
    await expect(
      inTransaction(world.db, (db) => loadSurvey({ db, author }, definition)),
    ).rejects.toMatchObject(refusal)
  })
})
