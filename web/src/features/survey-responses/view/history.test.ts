import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { changeName, distinctChanges } from './distinct-changes.ts'
import { columnOf, fieldName, questionLabel, valueText } from './history-texts.ts'
import { originalAnswers } from './original-answers.ts'

beforeAll(() => loadAllTexts('en'))

const entry = (action: HistoryEntry['action'], changes: HistoryEntry['changes']): HistoryEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-11-14T09:30:00.000Z',
  createdByEmail: 'ana@example.org',
  device: null,
  action,
  isUndo: false,
  comment: null,
  changes,
  recalculated: [],
})

test('returns the original value of a changed answer, but not of an answer that was changed back', () => {
  const history = [
    entry('update', [
      { field: 'values.age', before: 41, after: 42 },
      { field: 'values.rooms', before: 4, after: 3 },
      { field: 'village', before: 'a', after: 'b' },
    ]),
    entry('statusChange', [{ field: 'status', before: 'submitted', after: 'verified' }]),
    entry('update', [
      { field: 'values.age', before: 40, after: 41 },
      { field: 'values.rooms', before: 3, after: 4 },
      { field: 'values.crop', before: undefined, after: 'maize' },
    ]),
    entry('create', [{ field: 'values.age', before: null, after: 40 }]),
  ]
  expect(originalAnswers(history, { age: 42, rooms: 3, crop: 'maize' })).toEqual({ age: 40, crop: undefined })
})

const survey = surveyOf(
  [
    ask('choice', 'farm', { list: 'yes_no', labels: { en: 'Do you farm?' } }),
    repeat('members', [ask('text', 'first'), ask('integer', 'age')]),
  ],
  { yes_no: [{ value: 'yes', labels: { en: 'Yes' } }] },
)

test('formats fields and values with the labels of the questionnaire and the screens', () => {
  expect(fieldName(survey, 'values.farm')).toBe('Do you farm?')
  expect(fieldName(survey, 'investigatorName')).toBe('Enumerator')
  expect(fieldName(survey, 'values.gone')).toBe('values.gone')
  expect(questionLabel(survey, 'farm')).toBe('Do you farm?')
  expect(questionLabel(survey, 'members.1.age')).toBe('members 2, age')
  expect(questionLabel(survey, 'gone.0.age')).toBe('gone.0.age')
  expect(valueText(survey, 'values.farm', 'yes')).toBe('Yes')
  expect(valueText(survey, 'values.members', [{ first: 'Ana', age: 3 }, { first: 'Rui' }])).toBe(
    'Ana, 3; Rui',
  )
  expect(valueText(survey, 'status', 'onHold')).toBe('On hold')
  expect(valueText(survey, 'startTime', '2026-11-14T09:30:00.000Z')).toBe('2026-11-14 09:30')
  expect(valueText(survey, 'photos', [{ id: '1', name: 'a.png' }, { url: 'https://b' }])).toBe(
    'a.png, https://b',
  )
  expect(valueText(survey, 'location', { latitude: 1, longitude: 2 })).toBe('1.000000, 2.000000')
  expect([null, undefined, '', []].map((value) => valueText(survey, 'village', value))).toEqual(
    Array.from({ length: 4 }),
  )
})

const derivingSurvey = surveyOf(
  [
    ask('choice', 'place', { list: 'places', labels: { en: 'Village' }, feeds: 'village' }),
    ask('text', 'head', { labels: { en: 'Head of household' }, feeds: 'householdName' }),
    ask('location', 'position', { feeds: 'location' }),
    ask('text', 'village_type'),
  ],
  {
    places: [
      { value: 'v1', labels: { en: 'Gondola', 'pt-BR': 'Gôndola' } },
      { value: 'v2', labels: { en: 'Tete' } },
    ],
  },
)
const fieldsAfter = (changes: HistoryEntry['changes']) =>
  distinctChanges(derivingSurvey, changes).map(({ field }) => field)

test('lists an answer and the column that it fills as one change', () => {
  const locationAt = (latitude: number) => ({ latitude, longitude: 2 })
  expect(
    fieldsAfter([
      { field: 'village', before: 'Gondola', after: 'Tete' },
      { field: 'householdName', before: null, after: 'Ana' },
      { field: 'location', before: locationAt(1), after: locationAt(3) },
      { field: 'values.place', before: 'v1', after: 'v2' },
      { field: 'values.head', before: null, after: 'Ana' },
      { field: 'values.position', before: locationAt(1), after: locationAt(3) },
    ]),
  ).toEqual(['values.place', 'values.head', 'values.position'])
})

test('lists a column that changed differently from its answer, or alone, under a distinct name', () => {
  const column = { field: 'village', before: 'Gondola', after: 'Nhamatanda' }
  const answer = { field: 'values.place', before: 'v1', after: 'v2' }
  expect(fieldsAfter([column, answer])).toEqual(['village', 'values.place'])
  expect(fieldsAfter([{ ...column, before: 'Tete', after: 'Tete' }, answer])).toEqual([
    'village',
    'values.place',
  ])
  expect(fieldsAfter([column])).toEqual(['village'])
  expect(['village', 'values.place'].map((field) => changeName(derivingSurvey, field))).toEqual([
    'Village, as shown in lists',
    'Village',
  ])
  expect(changeName(derivingSurvey, 'householdName')).toBe('Household')
  // The names match, but the question fills no column.
  expect(
    fieldsAfter([
      { field: 'villageType', before: null, after: 'rural' },
      { field: 'values.village_type', before: null, after: 'rural' },
    ]),
  ).toHaveLength(2)
})

test('leaves out references that follow a name, and offsets that follow a time', () => {
  expect(
    fieldsAfter([
      { field: 'investigatorName', before: 'Ana', after: 'Rui' },
      { field: 'investigatorId', before: 'a', after: 'b' },
      { field: 'startTime', before: 'x', after: 'y' },
      { field: 'startOffsetMinutes', before: 120, after: 60 },
      { field: 'supervisorId', before: null, after: 'c' },
    ]),
  ).toEqual(['investigatorName', 'startTime', 'supervisorId'])
})

test('finds the column that an answer fills, in groups too', () => {
  const feedingSurvey = surveyOf([
    group('place', [ask('text', 'where', { feeds: 'village' })]),
    ask('text', 'head', { feeds: 'householdName' }),
    ask('text', 'roof'),
  ])
  expect(
    ['values.where', 'values.head', 'values.roof', 'village'].map((field) => columnOf(feedingSurvey, field)),
  ).toEqual(['village', 'householdName', undefined, undefined])
})
