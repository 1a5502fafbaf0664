import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import { ask, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { changedAnswers } from './changed-answers.ts'
import { fieldName, valueText } from './history-words.ts'

beforeAll(() => loadLanguage('en'))

const entry = (action: HistoryEntry['action'], changes: HistoryEntry['changes']): HistoryEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-11-14T09:30:00.000Z',
  createdByEmail: 'ana@example.org',
  action,
  isUndo: false,
  comment: null,
  changes,
})

test('a changed answer is shown with what it was at first; one that is back again is not changed', () => {
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
  expect(changedAnswers(history, { age: 42, rooms: 3, crop: 'maize' })).toEqual({ age: 40, crop: undefined })
})

const survey = surveyOf(
  [
    ask('choice', 'farm', { list: 'yes_no', labels: { en: 'Do you farm?' } }),
    repeat('members', [ask('text', 'first'), ask('integer', 'age')]),
  ],
  { yes_no: [{ value: 'yes', labels: { en: 'Yes' } }] },
)

test('the history speaks in the words of the questionnaire and of the screens', () => {
  expect(fieldName(survey, 'values.farm')).toBe('Do you farm?')
  expect(fieldName(survey, 'investigatorName')).toBe('Enumerator')
  expect(fieldName(survey, 'values.gone')).toBe('values.gone')
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
