import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import {
  changeResponseStatus,
  getHistory,
  getSurveyResponse,
  listImages,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import { changeSurveyStatus } from '@baseline/contract/surveys/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createToken } from '../../../platform/auth/device.ts'
import { picture } from '../../../testing/images.ts'
import { createPhone, newInstanceId as newId } from '../../../testing/phone.ts'
import type { Interview, Post, TestPhone } from '../../../testing/phone.ts'
import { createOpenSurvey, question } from '../../../testing/responses.ts'
import { waitUntil } from '../../../testing/worker.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { phoneFilesJob } from '../../storage/phone-files-job.ts'

let world: World
let surveyId: string
let phone: TestPhone
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  phone = await createPhone(world, { surveyId, label: 'Phone of Ana' })
})
afterAll(() => world.close())

const send = (interview: Partial<Interview>, post?: Post) => phone.send(interview, post)

const responsesOf = (instanceId: string) =>
  world.db
    .selectFrom('survey_responses')
    .innerJoin('field_instances', 'field_instances.response_id', 'survey_responses.id')
    .select(['survey_responses.id', 'status', 'values', 'investigator_name', 'latitude', 'user_id'])
    .where('instance_id', '=', instanceId)
    .execute()

const submissionsOf = (instanceId: string) =>
  world.db
    .selectFrom('field_submissions')
    .select(['state', 'problem'])
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()

const statesOf = async (instanceId: string) => (await submissionsOf(instanceId)).map(({ state }) => state)

const imagesOf = async (id = '') => (await world.as('manager')(listImages, { params: { id } })).body

test('lists the open forms with the hash of the form that it returns', async () => {
  const list = await world.app.inject({ url: `/api/field/${phone.token}/formList?deviceID=x` })
  expect([list.statusCode, list.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
  const [, hash] = /<hash>md5:(\w+)<\/hash>/.exec(list.body) ?? []
  const [, url = ''] = /<downloadUrl>(.*?)<\/downloadUrl>/.exec(list.body) ?? []
  const form = await world.app.inject({ url: new URL(url).pathname })
  expect(form.statusCode).toBe(200)
  expect(createHash('md5').update(form.rawPayload).digest('hex')).toBe(hash)
  expect(form.body).toContain(`id="${phone.formId}" version="1.2"`)
})

test('returns a form of an earlier generator to a phone that read the list before', async () => {
  const urlOf = (version: string) => `/api/field/${phone.token}/forms/${surveyId}/${version}`
  expect((await world.app.inject({ url: urlOf('1.1') })).statusCode).toBe(404)
  const former = { version: 1, generator: 1, md5: '0'.repeat(32), default_language: 'en' }
  await world.db
    .insertInto('phone_forms')
    .values({ survey_id: surveyId, ...former, content: gzipSync('former') })
    .execute()
  expect((await world.app.inject({ url: urlOf('1.1') })).body).toBe('former')
  expect((await world.app.inject({ url: urlOf('1.2') })).body).toContain('client-editable="true"')
})

test.for(['formList', 'forms'])('does not send %s again that the phone has', async (path) => {
  const url = `/api/field/${phone.token}/${path === 'forms' ? `forms/${surveyId}/1.2` : path}`
  const first = await world.app.inject({ url })
  const tag = String(first.headers.etag)
  expect([tag, first.headers['cache-control']]).toEqual([expect.stringMatching(/^"\w{32}"$/), 'no-cache'])
  // A proxy that compresses the answer writes a weak tag.
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await world.app.inject({ url, headers: { 'if-none-match': known } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
  }
  expect((await world.app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  const unknown = await world.app.inject({ url: url.replace(phone.token, createToken()) })
  expect(unknown.headers['cache-control']).toBe('no-store')
})

test('announces the size of a post before the phone sends an interview', async () => {
  const answer = await world.app.inject({ method: 'HEAD', url: `/api/field/${phone.token}/submission` })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['x-openrosa-accept-content-length']).toBe('20000000')
})

describe('an interview', () => {
  test('is stored once, also if it is sent twelve times at the same time', async () => {
    const instanceId = newId()
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({ instanceId })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201))
    expect(answers[0]?.body).toMatch(/<message>.+<\/message>/)
    const found = await responsesOf(instanceId)
    expect(found).toMatchObject([
      {
        status: 'submitted',
        values: { village: 'Chimoio', head: 'João', farms: 'no' },
        investigator_name: 'Phone of Ana',
        latitude: -19.1,
        user_id: null,
      },
    ])
    expect(await statesOf(instanceId)).toEqual(['stored'])
    const { values } = await world.db
      .selectFrom('audit_log')
      .select('values')
      .where('entity_id', '=', found[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(values).toMatchObject({ after: { deviceId: phone.deviceId } })
  })

  test('is stored with its problems, which are no reason to refuse it', async () => {
    const instanceId = newId()
    expect((await send({ instanceId, head: '' })).statusCode).toBe(201)
    expect(await responsesOf(instanceId)).toHaveLength(1)
    expect(await submissionsOf(instanceId)).toMatchObject([{ problem: { issues: [{ path: 'head' }] } }])
  })

  test.for(['1', '1.1', '1.2', '1.99'])('of version %s is one of version 1', async (version) => {
    const instanceId = newId()
    expect((await send({ instanceId, version })).statusCode).toBe(201)
    const [submission] = await world.db
      .selectFrom('field_submissions')
      .select(['state', 'survey_version'])
      .where('instance_id', '=', instanceId)
      .execute()
    expect(submission).toEqual({ state: 'stored', survey_version: 1 })
  })

  test('has the answers that were asked at the end of the interview, though it arrives days later', async () => {
    const survey = await createOpenSurvey(world.db, {
      items: [
        question('birth', { type: 'date' }),
        question('days', {
          type: 'calculated',
          result: 'number',
          calculation: 'int(today() - ${birth})',
        }),
        question('vaccine', { type: 'text', relevant: '${days} < 60' }),
        question('end', { type: 'metadata', metadata: 'end' }),
      ],
    })
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const instanceId = newId()
    const { send: sendFrom } = await createPhone(world, { surveyId: survey })
    const answers =
      `<birth>${dayBefore(64)}</birth><days>59</days><vaccine>yes</vaccine>` +
      `<end>${dayBefore(5)}T12:00:00.000+02:00</end>`
    expect((await sendFrom({ instanceId, answers })).statusCode).toBe(201)
    expect(await responsesOf(instanceId)).toMatchObject([{ values: { days: 59, vaccine: 'yes' } }])
    expect(await submissionsOf(instanceId)).toEqual([{ state: 'stored', problem: null }])
  })

  test('reports answers that were not asked, and keeps their photos', async () => {
    const survey = await createOpenSurvey(world.db, {
      items: [
        question('farm', { type: 'text' }),
        question('size', { type: 'text', relevant: "${farm} = 'yes'" }),
        question('field', { type: 'photo', relevant: "${farm} = 'yes'" }),
      ],
    })
    const instanceId = newId()
    const { send: sendFrom } = await createPhone(world, { surveyId: survey })
    const answers = '<farm>no</farm><size>2 ha</size><field>field.jpg</field>'
    const files = { 'field.jpg': await picture().jpeg().toBuffer() }
    expect((await sendFrom({ instanceId, answers }, { files })).statusCode).toBe(201)
    const [response] = await responsesOf(instanceId)
    expect(response?.values).toEqual({ farm: 'no' })
    expect(await submissionsOf(instanceId)).toMatchObject([
      { problem: { issues: [{ params: { keys: 'size, field' } }] } },
    ])
    await phoneFilesJob.run({}, world.services)
    const [attachment] = await world.db
      .selectFrom('field_attachments')
      .select(['state', 'storage_key'])
      .where('name', '=', 'field.jpg')
      .execute()
    expect(attachment).toEqual({ state: 'received', storage_key: expect.any(String) as string })
    const stored = await world.services.storage.read(attachment?.storage_key ?? '')
    expect(stored && (await buffer(stored))).toEqual(files['field.jpg'])
  })

  test('with the instance of another one is kept for a manager', async () => {
    const instanceId = newId()
    await send({ instanceId, head: 'João' })
    for (let times = 0; times < 2; times += 1)
      expect((await send({ instanceId, head: 'Maria' })).statusCode).toBe(201)
    expect(await statesOf(instanceId)).toEqual(['stored', 'conflict'])
    expect(await responsesOf(instanceId)).toMatchObject([{ values: { head: 'João' } }])
  })

  test.for<[string, Partial<Interview>, number]>([
    ['of an unknown form', { form: 'unknown' }, 404],
    ['of an unknown version', { version: '2' }, 404],
    ['of an unknown version, with a generator', { version: '2.1' }, 404],
    ['of a version with more numbers', { version: '1.2.3' }, 404],
    ['without a version', { version: '' }, 404],
    ['without an instance', { instanceId: '' }, 400],
  ])('%s stays on the phone', async ([, change, status]) => {
    const answer = await send({ instanceId: newId(), ...change })
    expect([answer.statusCode, answer.body]).toEqual([
      status,
      expect.stringMatching(/<message>.+<\/message>/) as string,
    ])
  })
})

describe('files', () => {
  test('arrive in several posts, and each is stored once', async () => {
    const instanceId = newId()
    const photo = await picture(200, 150).jpeg().toBuffer()
    const interview = {
      instanceId,
      house: 'house ção.jpg',
      members: [
        { name: 'Eva', face: 'a.jpg' },
        { name: 'Rui', face: 'b.jpg' },
      ],
    }
    const first = { files: { 'house ção.jpg': photo }, isIncomplete: true }
    expect((await send(interview, first)).statusCode).toBe(201)
    expect([await statesOf(instanceId), await responsesOf(instanceId)]).toEqual([['receiving'], []])
    expect((await send(interview, first)).statusCode).toBe(201)
    const last = { files: { 'a.jpg': photo, 'b.jpg': photo } }
    expect((await send(interview, last)).statusCode).toBe(201)
    expect((await send(interview, last)).statusCode).toBe(201)
    const [response] = await responsesOf(instanceId)
    await phoneFilesJob.run({}, world.services)
    const images = await imagesOf(response?.id)
    expect(images.map(({ name, question: of }) => `${String(of)}: ${name}`).toSorted()).toEqual([
      'house: house ção.jpg',
      'members.0.face: a.jpg',
      'members.1.face: b.jpg',
    ])
    expect(response?.values).toMatchObject({ house: images.find(({ question: of }) => of === 'house')?.id })
  })

  test('of a last post that arrives twice at the same time belong to one response', async () => {
    const instanceId = newId()
    const interview = { instanceId, house: 'twice.jpg' }
    const files = { 'twice.jpg': await picture().jpeg().toBuffer() }
    await send(interview, { files, isIncomplete: true })
    const lock = await world.db.startTransaction().execute()
    await lock
      .selectFrom('field_instances')
      .select('submission_id')
      .where('instance_id', '=', instanceId)
      .forUpdate()
      .execute()
    const sending = Promise.all([send(interview, { files }), send(interview, { files })])
    await waitUntil(async () => {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
      return rows[0]?.count === 2
    })
    await lock.rollback().execute()
    expect((await sending).map(({ statusCode }) => statusCode)).toEqual([201, 201])
    const { rows } = await sql`select from survey_responses where "values" ->> 'house' in (
      select file_id::text from field_attachments where name = 'twice.jpg')`.execute(world.db)
    expect(rows).toHaveLength(1)
  })

  test('that arrive after the last post are added', async () => {
    const instanceId = newId()
    const interview = { instanceId, house: 'late.jpg' }
    await send(interview)
    const [response] = await responsesOf(instanceId)
    await phoneFilesJob.run({}, world.services)
    await send(interview, { files: { 'late.jpg': await picture().jpeg().toBuffer() } })
    await phoneFilesJob.run({}, world.services)
    expect(await imagesOf(response?.id)).toMatchObject([{ name: 'late.jpg', question: 'house' }])
  })

  test('of another kind than their question are rejected, and the interview is stored', async () => {
    const instanceId = newId()
    const script = Buffer.from('<svg onload="alert(1)"/>')
    expect((await send({ instanceId, house: 'x.jpg' }, { files: { 'x.jpg': script } })).statusCode).toBe(201)
    await phoneFilesJob.run({}, world.services)
    const files = await world.db
      .selectFrom('field_attachments')
      .select('state')
      .where('name', '=', 'x.jpg')
      .execute()
    expect(files).toEqual([{ state: 'rejected' }])
  })

  test.for<[string, string, Record<string, Buffer>]>([
    ['has not arrived', 'missing.jpg', {}],
    ['was rejected', 'wrong.jpg', { 'wrong.jpg': Buffer.from('no picture') }],
  ])('one that %s does not prevent an edit of the response', async ([, house, files]) => {
    const instanceId = newId()
    await send({ instanceId, house }, { files })
    await phoneFilesJob.run({}, world.services)
    const [{ id } = { id: '' }] = await responsesOf(instanceId)
    const { body: before } = await world.as('manager')(getSurveyResponse, { params: { id } })
    const save = (change: Record<string, string>) =>
      world.as('manager')(updateSurveyResponse, {
        params: { id },
        body: {
          id,
          data: {
            investigatorName: before.investigatorName,
            supervisorName: 'Rui Sitoe',
            endTime: new Date().toISOString(),
            values: { ...before.values, ...change },
          },
        },
      })
    const { status, body } = await save({ village: 'Gondola' })
    expect([status, body.values]).toEqual([200, { ...before.values, village: 'Gondola' }])
    // No other file can be claimed this way.
    expect((await save({ house: randomUUID() })).status).toBe(400)
    await send({ instanceId, house }, { files: { 'missing.jpg': await picture().jpeg().toBuffer() } })
    await phoneFilesJob.run({}, world.services)
    if (house === 'missing.jpg')
      expect(await imagesOf(id)).toMatchObject([{ name: house, question: 'house' }])
  })

  test('that the storage has lost do not delay others', async () => {
    const [lost, good] = [newId(), newId()]
    const photo = await picture().jpeg().toBuffer()
    const names = Array.from({ length: 7 }, (_, number) => `lost${String(number)}.jpg`)
    const members = names.map((face) => ({ name: 'Eva', face }))
    await send(
      { instanceId: lost, members },
      { files: Object.fromEntries(names.map((name) => [name, photo])) },
    )
    await send({ instanceId: good, house: 'good.jpg' }, { files: { 'good.jpg': photo } })
    const { rows } = await sql<{ key: string }>`select storage_key as key from field_attachments
      where name like 'lost%' and storage_key is not null`.execute(world.db)
    await Promise.all(rows.map(({ key }) => world.services.storage.remove(key)))
    for (let run = 0; run < 3; run += 1)
      await phoneFilesJob
        .run({}, world.services)
        .catch((error: unknown) => expect(error).toBeInstanceOf(Error))
    const [response] = await responsesOf(good)
    expect(await imagesOf(response?.id)).toMatchObject([{ name: 'good.jpg' }])
    await sql`delete from field_attachments where name like 'lost%'`.execute(world.db)
  })

  test('with 8,000 names are expected, and the interview is stored', async () => {
    const instanceId = newId()
    const members = Array.from({ length: 8_000 }, (_, number) => ({
      name: 'Eva',
      face: `many${String(number)}.jpg`,
    }))
    expect((await send({ instanceId, members })).statusCode).toBe(201)
    expect(await statesOf(instanceId)).toEqual(['stored'])
  })

  test('leave nothing in the storage that no row refers to', async () => {
    const attached = await world.db.selectFrom('field_attachments').select('storage_key as key').execute()
    const due = await world.db.selectFrom('files_to_remove').select('key').execute()
    const keys = [...attached, ...due].map(({ key }) => key)
    const files = await readdir(join(world.files, 'field-raw'))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((name) => !keys.includes(`field-raw/${name}`))).toEqual([])
  })
})

describe('an edit on the phone', () => {
  const setStatus = async (instanceId: string, status: 'returned' | 'approved') => {
    const [response] = await responsesOf(instanceId)
    const { status: code } = await world.as('manager')(changeResponseStatus, {
      params: { id: response?.id ?? '' },
      body: { status, comment: 'Check the name' },
    })
    expect(code).toBe(200)
  }

  test('replaces the answers of a returned response', async () => {
    const [original, edited] = [newId(), newId()]
    await send({ instanceId: original })
    await setStatus(original, 'returned')
    for (let times = 0; times < 2; times += 1)
      expect((await send({ instanceId: edited, deprecatedId: original, head: 'Maria' })).statusCode).toBe(201)
    const [response] = await responsesOf(edited)
    expect(response).toMatchObject({ status: 'resubmitted', values: { head: 'Maria' } })
    expect(await statesOf(edited)).toEqual(['stored'])
    const { body } = await world.as('manager')(getHistory, { params: { id: response?.id ?? '' } })
    expect(body[0]).toMatchObject({ action: 'update', device: 'Phone of Ana' })
    const changes = body.flatMap((entry) => entry.changes)
    expect(changes).toContainEqual({ field: 'values.head', before: 'João', after: 'Maria' })
    expect(changes.map(({ field }) => field)).not.toContain('deviceId')
  })

  test('of an approved response is held back', async () => {
    const [original, edited] = [newId(), newId()]
    await send({ instanceId: original })
    await setStatus(original, 'approved')
    expect((await send({ instanceId: edited, deprecatedId: original, head: 'Maria' })).statusCode).toBe(201)
    expect(await statesOf(edited)).toEqual(['heldBack'])
    expect(await responsesOf(original)).toMatchObject([{ status: 'approved', values: { head: 'João' } }])
  })

  test.for(['unreadable', 'discarded'] as const)(
    'of an interview that is %s waits for a manager',
    async (state) => {
      const [original, edited] = [newId(), newId()]
      await send({ instanceId: original })
      const instance = ['instance_id', '=', original] as const
      await world.db
        .updateTable('field_submissions')
        .set({ state, response_id: null })
        .where(...instance)
        .execute()
      await world.db
        .updateTable('field_instances')
        .set({ response_id: null })
        .where(...instance)
        .execute()
      expect((await send({ instanceId: edited, deprecatedId: original })).statusCode).toBe(201)
      expect(await statesOf(edited)).toEqual(['conflict'])
    },
  )

  test('of an older edit is a conflict', async () => {
    const [original, second, third] = [newId(), newId(), newId()]
    await send({ instanceId: original })
    await send({ instanceId: second, deprecatedId: original, head: 'Maria' })
    expect((await send({ instanceId: third, deprecatedId: original, head: 'Rui' })).statusCode).toBe(201)
    expect(await statesOf(third)).toEqual(['conflict'])
    expect(await responsesOf(second)).toMatchObject([{ values: { head: 'Maria' } }])
  })

  test('that overtakes its original stays on the phone, and is accepted later', async () => {
    const [original, edited] = [newId(), newId()]
    expect((await send({ instanceId: edited, deprecatedId: original })).statusCode).toBe(404)
    expect(await statesOf(edited)).toEqual([])
    await send({ instanceId: original })
    expect((await send({ instanceId: edited, deprecatedId: original, head: 'Eva' })).statusCode).toBe(201)
    expect(await responsesOf(edited)).toMatchObject([{ values: { head: 'Eva' } }])
  })
})

test('accepts an interview after the survey was closed, as a late one', async () => {
  const instanceId = newId()
  await world.as('manager')(changeSurveyStatus, { params: { id: surveyId }, body: { status: 'closed' } })
  expect((await send({ instanceId })).statusCode).toBe(201)
  expect(await submissionsOf(instanceId)).toMatchObject([{ state: 'stored', problem: { isLate: true } }])
})
