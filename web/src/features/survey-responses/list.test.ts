import { expect, test } from 'vitest'

import { surveyResponsesList } from './list.ts'

test('keeps the map and its area in the address, and drops invalid values', () => {
  const address = { area: '12/2418/2353', view: 'map', village: ['Calanga'] }
  expect(surveyResponsesList.validateSearch(address)).toEqual(address)
  expect(surveyResponsesList.criteria(surveyResponsesList.read(address), 'UTC').filter).toEqual({
    area: '12/2418/2353',
    village: ['Calanga'],
  })
  for (const area of ['12/4096/0', '25/0/0', '1/2', ['1/0/0', '1/0/1'], 7])
    expect(surveyResponsesList.validateSearch({ area, view: 'globe' })).toEqual({})
})

test('keeps the map colours in the address while the map is shown', () => {
  expect(surveyResponsesList.validateSearch({ view: 'map', colour: 'waiting' })).toEqual({
    view: 'map',
    colour: 'waiting',
  })
  for (const search of [
    { view: 'map', colour: 'status' },
    { view: 'map', colour: 'pink' },
  ])
    expect(surveyResponsesList.validateSearch(search)).toEqual({ view: 'map' })
  expect(surveyResponsesList.validateSearch({ colour: 'waiting' })).toEqual({})
})

const survey = '01a1edee-0da8-7410-97fd-8fac45b5cfd4'

test('keeps filters and the order by answers in the address while the list has one survey', () => {
  const address = { surveyId: [survey], 'answers.age': ['18', ''], orderBy: 'answers.age_DESC' }
  expect(surveyResponsesList.validateSearch(address)).toEqual(address)
  expect(surveyResponsesList.criteria(surveyResponsesList.read(address), 'UTC')).toEqual({
    filter: { surveyId: [survey], answers: { age: ['18', ''] } },
    orderBy: 'answers.age_DESC',
  })
  const { surveyId: _, ...withoutSurvey } = address
  expect(surveyResponsesList.validateSearch(withoutSurvey)).toEqual({})
  for (const name of ['answers.toString', 'answers.', 'answers.a b', 'answers.1'])
    expect(surveyResponsesList.validateSearch({ surveyId: [survey], [name]: ['1'] })).toEqual({
      surveyId: [survey],
    })
})

test('drops filters and the order by answers when the survey changes', () => {
  const before = surveyResponsesList.read({
    surveyId: [survey],
    'answers.age': ['18', ''],
    status: ['approved'],
    orderBy: 'answers.age_DESC',
  })
  const filter = { ...before.filter, surveyId: [crypto.randomUUID()] }
  const { filter: settled, orderBy } = surveyResponsesList.settle(before, { ...before, filter })
  expect(settled).toEqual({ surveyId: filter.surveyId, status: ['approved'] })
  expect(orderBy).toBe('startTime_DESC')
  expect(surveyResponsesList.settle(before, { ...before, page: 2 }).filter).toBe(before.filter)
})
