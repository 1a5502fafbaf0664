import { expect, test } from 'vitest'

import { getSurveyMaster, listSurveys } from './contract.ts'
import { Key, SurveyMaster, textIn } from './master.ts'
import { ask, group, repeat, surveyOf } from './testing/household.ts'

test('§7 the list accepts its own filters and orders only', () => {
  const { query } = listSurveys
  expect(query.parse({ filter: { status: 'open' }, limit: '10' })).toMatchObject({
    filter: { status: ['open'] },
  })
  expect(query.safeParse({ filter: { id: 'x' } }).success).toBe(false)
  expect(query.safeParse({ filter: { status: ['gone'] } }).success).toBe(false)
  expect(query.safeParse({ orderBy: 'timeZone_ASC' }).success).toBe(false)
})

test('selects a master by its version number', () => {
  expect(getSurveyMaster.query.parse({ version: '3' })).toEqual({ version: 3 })
  expect(getSurveyMaster.query.safeParse({ version: '-1' }).success).toBe(false)
})

test('accepts nested sections and repeats', () => {
  const master = {
    ...surveyOf([group('a', [group('b', [repeat('c', [ask('text', 'd')])])])]),
    id: '019a0000-0000-7000-8000-000000000000',
    version: 1,
    status: 'open',
    openFrom: null,
    closeOn: '2026-12-31',
    createdAt: '2026-01-01T00:00:00Z',
  }
  expect(SurveyMaster.parse(master)).toEqual(master)
})

test.for(['__proto__', 'constructor', 'toString', 'a.b', '1a', '', 'a b', 'é', 'x'.repeat(65)])(
  'refuses the question key %s',
  (key) => {
    expect(Key.safeParse(key).success).toBe(false)
  },
)

test.for<[string, string]>([
  ['pt-BR', 'Olá'],
  ['pt-PT', 'Olá'],
  ['fr', 'Hello'],
  ['en', 'Hello'],
])('§1 for the language %s, returns %s', ([language, text]) => {
  expect(textIn({ en: 'Hello', 'pt-BR': 'Olá' }, language, { defaultLanguage: 'en' })).toBe(text)
})

test('falls back to any language that has the text', () => {
  expect(textIn({ sw: 'Habari' }, 'pt-BR', { defaultLanguage: 'en' })).toBe('Habari')
  expect(textIn(undefined, 'en', { defaultLanguage: 'en' })).toBeUndefined()
})
