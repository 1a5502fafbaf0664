import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { answerFolders } from '@baseline/contract/storage/folders.ts'
import type { AnswerFileKind } from '@baseline/contract/storage/folders.ts'
import * as contract from '@baseline/contract/survey-responses/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, interview, question } from '../../testing/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let surveyId: string
beforeAll(async () => {
  world = await openWorld()
  surveyId = await createOpenSurvey(world.db, {
    choices: {
      districts: ['boane', 'moamba'].map((value) => ({ value, labels: { en: value } })),
      villages: ['a', 'b'].map((value, index) => ({
        value,
        labels: { en: value },
        attributes: { district: index === 0 ? 'boane' : 'moamba' },
      })),
    },
    items: [
      question('size', { type: 'integer' }),
      question('double', { type: 'calculated', calculation: '${size} * 2', result: 'number' }),
      question('district', { type: 'choice', list: 'districts' }),
      question('village', { type: 'choice', list: 'villages', choiceFilter: 'district = ${district}' }),
      question('order', { type: 'rank', list: 'districts' }),
      question('when', { type: 'dateTime' }),
      question('agreed', { type: 'acknowledge' }),
      question('field', { type: 'area' }),
      question('device', { type: 'metadata', metadata: 'deviceid' }),
      question('voice', { type: 'audio' }),
      question('clip', { type: 'video' }),
      question('letter', { type: 'file' }),
      {
        kind: 'repeat',
        key: 'people',
        labels: { en: 'People' },
        count: '${size}',
        items: [question('line', { type: 'calculated', calculation: 'position(..)', result: 'number' })],
      },
    ],
  })
})
afterAll(() => world.close())

const create = (values: Record<string, unknown>) =>
  world.as('supervisor')(contract.createSurveyResponse, {
    body: { data: { ...interview(surveyId), values } },
  })

const answers = {
  size: 2,
  district: 'moamba',
  village: 'b',
  order: ['moamba', 'boane'],
  when: '2026-03-31T14:30',
  agreed: 'OK',
  field: {
    type: 'Polygon',
    coordinates: [
      [
        [32, -25],
        [33, -25],
        [33, -26],
        [32, -25],
      ],
    ],
  },
  device: 'd1',
}

test('§5 stores the answers of every type, and calculates on the server', async () => {
  const { body } = await create({ ...answers, double: 99, people: [{}, {}, {}] })
  const stored = { ...answers, double: 4, people: [{ line: 1 }, { line: 2 }] }
  expect(body.values).toEqual(stored)
  const found = await world.as('supervisor')(contract.getSurveyResponse, { params: { id: body.id } })
  expect(found.body.values).toEqual(stored)
})

test('the history has the results that the server replaced', async () => {
  const { body } = await create({ ...answers, double: 99, people: [{ line: 1 }, { line: 7 }] })
  const history = async () =>
    (await world.as('supervisor')(contract.getHistory, { params: { id: body.id } })).body
  const replaced = [
    { path: 'double', given: '99', result: '4' },
    { path: 'people.1.line', given: '7', result: '2' },
  ]
  expect(
    (await history()).map(({ action, changes, recalculated }) => [action, changes, recalculated]),
  ).toEqual([['create', [], replaced]])
  const { surveyId: _survey, ...data } = interview(surveyId)
  const edit = (values: object) =>
    world.as('supervisor')(contract.updateSurveyResponse, {
      params: { id: body.id },
      body: { id: body.id, data: { ...data, values: { ...answers, ...values } } },
    })
  expect((await edit({ agreed: undefined, double: 5 })).status).toBe(200)
  expect((await edit({ agreed: 'OK', double: 4 })).status).toBe(200)
  const [second, first] = await history()
  expect([first?.recalculated, second?.recalculated]).toEqual([
    [{ path: 'double', given: '5', result: '4' }],
    [],
  ])
  expect(first?.changes.map(({ field }) => field)).toEqual(['values.agreed'])
})

test('§5 refuses an answer that a filter excludes', async () => {
  const refused = await create({ ...answers, district: 'boane' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ details: { issues: [{ path: 'data.values.village' }] } })
})

const upload = async (kind: AnswerFileKind, content: string) => {
  const { token } = (await world.as('supervisor')(getStorageToken)).body
  const file = new File([content], kind)
  return (await world.as('supervisor')(uploadFile, { body: { token, folder: answerFolders[kind] }, file }))
    .body
}

test('§5 links recordings and files to their questions, each of its kind', async () => {
  const voice = await upload('audio', 'OggS')
  const clip = await upload('video', '\0\0\0\u0018ftypisom')
  const letter = await upload('file', '%PDF-1.7')
  const wrong = await create({ ...answers, voice: clip.id })
  expect(wrong).toMatchObject({
    status: 400,
    body: { details: { issues: [{ path: 'data.values.voice' }] } },
  })
  const files = { voice: voice.id, clip: clip.id, letter: letter.id }
  const { status, body } = await create({ ...answers, ...files })
  expect(status).toBe(200)
  expect(body.photos).toEqual([])
  const listed = await world.as('supervisor')(contract.listImages, { params: { id: body.id } })
  expect(listed.body.map(({ question: key, contentType }) => [key, contentType])).toEqual([
    ['voice', 'audio/ogg'],
    ['clip', 'video/mp4'],
    ['letter', 'application/pdf'],
  ])
  const unused = await world.db
    .selectFrom('files')
    .select('id')
    .where('unused_since', 'is not', null)
    .execute()
  expect(unused).toEqual([])
})
