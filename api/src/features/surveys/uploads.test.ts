import { createSurveyResponse, getSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { getSurvey, getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { checkSurvey, loadSurvey } from '@baseline/contract/surveys/upload.ts'
import { getSurveyList, getSurveyWorkbook, listSurveyVersions } from '@baseline/contract/surveys/versions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { limits } from '../../platform/limits.ts'
import { interview } from '../../testing/responses.ts'
import { writeForm } from '../../testing/surveys.ts'
import { asForm, openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const asManager = (headers: Record<string, string> = {}) => world.as('manager', headers)
const check = (file: File, more: { body?: object; attachments?: File[] } = {}) =>
  asManager()(checkSurvey, { body: {}, file, ...more })
const load = (file: File, body: { allowBreaking?: string } = {}, headers: Record<string, string> = {}) =>
  asManager(headers)(loadSurvey, { body, file })

type Rows = readonly (readonly (string | null)[])[]
const questions: Rows = [
  ['text', 'village', 'Village'],
  ['select_one yesno', 'farms', 'Farms?'],
  ['integer', 'hectares', 'Hectares'],
  ['begin_repeat', 'members', 'Members'],
  ['text', 'name', 'Name'],
  ['end_repeat', null, null],
]
const yesno = [
  ['yesno', 'yes', 'Yes'],
  ['yesno', 'no', 'No'],
] as const
const household = (formId: string, survey: readonly (readonly (string | null)[])[] = questions) =>
  writeForm({ formId, survey, choices: yesno })

/** Loads and opens the survey, and stores two responses: only the first has answers to all questions. */
const createSurveyWithResponses = async (formId: string) => {
  const { body } = await load(await household(formId))
  await world.db.updateTable('surveys').set({ status: 'open' }).where('id', '=', body.id).execute()
  const respond = async (values: object) => {
    const data = { ...interview(body.id), values: { ...values } }
    const response = await asManager()(createSurveyResponse, { body: { data } })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    return response.body.id
  }
  const first = await respond({
    village: 'A',
    farms: 'yes',
    hectares: 3,
    members: [{ name: 'Eva' }, { name: 'Ana' }],
  })
  const second = await respond({ village: 'B', farms: 'no' })
  return { id: body.id, first, second }
}

describe('POST /surveys/check', () => {
  test('returns the cells of problems and warnings, and stores nothing', async () => {
    const survey = [
      ['wonder', 'a', 'A'],
      ['text', 'b', null],
    ]
    const { status, body } = await check(await writeForm({ formId: 'broken', survey }))
    expect([status, body]).toEqual([
      200,
      {
        problems: [{ sheet: 'survey', row: 2, column: 'A', message: 'the type wonder is not supported' }],
        warnings: [
          { sheet: 'survey', row: 3, column: 'C', message: expect.stringContaining('label') as string },
        ],
        form: null,
        survey: null,
      },
    ])
    expect(
      await world.db.selectFrom('surveys').select('id').where('form_id', '=', 'broken').execute(),
    ).toEqual([])
  })

  test('answers in the language of the caller', async () => {
    const file = await writeForm({ formId: 'broken', survey: [['wonder', 'a', 'A']] })
    const { body } = await asManager({ 'accept-language': 'pt-BR' })(checkSurvey, { body: {}, file })
    expect(body.problems[0]?.message).toContain('wonder')
    expect(body.problems[0]?.message).not.toContain('supported')
  })

  test.for([
    ['no workbook', 'hello', 'not an Excel workbook'],
    ['an empty file', '', 'not an Excel workbook'],
    ['a large file', 'x'.repeat(10_000_001), 'larger than a questionnaire'],
  ] as const)('describes %s as a problem of the file', async ([, content, message]) => {
    const { status, body } = await check(new File([content], 'a.xlsx'))
    expect([status, body]).toMatchObject([
      200,
      {
        problems: [
          { sheet: null, row: null, column: null, message: expect.stringContaining(message) as string },
        ],
      },
    ])
  })

  test('returns the content of a new survey', async () => {
    const { body } = await check(await household('new'))
    expect(body).toMatchObject({
      problems: [],
      form: { definition: { formId: 'new' }, targets: null, questionCount: 4 },
      survey: null,
    })
  })

  test('reads attached lists, and names a missing one', async () => {
    const survey = [['select_one_from_file towns.csv', 'town', 'Town']]
    const file = await writeForm({ formId: 'towns', survey })
    const missing = await check(file)
    expect(missing.body.problems).toEqual([])
    expect(missing.body.warnings[0]?.message).toContain('towns.csv')
    const attachments = [new File(['name,label\nt1,Tete\n'], 'towns.csv')]
    const { body } = await check(file, { attachments })
    expect(body.form?.definition.choices['towns']).toMatchObject([{ value: 't1', labels: { en: 'Tete' } }])
  })

  test('refuses two attachments with one name, too many, and a form without a file', async () => {
    const file = await household('new')
    const list = new File(['name\na'], 'a.csv')
    expect((await check(file, { attachments: [list, list] })).status).toBe(400)
    const many = Array.from({ length: 21 }, (_, n) => new File(['name\na'], `${String(n)}.csv`))
    expect((await check(file, { attachments: many })).status).toBe(400)
    const large = new File(['x'.repeat(11_000_001)], 'a.csv')
    expect((await check(file, { attachments: [large] })).body.code).toBe('errors.tooLarge')
    const { headers, payload } = await asForm({}, file)
    const renamed = Buffer.from(payload.toString('latin1').replace('name="file"', 'name="data"'), 'latin1')
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/surveys/check',
      headers: { ...headers, authorization: `Bearer ${world.people.manager.token}` },
      payload: renamed,
    })
    expect(statusCode).toBe(400)
  })

  test('accepts codes of languages, and refuses invalid ones', async () => {
    const file = await household('codes')
    expect((await check(file, { body: { languageCodes: 'Tetun=tet\nMakasae=mkz' } })).status).toBe(200)
    expect((await check(file, { body: { languageCodes: 'Tetun' } })).status).toBe(400)
  })
})

describe('differences', () => {
  const differencesTo = async (
    formId: string,
    survey: readonly (readonly (string | null)[])[],
    choices: readonly (readonly string[])[] = yesno,
  ) => {
    const { body } = await check(await writeForm({ formId, survey, choices }))
    return body.survey?.differences
  }
  const without = (key: string) => questions.filter(([, name]) => name !== key)
  const withType = (key: string, type: string) =>
    questions.map((row) => (row[1] === key ? [type, ...row.slice(1)] : row))
  const exact = (count: number) => ({ count, isMinimum: false })

  beforeAll(async () => {
    await createSurveyWithResponses('compared')
  })

  test('are empty for the same workbook', async () => {
    expect(await differencesTo('compared', questions)).toEqual({ survey: [], items: [], breaking: null })
  })

  test.for([
    [
      'a removed question',
      without('hectares'),
      { change: 'removed', key: 'hectares', breaking: 'removed' },
      1,
    ],
    [
      'a removed question of a repeat',
      without('name').toSpliced(4, 0, ['text', 'nick', 'Nick']),
      { change: 'removed', key: 'name', breaking: 'removed' },
      1,
    ],
    [
      'another type',
      withType('hectares', 'text'),
      {
        change: 'changed',
        key: 'hectares',
        parts: ['type'],
        type: { before: 'integer', after: 'text' },
        breaking: 'type',
      },
      1,
    ],
    [
      'a question moved out of its repeat',
      [...without('name').toSpliced(4, 0, ['text', 'nick', 'Nick']), ['text', 'name', 'Name']],
      { change: 'changed', key: 'name', parts: ['repeat'], breaking: 'repeat' },
      1,
    ],
    [
      'a question moved into a repeat',
      [...without('village').slice(0, 4), ['text', 'village', 'Village'], ['end_repeat', null, null]],
      { change: 'changed', key: 'village', parts: ['repeat'], breaking: 'repeat' },
      2,
    ],
  ] as const)('count the responses of %s', async ([, survey, expected, count]) => {
    const differences = await differencesTo('compared', survey)
    const breaking = differences?.items.filter((item) => item.breaking)
    expect(breaking).toMatchObject([{ ...expected, responses: exact(count) }])
    expect(differences?.breaking).toEqual(exact(count))
  })

  test('count the responses of a removed choice', async () => {
    const choices = [yesno[1], ['yesno', 'some', 'Some']] as const
    const differences = await differencesTo('compared', questions, choices)
    expect(differences?.items).toEqual([
      {
        change: 'changed',
        kind: 'question',
        key: 'farms',
        labels: { en: 'Farms?' },
        parts: ['choices'],
        type: null,
        choices: {
          added: { values: ['some'], count: 1 },
          removed: { values: ['yes'], count: 1 },
          changed: { values: [], count: 0 },
        },
        breaking: 'choices',
        responses: exact(1),
      },
    ])
  })

  test('count a response with several breaking changes once in total', async () => {
    const differences = await differencesTo('compared', questions.slice(2, 3))
    expect(differences?.items.map(({ key, responses }) => [key, responses?.count])).toEqual([
      ['village', 2],
      ['farms', 2],
      ['members', undefined],
      ['name', 1],
    ])
    expect(differences?.breaking).toEqual(exact(2))
  })

  test('need no confirmation for added questions and other labels', async () => {
    const survey = [['text', 'village', 'Your village'], ['text', 'added', 'New'], ...questions.slice(1)]
    const differences = await differencesTo('compared', survey)
    expect(differences).toMatchObject({
      items: [
        { change: 'changed', key: 'village', parts: ['labels'], breaking: null, responses: null },
        { change: 'added', key: 'added', parts: [], breaking: null },
      ],
      breaking: null,
    })
  })

  test('report another order as a place', async () => {
    const swapped = questions.slice(0, 2).toReversed()
    const differences = await differencesTo('compared', [...swapped, ...questions.slice(2)])
    expect(differences?.items.map(({ key, parts }) => [key, parts])).toEqual([
      ['farms', ['place']],
      ['village', ['place']],
    ])
  })
})

describe('POST /surveys', () => {
  test('creates a draft, then its next version, with the files as they were sent', async () => {
    const survey = [['select_one_from_file towns.csv', 'town', 'Town']]
    const file = await writeForm({ formId: 'stored', survey, name: 'My förm.xlsx' })
    const list = new File(['name,label\nt1,Tete\n'], 'towns.csv')
    const { body } = await asManager()(loadSurvey, { body: {}, file, attachments: [list] })
    expect(body).toEqual({ id: body.id, formId: 'stored', version: 1, changed: true })
    const params = { id: body.id, version: 1 }
    const get = async (path: string) => {
      const answer = await world.app.inject({
        url: `/api/surveys/${body.id}/versions/${path}`,
        headers: { authorization: `Bearer ${world.people.manager.token}` },
      })
      return { status: answer.statusCode, type: answer.headers['content-type'], bytes: answer.rawPayload }
    }
    const workbook = await get('1/workbook')
    expect([workbook.status, workbook.type]).toEqual([200, getSurveyWorkbook.mediaType])
    expect(workbook.bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    expect((await get('1/lists/towns.csv')).bytes.equals(Buffer.from(await list.arrayBuffer()))).toBe(true)
    const form = await get('1/xform')
    expect([form.status, form.type]).toEqual([200, 'application/xml'])
    expect(form.bytes.toString()).toMatch(/<data id="stored" version="1\.\d+">.*Tete/s)
    expect((await get('2/xform')).status).toBe(404)
    expect(
      (await world.as('manager')(getSurveyList, { params: { ...params, name: 'other.csv' } })).body.code,
    ).toBe('entities.surveys.errors.noWorkbook')
    expect(
      (await world.as('manager')(getSurveyWorkbook, { params: { ...params, version: 2 } })).body.code,
    ).toBe('errors.notFound')
    const versions = await asManager()(listSurveyVersions, {
      params: { id: body.id },
      query: { limit: 10 },
    })
    expect(versions.body).toEqual({
      count: 1,
      rows: [
        {
          version: 1,
          createdAt: expect.any(String) as string,
          createdBy: 'manager@example.org',
          languages: ['en'],
          questionCount: 1,
          workbook: { name: 'My förm.xlsx', size: file.size },
          lists: [{ name: 'towns.csv', size: list.size }],
          warnings: [],
        },
      ],
    })
    expect((await asManager()(getSurvey, { params: { id: body.id } })).body).toMatchObject({
      formId: 'stored',
      status: 'draft',
      questionCount: 1,
      responseCount: 0,
    })
  })

  test('creates no version for the same workbook, and adds it to a version without one', async () => {
    const file = await household('same')
    const { body } = await load(file)
    await world.queryAsOwner('delete from survey_files where survey_id = $1', [body.id])
    expect((await load(file)).body).toEqual({ ...body, changed: false })
    const { rows } = (
      await asManager()(listSurveyVersions, { params: { id: body.id }, query: { limit: 10 } })
    ).body
    expect(rows).toMatchObject([{ version: 1, workbook: { name: 'same.xlsx' } }])
  })

  test('stores the warnings with the version', async () => {
    const { body } = await load(await writeForm({ formId: 'careless', survey: [['text', 'a', null]] }))
    const versionsIn = async (language: string) =>
      (
        await asManager({ 'accept-language': language })(listSurveyVersions, {
          params: { id: body.id },
          query: { limit: 1 },
        })
      ).body.rows[0]?.warnings
    const [en, pt] = [await versionsIn('en'), await versionsIn('pt-BR')]
    expect(en).toMatchObject([{ sheet: 'survey', row: 2, column: 'C' }])
    expect(en?.[0]?.message).not.toBe(pt?.[0]?.message)
  })

  test('refuses a workbook with problems, with their cells', async () => {
    const { status, body } = await load(await writeForm({ formId: 'wrong', survey: [['wonder', 'a', 'A']] }))
    expect([status, body]).toMatchObject([
      400,
      {
        code: 'entities.surveys.errors.workbook',
        details: { issues: [{ path: 'survey!A2', message: 'the type wonder is not supported' }] },
      },
    ])
    expect((await load(new File(['hello'], 'a.xlsx'))).body).toMatchObject({
      code: 'entities.surveys.errors.workbook',
      details: { issues: [{ path: 'file' }] },
    })
  })

  test('is based on a version: a newer one is returned with 409', async () => {
    const file = await household('based')
    expect((await load(file, {}, { 'if-match': '3' })).body.code).toBe('errors.recordNotFound')
    expect((await load(file, {}, { 'if-match': '0' })).status).toBe(200)
    const next = await household('based', [...questions, ['text', 'more', 'More']])
    expect(await load(next, {}, { 'if-match': '0' })).toMatchObject({
      status: 409,
      body: { details: { current: { formId: 'based', version: 1 }, savedBy: 'manager@example.org' } },
    })
    expect((await load(next, {}, { 'if-match': '1' })).body).toMatchObject({ version: 2, changed: true })
  })

  test('two managers who create a survey at once: one succeeds, the other gets 409', async () => {
    const files = await Promise.all([
      household('race'),
      household('race', [...questions, ['text', 'x', 'X']]),
    ])
    const answers = await Promise.all(files.map((file) => load(file, {}, { 'if-match': '0' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('repeats the response of a repeated call', async () => {
    const file = await household('repeated')
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await load(file, {}, headers)
    expect((await load(file, {}, headers)).body).toEqual(first.body)
    expect(first.body.changed).toBe(true)
    const other = await load(await household('another'), {}, headers)
    expect(other.body.code).toBe('errors.idempotencyKeyReused')
  })
})

describe('a version that breaks answers', () => {
  test('needs the confirmed number of responses; old responses keep their version', async () => {
    const { id, first, second } = await createSurveyWithResponses('field')
    const next = await household(
      'field',
      questions.filter(([, name]) => name !== 'farms'),
    )
    const refusal = { code: 'entities.surveys.errors.breaking', details: { count: 2, isMinimum: false } }
    expect(await load(next)).toMatchObject({ status: 400, body: refusal })
    expect(await load(next, { allowBreaking: '1' })).toMatchObject({ status: 400, body: refusal })
    expect((await asManager()(getSurvey, { params: { id } })).body.version).toBe(1)
    expect((await load(next, { allowBreaking: '2' })).body).toMatchObject({ version: 2, changed: true })
    for (const responseId of [first, second]) {
      const { body } = await asManager()(getSurveyResponse, { params: { id: responseId } })
      expect(body.surveyVersion).toBe(1)
      expect(body.values).toHaveProperty('farms')
    }
    const old = await asManager()(getSurveyMaster, { params: { id }, query: { version: '1' } })
    expect(old.body.items.map(({ key }) => key)).toContain('farms')
  })

  test('needs no confirmation while there is no response', async () => {
    await load(await household('unused'))
    const next = await household('unused', questions.slice(0, 2))
    expect((await load(next)).body).toMatchObject({ version: 2 })
  })

  test('of a large survey reports a minimum, and needs a confirmation even of zero', async () => {
    const { id } = (await load(await household('large'))).body
    await world.services.pool.query(
      `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, end_time, start_time,
         investigator_name, supervisor_name, "values")
       select $1, 1, 'large', 'L' || n, 'submitted', now(), now() - n * interval '1 minute', 'Ana', 'Rui',
         case when n <= 5000 then '{"village": "A"}' else '{"village": "A", "hectares": 3}' end::jsonb
       from generate_series(1, $2::int) n`,
      [id, limits.questionnaires.examinedResponses + 2_000],
    )
    const next = await household(
      'large',
      questions.filter(([, name]) => name !== 'hectares'),
    )
    const started = performance.now()
    const { body } = await check(next)
    expect(body.survey?.differences.breaking).toEqual({ count: 5_000, isMinimum: true })
    expect(performance.now() - started).toBeLessThan(15_000)
    const unanswered = await household(
      'large',
      questions.filter(([, name]) => name !== 'farms'),
    )
    expect(await load(unanswered)).toMatchObject({
      status: 400,
      body: { details: { count: 0, isMinimum: true } },
    })
    expect((await load(unanswered, { allowBreaking: '0' })).status).toBe(200)
  })
})

test('one person may not send more than 60 workbooks in ten minutes', async () => {
  await world.services.pool.query('update rate_limits set hits = 1000')
  const { status, body } = await check(await household('many'))
  expect([status, body.code]).toEqual([429, 'errors.tooManyRequests'])
  await world.services.pool.query('update rate_limits set hits = 0')
})
