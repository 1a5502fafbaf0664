import { expect, test } from 'vitest'

import { readView, requestOf, sortPeople, writeView } from './view.ts'

const survey = '019a0000-0000-7000-8000-000000000001'

test('builds the request from the address, and writes the same address back', () => {
  const search = {
    survey,
    surveyDateRange: ['2026-11-01', '2026-11-10'],
    colour: 'waiting',
    people: 'supervisors',
    orderBy: 'returned_DESC',
    offset: 20,
  }
  expect(writeView(readView(search))).toEqual(search)
  expect(requestOf(readView({ ...search, offset: '20' }))).toEqual({
    params: { id: survey },
    query: {
      surveyDateRange: ['2026-11-01', '2026-11-10'],
      people: 'supervisors',
      orderBy: 'returned_DESC',
      offset: 20,
    },
  })
})

test('leaves out defaults and invalid values', () => {
  expect(writeView(readView({}))).toEqual({})
  const nonsense = {
    survey: 'all',
    surveyDateRange: ['yesterday', 7],
    people: 'everybody',
    orderBy: 'median_ASC',
    offset: -1,
    colour: 'pink',
    more: 1,
  }
  expect(writeView(readView(nonsense))).toEqual({})
  expect(requestOf(readView({}))).toEqual({
    params: { id: 'all' },
    query: { people: 'enumerators', orderBy: 'count_DESC', offset: 0 },
  })
})

test('resets the offset when the order changes', () => {
  expect(sortPeople(readView({ offset: 30 }), 'name', false)).toMatchObject({
    orderBy: 'name_ASC',
    offset: 0,
  })
})
