import { closeQuery, openAnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { changeResponseStatus } from '@baseline/contract/survey-responses/contract.ts'
import { returnedFormId } from '@baseline/contract/surveys/phone-forms.ts'
import { readCsv } from '@baseline/tabular/read-csv.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { Instance } from '../../../../../scripts/collect/phone.ts'
import { Phone } from '../../../../../scripts/collect/phone.ts'
import { writeSettings } from '../../../../../scripts/collect/settings.ts'
import { findFreePort } from '../../../../../scripts/stack/processes.ts'
import { createToken, hashToken } from '../../../platform/auth/device.ts'
import { createOpenSurvey } from '../../../testing/responses.ts'
import { issuer } from '../../../testing/token-issuer.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'

let world: World
let url: string
let formId: string
let surveyId: string
beforeAll(async () => {
  const port = await findFreePort()
  url = `http://127.0.0.1:${String(port)}`
  world = await openWorld({ PUBLIC_URL: url, TOKEN_ISSUER: issuer })
  await world.app.listen({ host: '127.0.0.1', port })
  formId = crypto.randomUUID()
  surveyId = await createOpenSurvey(world.db, { formId, timeZone: 'Africa/Maputo' })
})
afterAll(() => world.close())

/** Two people can have the same name, and no mobile number. */
const createEnumerator = async (): Promise<string> => {
  const { id } = await world.db
    .insertInto('user_details')
    .values({ first_name: 'Ana', last_name: 'Sitoe', gender: 'female' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const createPhone = async (person: string | null): Promise<Phone> => {
  const token = createToken()
  await world.db
    .insertInto('field_devices')
    .values({
      label: 'Phone',
      created_by: world.people.manager.id,
      token_hash: hashToken(token),
      user_details_id: person,
      surveys: [surveyId],
    })
    .execute()
  const phone = new Phone(
    writeSettings({ general: { server_url: `${url}/api/field/${token}`, delete_send: false }, admin: {} }),
  )
  onTestFinished(() => phone.close())
  await phone.refreshForms()
  return phone
}

const sendInterview = async (phone: Phone, village: string): Promise<Instance> => {
  const interview = phone.finalize(phone.getForm(formId), {
    '/data/village': village,
    '/data/head': 'João Nhantumbo',
    '/data/farms': 'no',
  })
  expect(await phone.send(interview)).toMatchObject({ isSent: true })
  return interview
}

const findResponse = ({ instanceId }: Instance) =>
  world.db
    .selectFrom('field_instances')
    .innerJoin('survey_responses', 'survey_responses.id', 'field_instances.response_id')
    .select(['survey_responses.id', 'display_id', 'status', 'survey_date'])
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow()

const returnInterview = async (interview: Instance, comment: string) => {
  const { id } = await findResponse(interview)
  const { status } = await world.as('supervisor')(changeResponseStatus, {
    params: { id },
    body: { status: 'returned', comment },
  })
  expect(status).toBe(200)
}

const fileOf = (phone: Phone): string =>
  phone.getForm(returnedFormId).media.get('returned.csv')?.toString('utf8') ?? ''

const stateOf = async (phone: Phone) =>
  (await phone.refreshForms()).find((form) => form.formId === returnedFormId)

const countOf = async (table: 'survey_responses' | 'field_submissions' | 'field_instances') => {
  const { count } = await world.db
    .selectFrom(table)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const rowsOf = (phone: Phone): string[][] => [...readCsv(Buffer.from(fileOf(phone)), csvLimits)].slice(1)
const csvLimits = { fileBytes: 1e6, rows: 1e3, columns: 10 }

const header = 'name,label,reason,queries,returned,sent\r\n'

test('each person gets the own returned interviews, at the next refresh', async () => {
  const [ana, namesake] = [
    await createPhone(await createEnumerator()),
    await createPhone(await createEnumerator()),
  ]
  const interview = await sendInterview(ana, 'Chimoio')
  const other = await sendInterview(namesake, 'Beira')
  expect(fileOf(ana)).toBe(header)
  await returnInterview(interview, 'Check "the" age,\nplease')
  await returnInterview(other, 'Wrong village')

  expect(await stateOf(ana)).toEqual({ formId: returnedFormId, state: 'updatedMedia' })
  await namesake.refreshForms()
  const [response, otherResponse] = [await findResponse(interview), await findResponse(other)]
  expect(rowsOf(ana)).toEqual([
    [
      response.id,
      `${response.display_id} · Baseline · Chimoio`,
      'Check "the" age,\nplease',
      '–',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d · supervisor@example\.org$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    ],
  ])
  expect(fileOf(ana)).not.toContain('Nhantumbo')
  expect(rowsOf(namesake).map(([id]) => id)).toEqual([otherResponse.id])
})

test('a returned interview comes with its open queries', async () => {
  const [phone, other] = [
    await createPhone(await createEnumerator()),
    await createPhone(await createEnumerator()),
  ]
  const [interview, otherInterview] = [await sendInterview(phone, 'Tete'), await sendInterview(other, 'Gaza')]
  const ask = async (one: Instance, question: string, text: string) => {
    const { status, body } = await world.as('supervisor')(openAnswerQuery, {
      params: { id: (await findResponse(one)).id },
      body: { question, text },
    })
    expect(status).toBe(200)
    return body
  }
  await ask(interview, 'village', 'Is this the village or the ward?')
  const closed = await ask(interview, 'farms', 'Closed before the return')
  await ask(interview, 'head', 'Full name,\nplease')
  await ask(otherInterview, 'head', 'Another household')
  expect((await world.as('supervisor')(closeQuery, { params: { id: closed.id }, body: {} })).status).toBe(200)
  await returnInterview(interview, 'See the questions')
  await returnInterview(otherInterview, 'See the question')
  await phone.refreshForms()
  expect(rowsOf(phone).map((row) => row.slice(2, 4))).toEqual([
    ['See the questions', 'village: Is this the village or the ward?\nhead: Full name,\nplease'],
  ])
})

test('an interview that was sent again leaves the list', async () => {
  const phone = await createPhone(await createEnumerator())
  const interview = await sendInterview(phone, 'Tete')
  await returnInterview(interview, 'Check the name')
  await phone.refreshForms()
  expect(fileOf(phone)).toContain('Check the name')
  const edit = phone.edit(interview, { '/data/head': 'Maria' })
  expect(await phone.send(edit)).toMatchObject({ isSent: true })
  expect(await findResponse(edit)).toMatchObject({ status: 'resubmitted' })
  await phone.refreshForms()
  expect(fileOf(phone)).toBe(header)
})

test('a person of whom a reason changes sees the last one', async () => {
  const phone = await createPhone(await createEnumerator())
  const interview = await sendInterview(phone, 'Tete')
  await returnInterview(interview, 'First reason')
  await phone.send(phone.edit(interview, { '/data/head': 'Maria' }))
  await returnInterview(interview, 'Second reason')
  await phone.refreshForms()
  expect(rowsOf(phone).map(([, , reason]) => reason)).toEqual(['Second reason'])
})

test('a phone without a person has no such list', async () => {
  const phone = await createPhone(null)
  expect(phone.forms.map((form) => form.formId)).toEqual([formId])
  const base = String(phone.settings.general['server_url']).replace(url, '')
  for (const path of ['forms/en', 'manifest', 'returned.csv'])
    expect((await world.app.inject({ url: `${base}/returned/${path}` })).statusCode).toBe(404)
})

test('a device with some surveys lists only interviews of these', async () => {
  const person = await createEnumerator()
  const phone = await createPhone(person)
  await returnInterview(await sendInterview(phone, 'Tete'), 'Hidden')
  await world.db
    .updateTable('field_devices')
    .set({ surveys: [await createOpenSurvey(world.db)] })
    .where('user_details_id', '=', person)
    .execute()
  await phone.refreshForms()
  expect(fileOf(phone)).toBe(header)
})

test('a list that was finalized is acknowledged, and nothing is stored', async () => {
  const phone = await createPhone(await createEnumerator())
  const tables = ['survey_responses', 'field_submissions', 'field_instances'] as const
  const before = await Promise.all(tables.map((table) => countOf(table)))
  const list = phone.finalize(phone.getForm(returnedFormId), { '/data/interview': 'x' })
  for (let times = 0; times < 2; times += 1)
    expect(await phone.send(list)).toMatchObject({ isSent: true, message: 'The interview was received' })
  expect(await Promise.all(tables.map((table) => countOf(table)))).toEqual(before)
  expect(phone.instances).toEqual([])
})

describe('a refresh', () => {
  test('without a change transfers nothing', async () => {
    const phone = await createPhone(await createEnumerator())
    const seen = phone.requests.length
    expect((await phone.refreshForms()).map(({ state }) => state)).toEqual(['onDevice', 'onDevice'])
    expect(phone.requests.slice(seen).map(({ status }) => status)).toEqual([304, 304])
  })

  test('with a new returned interview transfers the manifest and the file, not the form', async () => {
    const phone = await createPhone(await createEnumerator())
    await returnInterview(await sendInterview(phone, 'Tete'), 'Check')
    const seen = phone.requests.length
    await phone.refreshForms()
    const paths = phone.requests
      .slice(seen)
      .map(
        (request) =>
          `${new URL(request.url).pathname.replace(/.*\/field\/[^/]+/, '')} ${String(request.status)}`,
      )
    expect(paths).toEqual([
      '/formList 304',
      '/returned/manifest 200',
      '/returned/forms/en 304',
      '/returned/returned.csv 200',
    ])
  })
})

test('the list begins in the language of the questionnaires', async () => {
  const survey = { languages: ['qaa-x-tetun', 'pt'], defaultLanguage: 'pt' }
  const portugueseId = await createOpenSurvey(world.db, survey)
  const person = await createEnumerator()
  const phone = await createPhone(person)
  expect(phone.getForm(returnedFormId).title).toBe('Returned interviews')
  await world.db
    .updateTable('field_devices')
    .set({ surveys: [portugueseId] })
    .where('user_details_id', '=', person)
    .execute()
  expect(await stateOf(phone)).toMatchObject({ state: 'updatedVersion' })
  expect(phone.getForm(returnedFormId).title).toBe('Entrevistas devolvidas')
})

test('the list is found by the index of investigators', async () => {
  const person = await createEnumerator()
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, end_time,
       investigator_id, investigator_name, supervisor_name)
     select $1, 1, 'Baseline', 'plan-' || n, case when n % 10 = 0 then 'returned' else 'approved' end, now(),
       case when n % 100 = 0 then $2::uuid end, 'Ana Sitoe', ''
     from generate_series(1, 1000) n`,
    [surveyId, person],
  )
  await world.queryAsOwner('analyze survey_responses')
  const { rows } = await world.services.pool.query<{ 'QUERY PLAN': string }>(
    "explain select id from survey_responses where investigator_id = $1 and status = 'returned'",
    [person],
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan .*investigator_id/)
})
