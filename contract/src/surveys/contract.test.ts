import { expect, test } from 'vitest'

import { getSurveyMaster, listSurveys } from './contract.ts'
import { Key, SurveyMaster, textIn } from './master.ts'
import { ask, group, repeat, surveyOf } from './testing/household.ts'

test('§7 the list takes its filters and orders, and nothing else', () => {
  const { query } = listSurveys
  expect(query.parse({ filter: { status: 'open' }, limit: '10' })).toMatchObject({
    filter: { status: ['open'] },
  })
  expect(query.safeParse({ filter: { id: 'x' } }).success).toBe(false)
  expect(query.safeParse({ filter: { status: ['gone'] } }).success).toBe(false)
  expect(query.safeParse({ orderBy: 'formId_ASC' }).success).toBe(false)
})

test('a master is asked for by its number of version', () => {
  expect(getSurveyMaster.query.parse({ version: '3' })).toEqual({ version: 3 })
  expect(getSurveyMaster.query.safeParse({ version: '-1' }).success).toBe(false)
})

test('sections in sections and repeats pass the schema whole', () => {
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
  'no key of a question: %s',
  (key) => {
    expect(Key.safeParse(key).success).toBe(false)
  },
)

test.for<[string, string]>([
  ['pt-BR', 'Olá'],
  ['pt-PT', 'Olá'],
  ['fr', 'Hello'],
  ['en', 'Hello'],
])('§1 a reader of %s reads %s', ([language, text]) => {
  expect(textIn({ en: 'Hello', 'pt-BR': 'Olá' }, language, { defaultLanguage: 'en' })).toBe(text)
})

test('a text that its own language lacks is told in any that has it', () => {
  expect(textIn({ sw: 'Habari' }, 'pt-BR', { defaultLanguage: 'en' })).toBe('Habari')
  expect(textIn(undefined, 'en', { defaultLanguage: 'en' })).toBeUndefined()
})
