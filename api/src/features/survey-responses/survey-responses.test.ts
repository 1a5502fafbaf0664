import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { compileCache } from '../../../../scripts/stack/processes.ts'
import { picture } from '../../testing/images.ts'
import { createOpenSurvey, interview } from '../../testing/responses.ts'
import { createSurvey } from '../../testing/surveys.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { thumbnailJob } from '../storage/thumbnail-job.ts'
import { loadSurvey } from '../surveys/load-survey.ts'
import { foldCounts } from './counts/counts-job.ts'
import { partitionYears } from './partition-years.ts'
import { partitionsJob } from './partitions-job.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld({ SURVEY_TIME_ZONE: 'Africa/Maputo' })
  surveyId = await createOpenSurvey(world.db)
})
afterAll(() => world.close())

const errors = 'entities.surveyResponses.errors'
const as = () => world.as('supervisor')
const create = (more: object = {}) =>
  as()(contract.createSurveyResponse, { body: { data: { ...interview(surveyId), ...more } } })
const update = (id: string, more: object = {}, comment?: string) => {
  const { surveyId: _, ...data } = interview(surveyId)
  return as()(contract.updateSurveyResponse, {
    params: { id },
    body: { id, data: { ...data, ...more }, comment },
  })
}
const find = (id: string) => as()(contract.getSurveyResponse, { params: { id } })

describe('§3 a stored response', () => {
  test('has its sender, its start in the field, and its survey and version', async () => {
    const { body } = await create()
    expect(body).toMatchObject({
      surveyId,
      surveyLabel: 'Baseline',
      surveyVersion: 1,
      email: 'supervisor@example.org',
      userId: world.people.supervisor.id,
      startTime: '2026-03-31T07:00:00.000Z',
      origTime: '2026-03-31T07:00:00.000Z',
      startOffsetMinutes: 120,
      surveyDate: '2026-03-31',
      status: 'submitted',
      version: 1,
    })
    expect((await find(body.id)).body).toEqual(body)
  })

  test('keeps the first known start in origTime when the start is corrected', async () => {
    const { body: late } = await create({ startTime: null })
    expect([late.origTime, late.surveyDate]).toEqual([null, null])
    const { body: first } = await update(late.id, { startTime: '2026-04-01T22:30:00Z' })
    expect(first).toMatchObject({ origTime: '2026-04-01T22:30:00.000Z', startOffsetMinutes: null })
    // In Maputo it was already after midnight.
    expect(first.surveyDate).toBe('2026-04-02')
    const { body: second } = await update(late.id, { startTime: '2026-04-03T08:00:00Z' })
    expect(second.origTime).toBe('2026-04-01T22:30:00.000Z')
  })

  test('takes omitted columns from the answers', async () => {
    const values = { village: 'Chimoio', head: 'Eva', place: { latitude: -19.1, longitude: 33.4 } }
    const { body } = await create({ values, village: 'Gondola' })
    expect(body).toMatchObject({
      village: 'Gondola',
      householdName: 'Eva',
      location: { latitude: -19.1, longitude: 33.4 },
    })
  })

  test('neither requires nor keeps hidden answers, and names invalid ones', async () => {
    const { body } = await create({ values: { head: 'Eva', farms: 'no', hectares: 3 } })
    expect(body.values).toEqual({ head: 'Eva', farms: 'no' })
    const wrong = await create({ values: { farms: 'maybe', nobody: 1 } })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'errors.invalid' } })
    const { issues } = wrong.body.details as { issues: { path: string }[] }
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      'data.values.farms',
      'data.values.head',
      'data.values.nobody',
    ])
  })

  test('is validated against the version that it was answered with', async () => {
    const formId = crypto.randomUUID()
    const ownSurveyId = await createOpenSurvey(world.db, { formId })
    const data = { ...interview(ownSurveyId), values: { head: 'Eva' } }
    const { body: first } = await as()(contract.createSurveyResponse, { body: { data } })
    const author = { id: undefined, email: 'operator' }
    await loadSurvey(
      { db: world.db, author },
      {
        formId,
        label: 'New title',
        formVersion: null,
        timeZone: 'Asia/Kathmandu',
        languages: ['en'],
        defaultLanguage: 'en',
        choices: {},
        items: [],
      },
    )
    const { surveyId: _, ...edited } = { ...data, values: { head: 'Ana' } }
    const body = { id: first.id, data: edited }
    const saved = await as()(contract.updateSurveyResponse, { params: { id: first.id }, body })
    expect(saved.body).toMatchObject({ surveyVersion: 1, surveyLabel: 'Baseline', values: { head: 'Ana' } })
    expect((await as()(contract.createSurveyResponse, { body: { data } })).status).toBe(400)
    const old = { ...data, surveyVersion: 1 }
    expect((await as()(contract.createSurveyResponse, { body: { data: old } })).body.surveyVersion).toBe(1)
    const newest = { ...interview(ownSurveyId), values: {} }
    expect((await as()(contract.createSurveyResponse, { body: { data: newest } })).status).toBe(200)
    // A row of a list has the time zone of its survey version.
    const query = { filter: { surveyId: [ownSurveyId] }, orderBy: 'createdAt_ASC' as const, limit: 10 }
    const { body: listed } = await as()(contract.listSurveyResponses, { query })
    expect(listed.rows.map(({ timeZone }) => timeZone)).toEqual([null, null, 'Asia/Kathmandu'])
  })

  test('is linked to the user details of enumerator and supervisor only if the match is unique', async () => {
    const people = await world.db
      .insertInto('user_details')
      .values([
        { first_name: 'Inês', last_name: 'Único', gender: 'female' },
        { first_name: 'Two', last_name: 'Same', gender: 'male', mobile_number: '841' },
        { first_name: 'Two', last_name: 'Same', gender: 'male', mobile_number: '842' },
      ])
      .returning('id')
      .execute()
    const one = await create({ investigatorName: 'INES UNICO', supervisorName: 'Two Same' })
    expect(one.body).toMatchObject({ investigatorId: people[0]?.id, supervisorId: null })
    const two = await create({ investigatorName: 'Two Same', investigatorMobileNumber: '842' })
    expect(two.body).toMatchObject({ investigatorId: people[2]?.id, supervisorId: null })
  })

  test.for(['draft', 'closed'] as const)('is refused for a %s survey', async (status) => {
    const other = await createSurvey(world.db, { status })
    expect(await create({ surveyId: other })).toMatchObject({
      status: 400,
      body: { code: `${errors}.surveyNotOpen` },
    })
    expect(await create({ surveyId: crypto.randomUUID() })).toMatchObject({
      status: 400,
      body: { code: `${errors}.surveyNotFound` },
    })
  })

  test('§5 requires names of enumerator and supervisor, 2 to 255 characters; a mobile number has up to 21845', async () => {
    for (const [field, value] of [
      ['investigatorName', 'A'],
      ['supervisorName', ''],
      ['investigatorName', 'x'.repeat(256)],
      ['investigatorMobileNumber', '8'.repeat(21_846)],
    ] as const)
      expect((await create({ [field]: value })).status, field).toBe(400)
    expect((await create({ investigatorMobileNumber: '8'.repeat(21_845) })).status).toBe(200)
  })
})

describe('the Survey Id', () => {
  const damm = (digits: string) => {
    // A second copy of the table, one line per state, to detect a mistake in the first.
    const table =
      '0317598642 7092154863 4206871359 1750983426 6123045978 3674209581 5869720134 8945362017 9438617205 2581436790'.split(
        ' ',
      )
    let state = 0
    for (const digit of digits) state = Number(table[state]?.[Number(digit)])
    return state
  }

  test('has eleven digits and a check digit that detects a wrong digit', async () => {
    const ids = new Set<string>()
    for (let n = 0; n < 20; n += 1) {
      const { displayId } = (await create()).body
      expect(displayId).toMatch(/^\d{4}-\d{4}-\d{4}$/)
      const digits = displayId.replaceAll('-', '')
      expect(damm(digits)).toBe(0)
      for (let index = 0; index < 11; index += 1) {
        const wrong = `${digits.slice(0, index)}${String((Number(digits[index]) + 1) % 10)}${digits.slice(index + 1)}`
        expect(damm(wrong)).not.toBe(0)
      }
      ids.add(displayId)
    }
    expect(ids.size).toBe(20)
  })

  test('is unique within its survey, also for concurrent requests; another survey may use the same', async () => {
    const both = await Promise.all([create({ displayId: 'A-1' }), create({ displayId: ' A-1 ' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body).toMatchObject({
      code: `${errors}.displayIdExists`,
      details: { issues: [{ path: 'data.displayId' }] },
    })
    const other = await createOpenSurvey(world.db)
    expect((await create({ surveyId: other, displayId: 'A-1' })).status).toBe(200)
    const { body: second } = await create({ displayId: 'A-2' })
    expect((await update(second.id, { displayId: 'A-1' })).status).toBe(400)
    expect((await update(second.id, { displayId: 'A-3' })).body.displayId).toBe('A-3')
    expect((await update(second.id)).body.displayId).toBe('A-3')
    expect((await create({ displayId: 'A-2' })).status).toBe(200)
  })
})

describe('§5 import', () => {
  const row = (more: object = {}) => ({
    surveyId,
    supervisorName: 'Rui Macamo',
    investigatorName: 'Ana Sitoe',
    startTime: '2026-03-31T09:00:00+02:00',
    endTime: '2026-03-31T09:45:00+02:00',
    values: JSON.stringify({ head: 'João' }),
    photos: 'https://example.org/a.jpg https://example.org/b.jpg',
    ...more,
  })
  const hashOf = () => crypto.randomUUID().replaceAll('-', '').repeat(2)
  const importRow = (data: object, role: 'supervisor' | 'manager' = 'supervisor', importHash = hashOf()) =>
    world.as(role)(contract.importSurveyResponse, {
      body: { data: data as ReturnType<typeof row>, importHash },
    })

  test('accepts cells of a file: answers as JSON, and photos as links', async () => {
    const { status, body } = await importRow(row())
    expect([status, body.status]).toEqual([200, 'submitted'])
    expect(body.values).toEqual({ head: 'João' })
    expect(body.photos).toEqual([{ url: 'https://example.org/a.jpg' }, { url: 'https://example.org/b.jpg' }])
    for (const wrong of [{ values: '{' }, { values: '[]' }, { photos: 'javascript:alert(1)' }, { extra: 1 }])
      expect((await importRow(row(wrong))).status, JSON.stringify(wrong)).toBe(400)
  })

  test('refuses answers to questions that do not apply, and names them; a form omits them', async () => {
    const values = { head: 'João', farms: 'no', hectares: 2 }
    const { status, body } = await importRow(row({ values: JSON.stringify(values) }))
    expect(status).toBe(400)
    const message = 'Answers to questions that do not apply: hectares'
    expect(body).toMatchObject({ details: { issues: [{ path: 'data.values', message }] } })
    expect((await create({ values })).body.values).toEqual({ head: 'João', farms: 'no' })
  })

  test('imports a row once, also for concurrent requests; after its deletion it can be imported again', async () => {
    const hash = hashOf()
    const answers = await Promise.all(Array.from({ length: 20 }, () => importRow(row(), 'supervisor', hash)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.code]).toEqual([400, 'importer.errors.importHashExistent'])
    const id = done[0]?.body.id ?? ''
    await as()(contract.destroySurveyResponses, { query: { ids: [id] } })
    expect((await importRow(row(), 'supervisor', hash)).status).toBe(200)
  })

  test('does not claim the hash of a refused row', async () => {
    const hash = hashOf()
    expect((await importRow(row({ values: '{"nobody":1}' }), 'supervisor', hash)).status).toBe(400)
    expect((await importRow(row(), 'supervisor', hash)).status).toBe(200)
  })

  test('status: blank follows the end time; all may set in progress and submitted, managers any other', async () => {
    expect((await importRow(row({ status: '', endTime: '' }))).body.status).toBe('inProgress')
    expect((await importRow(row({ status: 'inProgress' }))).body.status).toBe('inProgress')
    expect((await importRow(row({ status: 'submitted', endTime: '' }))).body.code).toBe(
      `${errors}.endTimeRequired`,
    )
    expect((await importRow(row({ status: 'approved' }))).body.code).toBe(`${errors}.importStatus`)
    expect((await importRow(row({ status: 'approved' }), 'manager')).body.status).toBe('approved')
  })
})

const upload = async (role: 'supervisor' | 'manager' = 'supervisor') => {
  const { token } = (await world.as(role)(getStorageToken)).body
  const file = new File([Buffer.from(await picture(800, 600).jpeg().toBuffer())], 'a.jpg')
  return (await world.as(role)(uploadFile, { body: { token, folder: photoFolder }, file })).body
}
const images = (id: string) => as()(contract.listImages, { params: { id } })

describe('photos', () => {
  test('lists uploads in their order, then links; photos of questions stay with their question', async () => {
    const [a, b, house] = [await upload(), await upload(), await upload()]
    const { status, body } = await create({
      photos: [{ id: b.id }, { url: 'https://example.org/c.jpg' }, { id: a.id }],
      values: { head: 'Eva', house: house.id },
    })
    expect(status).toBe(200)
    expect(body.photos.map((photo) => ('id' in photo ? photo.id : photo.url))).toEqual([
      b.id,
      a.id,
      'https://example.org/c.jpg',
    ])
    expect(Object.keys(body.photos[0] ?? {})).not.toContain('publicUrl')
    const listed = (await images(body.id)).body
    expect(listed.map(({ id, question }) => [id, question])).toEqual([
      [b.id, null],
      [a.id, null],
      [house.id, 'house'],
    ])
    const { body: fewer } = await update(body.id, { photos: [{ id: a.id }], values: { head: 'Eva' } })
    expect(fewer.photos).toMatchObject([{ id: a.id }])
    expect((await images(body.id)).body.map(({ id }) => id)).toEqual([a.id])
    // A removed photo can be added again.
    expect(
      (await update(body.id, { photos: [{ id: b.id }, { id: a.id }], values: { head: 'Eva' } })).status,
    ).toBe(200)
  })

  test('the worker makes a thumbnail and keeps the photo', async () => {
    const photo = await upload()
    const { body } = await create({ photos: [{ id: photo.id }] })
    const [before] = (await images(body.id)).body
    expect(before?.thumbnailUrl).toBe(before?.publicUrl)
    await thumbnailJob.run({ fileId: photo.id }, world.services)
    await thumbnailJob.run({ fileId: photo.id }, world.services)
    const [after] = (await images(body.id)).body
    expect(after?.thumbnailUrl).not.toBe(after?.publicUrl)
    const sizeOf = async (url = '') => {
      const { pathname, search } = new URL(url)
      const answer = await world.app.inject({ url: `${pathname}${search}` })
      expect(answer.statusCode).toBe(200)
      return answer.rawPayload.length
    }
    expect(await sizeOf(after?.publicUrl)).toBe(photo.size)
    expect(await sizeOf(after?.thumbnailUrl)).toBeLessThan(photo.size / 2)
  })

  test('refuses an upload of another user, a photo of another response, and a photo used twice', async () => {
    const foreign = await upload('manager')
    const ownPhoto = await upload()
    await create({ photos: [{ id: ownPhoto.id }] })
    const fresh = await upload()
    for (const photos of [
      [{ id: foreign.id }],
      [{ id: ownPhoto.id }],
      [{ id: fresh.id }, { id: fresh.id }],
      [{ id: crypto.randomUUID() }],
    ])
      expect((await create({ photos })).status).toBe(400)
    expect((await create({ values: { head: 'Eva', house: ownPhoto.id } })).status).toBe(400)
    expect((await create({ photos: [{ id: fresh.id }] })).status).toBe(200)
  })
})

describe('delete and restore', () => {
  const restore = (id: string) =>
    promisify(execFile)(process.execPath, ['src/response-command.ts', 'restore', id], {
      cwd: join(import.meta.dirname, '../../..'),
      env: {
        ...compileCache,
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        PUBLIC_URL: 'http://localhost',
        DATABASE_URL: world.database.app,
        IDENTITY_URL: 'http://127.0.0.1:1',
        SERVICE_TOKEN: 'service-token-for-tests-0123456789',
        STORAGE_URL: pathToFileURL(world.files).href,
        STORAGE_SECRET: 'storage-secret-for-tests-0123456789',
      },
    }).then(
      ({ stdout }) => stdout.trim(),
      (error: { stderr: string }) => error.stderr.trim(),
    )
  const comments = (id: string) => as()(contract.listComments, { params: { id } })

  test('restores answers, photos, comments and the Survey Id', async () => {
    const photo = await upload()
    const { body } = await create({ photos: [{ id: photo.id }], displayId: 'R-1' })
    await as()(contract.addComment, { params: { id: body.id }, body: { comment: 'remember' } })
    const commentsBefore = (await comments(body.id)).body
    expect((await as()(contract.destroySurveyResponses, { query: { ids: [body.id] } })).status).toBe(200)
    expect((await find(body.id)).status).toBe(404)
    expect((await comments(body.id)).status).toBe(404)
    expect((await update(body.id)).body.code).toBe('errors.recordNotFound')
    const { unused_since: since } = await world.db
      .selectFrom('files')
      .select('unused_since')
      .where('id', '=', photo.id)
      .executeTakeFirstOrThrow()
    expect(since).not.toBeNull()

    expect(await restore(body.id)).toBe('done')
    const { body: back } = await find(body.id)
    expect(back).toEqual({ ...body, version: 2, updatedAt: back.updatedAt })
    expect((await comments(body.id)).body).toEqual(commentsBefore)
    expect((await images(body.id)).body).toMatchObject([{ id: photo.id }])
    expect(await restore(body.id)).toContain('can be restored')
  })

  test('restores a response that was deleted before an attribute was added to the product', async () => {
    const { body } = await create({ displayId: 'R-3', villageType: 'Rural' })
    await as()(contract.destroySurveyResponses, { query: { ids: [body.id] } })
    await world.services.pool.query(
      `insert into audit_log (created_by_email, entity_name, entity_id, action, "values")
       select created_by_email, entity_name, entity_id, action, "values" #- '{before,villageType}'
       from audit_log where entity_id = $1 and action = 'destroy'`,
      [body.id],
    )
    expect(await restore(body.id)).toBe('done')
    const { body: back } = await find(body.id)
    expect(back).toEqual({ ...body, villageType: null, version: 2, updatedAt: back.updatedAt })
  })

  test('refuses to restore a Survey Id that is in use again, or an unknown response', async () => {
    const { body } = await create({ displayId: 'R-2' })
    await as()(contract.destroySurveyResponses, { query: { ids: [body.id] } })
    expect((await create({ displayId: 'R-2' })).status).toBe(200)
    expect(await restore(body.id)).toContain('already used')
    expect(await restore(crypto.randomUUID())).toContain('can be restored')
  })
})

test('the history shows who changed which answer, when and why', async () => {
  const { body } = await create({ values: { head: 'Eva', farms: 'yes', hectares: 2 } })
  await update(body.id, { values: { head: 'Eva', farms: 'no' } }, 'as on paper')
  const { body: history } = await as()(contract.getHistory, { params: { id: body.id } })
  expect(history.map(({ action }) => action)).toEqual(['update', 'create'])
  expect(history[0]).toMatchObject({
    createdByEmail: 'supervisor@example.org',
    comment: 'as on paper',
    changes: [
      { field: 'values.farms', before: 'yes', after: 'no' },
      { field: 'values.hectares', before: 2, after: null },
    ],
  })
  expect((await as()(contract.getHistory, { params: { id: crypto.randomUUID() } })).status).toBe(404)
})

test('lists comments, oldest first, with the status that was set with them', async () => {
  const { id } = (await create()).body
  await as()(contract.addComment, { params: { id }, body: { comment: ' first ' } })
  await as()(contract.changeResponseStatus, { params: { id }, body: { status: 'returned', comment: 'redo' } })
  const { body } = await world.as('manager')(contract.listComments, { params: { id } })
  expect(body.map(({ comment, status, createdByEmail }) => [comment, status, createdByEmail])).toEqual([
    ['first', null, 'supervisor@example.org'],
    ['redo', 'returned', 'supervisor@example.org'],
  ])
  expect((await as()(contract.addComment, { params: { id }, body: { comment: '  ' } })).status).toBe(400)
})

test('every survey has its response count, before and after the job folds the deltas', async () => {
  const ownSurveyId = await createOpenSurvey(world.db)
  const readTotals = async () => {
    const { body } = await as()(listSurveys, { query: { limit: 1000, orderBy: 'responseCount_DESC' } })
    const counts = body.rows.map(({ responseCount }) => responseCount)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    return body.rows.find(({ id }) => id === ownSurveyId)
  }
  expect(await readTotals()).toMatchObject({ responseCount: 0, lastResponseAt: null })
  const created = await Promise.all([1, 2, 3].map(() => create({ surveyId: ownSurveyId })))
  expect(await readTotals()).toMatchObject({ responseCount: 3 })
  await as()(contract.destroySurveyResponses, { query: { ids: [created[0]?.body.id ?? ''] } })
  const before = await readTotals()
  expect(before).toMatchObject({ responseCount: 2 })
  await Promise.all([foldCounts(world.db), foldCounts(world.db)])
  expect(await readTotals()).toEqual(before)
  const totals = await world.db
    .selectFrom('survey_totals')
    .selectAll()
    .where('survey_id', '=', ownSurveyId)
    .executeTakeFirstOrThrow()
  expect(totals.response_count).toBe(2)
  expect(totals.last_response_at?.toISOString()).toBe(
    created
      .map(({ body }) => body.createdAt)
      .toSorted()
      .at(-1),
  )
})

describe('partitions', () => {
  test('exist up to next year; the application role can only create them with the function', async () => {
    await partitionsJob.run({}, world.services)
    const { rows } = await world.services.pool.query<{ name: string }>(
      `select inhrelid::regclass::text name from pg_inherits where inhparent = 'survey_responses'::regclass`,
    )
    const names = rows.map(({ name }) => name)
    const year = new Date().getUTCFullYear()
    expect(names).toContain(`survey_responses_${String(year)}`)
    expect(names).toContain(`survey_responses_${String(year + 1)}`)
    expect(names.length).toBeLessThanOrEqual(12)
    const suffixes = ['early', ...partitionYears()]
    expect(names.toSorted()).toEqual(
      suffixes.map((suffix) => `survey_responses_${String(suffix)}`).toSorted(),
    )
    for (const statement of [
      `create table app.x partition of survey_responses for values from ('f0000000-0000-0000-0000-000000000000') to (maxvalue)`,
      `select make_response_partition('x', 'default')`,
    ])
      await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('a response is stored in the partition of its year', async () => {
    const { rows } = await world.services.pool.query<{ name: string }>(
      `select distinct tableoid::regclass::text name from survey_responses`,
    )
    expect(rows).toEqual([{ name: `survey_responses_${String(new Date().getUTCFullYear())}` }])
  })
})
