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

test('§5 refuses an answer that a filter excludes', async () => {
  const refused = await create({ ...answers, district: 'boane' })
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ details: { issues: [{ path: 'data.values.village' }] } })
})
