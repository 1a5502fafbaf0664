/** Cases of ODK Central's own tests that no other test proves. docs/central-cases.md has the table. */
import { randomUUID } from 'node:crypto'

import { destroySurveyResponses, listImages } from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { picture } from '../../../testing/images.ts'
import { createPhone } from '../../../testing/phone.ts'
import type { TestPhone } from '../../../testing/phone.ts'
import { createOpenSurvey, question } from '../../../testing/responses.ts'
import { createSurvey } from '../../../testing/surveys.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { phoneFilesJob } from '../../storage/phone-files-job.ts'

let world: World
let surveyId: string
let phone: TestPhone
let photo: Buffer
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db)
  phone = await createPhone(world, { surveyId, label: 'Phone of Ana' })
  photo = await picture().jpeg().toBuffer()
})
afterAll(() => world.close())

const newId = () => `uuid:${randomUUID()}`

const submissionsOf = (instanceId: string) =>
  world.db
    .selectFrom('field_submissions')
    .select([
      'state',
      'survey_id',
      'survey_version',
      'device_id',
      'odk_device_id',
      'user_agent',
      'response_id',
    ])
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()

const attachmentsOf = async (instanceId: string) => {
  const rows = await world.db
    .selectFrom('field_attachments')
    .innerJoin('field_submissions', 'field_submissions.id', 'field_attachments.submission_id')
    .select(['name', 'field_attachments.state'])
    .where('instance_id', '=', instanceId)
    .orderBy('name')
    .execute()
  return rows.map(({ name, state }) => `${name}: ${state}`)
}

describe('a post that cannot be read is refused with a message', () => {
  const xmlPart = 'Content-Disposition: form-data; name="xml_submission_file"; filename="a.xml"'
  test.for<[string, string, string]>([
    ['XML without a form', 'text/xml', '<data id="x"/>'],
    ['a form without a boundary', 'multipart/form-data', ''],
    ['a form without an end', 'multipart/form-data; boundary=B', ''],
    ['a part without content', 'multipart/form-data; boundary=B', `--B\r\n${xmlPart}\r\n--B--\r\n`],
    [
      'a form without the XML',
      'multipart/form-data; boundary=B',
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--B--\r\n',
    ],
    [
      'XML that is not well-formed',
      'multipart/form-data; boundary=B',
      `--B\r\n${xmlPart}\r\n\r\n<test\r\n--B--\r\n`,
    ],
  ])('%s', async ([, type, payload]) => {
    const url = `/api/field/${phone.token}/submission`
    const answer = await world.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.body).toMatch(/<message>.+<\/message>/)
  })
})

describe('an interview', () => {
  test('of a draft stays on the phone', async () => {
    const draft = await createSurvey(world.db, { formId: 'draft' })
    const { send } = await createPhone(world, { surveyId: draft, label: 'Phone' })
    expect((await send({})).statusCode).toBe(404)
  })

  test('of a survey that the device may not use stays on the phone', async () => {
    const other = await createOpenSurvey(world.db)
    const { send, deviceId } = await createPhone(world, { surveyId, label: 'Phone' })
    await world.db
      .updateTable('field_devices')
      .set({ surveys: [other] })
      .where('id', '=', deviceId)
      .execute()
    expect((await send({})).statusCode).toBe(404)
  })

  test('of an older version is stored with that version', async () => {
    const formId = randomUUID()
    const items = [question('head', { type: 'text' as const })]
    const id = await createSurvey(world.db, { formId, items, status: 'open' })
    await createSurvey(world.db, {
      formId,
      items: [...items, question('age', { type: 'integer' })],
      status: 'open',
    })
    const { send } = await createPhone(world, { surveyId: id, label: 'Phone' })
    for (const version of ['1', '2']) {
      const instanceId = newId()
      expect((await send({ instanceId, version })).statusCode).toBe(201)
      expect(await submissionsOf(instanceId)).toMatchObject([
        { state: 'stored', survey_version: Number(version) },
      ])
    }
  })

  test('has its device, the id of the phone and the app', async () => {
    const instanceId = newId()
    await phone.send({ instanceId, odkDeviceId: 'collect:0123456789abcdef' })
    expect(await submissionsOf(instanceId)).toMatchObject([
      {
        device_id: phone.deviceId,
        odk_device_id: 'collect:0123456789abcdef',
        user_agent: 'org.odk.collect.android/v2026.2.0',
      },
    ])
  })

  test('is stored with any id of the phone', async () => {
    for (const [odkDeviceId, stored] of [
      ['', ''],
      ['x'.repeat(1_000), 'x'.repeat(255)],
      ['a\0b\n', 'ab'],
    ] as const) {
      const instanceId = newId()
      expect((await phone.send({ instanceId, odkDeviceId })).statusCode).toBe(201)
      expect(await submissionsOf(instanceId)).toMatchObject([{ odk_device_id: stored }])
    }
  })

  test('with the instance of another form is stored', async () => {
    const instanceId = newId()
    const other = await createPhone(world, { surveyId: await createOpenSurvey(world.db), label: 'Phone' })
    expect((await phone.send({ instanceId })).statusCode).toBe(201)
    expect((await other.send({ instanceId })).statusCode).toBe(201)
    const stored = await submissionsOf(instanceId)
    expect(stored.map(({ state }) => state)).toEqual(['stored', 'stored'])
    expect(new Set(stored.map(({ response_id: id }) => id)).size).toBe(2)
  })

  test('that was deleted is not created again', async () => {
    const instanceId = newId()
    await phone.send({ instanceId, head: 'Deleted' })
    const [{ response_id: id } = {}] = await submissionsOf(instanceId)
    const deleted = await world.as('manager')(destroySurveyResponses, { query: { ids: [id ?? ''] } })
    expect(deleted.status).toBe(200)
    expect((await phone.send({ instanceId, head: 'Deleted' })).statusCode).toBe(201)
    const responses = await world.db
      .selectFrom('survey_responses')
      .select('id')
      .where('id', '=', id ?? '')
      .execute()
    expect(responses).toEqual([])
    expect(await submissionsOf(instanceId)).toHaveLength(1)
  })
})

describe('an edit', () => {
  test('with the instance of its original is kept for a manager', async () => {
    const [first, second] = [newId(), newId()]
    await phone.send({ instanceId: first })
    await phone.send({ instanceId: second, deprecatedId: first, head: 'Maria' })
    expect((await phone.send({ instanceId: first, deprecatedId: second, head: 'Eva' })).statusCode).toBe(201)
    expect((await submissionsOf(first)).map(({ state }) => state)).toEqual(['stored', 'conflict'])
    const [{ response_id: id } = {}] = await submissionsOf(second)
    const response = await world.db
      .selectFrom('survey_responses')
      .select('values')
      .where('id', '=', id ?? '')
      .executeTakeFirst()
    expect(response?.values).toMatchObject({ head: 'Maria' })
  })

  test('of a closed survey is applied', async () => {
    const [first, second] = [newId(), newId()]
    const { send, formId } = await createPhone(world, {
      surveyId: await createOpenSurvey(world.db),
      label: 'Phone',
    })
    await send({ instanceId: first })
    await world.db.updateTable('surveys').set({ status: 'closed' }).where('form_id', '=', formId).execute()
    expect((await send({ instanceId: second, deprecatedId: first, head: 'Maria' })).statusCode).toBe(201)
    expect(await submissionsOf(second)).toMatchObject([{ state: 'stored' }])
  })
})

describe('files', () => {
  const imagesOf = async (instanceId: string) => {
    await phoneFilesJob.run({}, world.services)
    const [{ response_id: id } = {}] = await submissionsOf(instanceId)
    const { body } = await world.as('manager')(listImages, { params: { id: id ?? '' } })
    return body.map(({ name, question: of }) => `${String(of)}: ${name}`).toSorted()
  }

  test('with the same content are stored for each question', async () => {
    const instanceId = newId()
    const members = [{ name: 'Eva', face: 'b.jpg' }]
    await phone.send({ instanceId, house: 'a.jpg', members }, { files: { 'a.jpg': photo, 'b.jpg': photo } })
    expect(await imagesOf(instanceId)).toEqual(['house: a.jpg', 'members.0.face: b.jpg'])
  })

  test('that two questions name are stored once', async () => {
    const instanceId = newId()
    const members = [{ name: 'Eva', face: 'a.jpg' }]
    const answer = await phone.send({ instanceId, house: 'a.jpg', members }, { files: { 'a.jpg': photo } })
    expect(answer.statusCode).toBe(201)
    expect(await imagesOf(instanceId)).toEqual(['house: a.jpg'])
  })

  test('that no answer names are kept, and are no files of the response', async () => {
    const instanceId = newId()
    await phone.send(
      { instanceId, house: 'a.jpg' },
      { files: { 'random.jpg': photo, 'audit.csv': Buffer.from('event') } },
    )
    expect(await imagesOf(instanceId)).toEqual([])
    expect(await attachmentsOf(instanceId)).toEqual([
      'a.jpg: expected',
      'audit.csv: received',
      'random.jpg: received',
    ])
  })
})
