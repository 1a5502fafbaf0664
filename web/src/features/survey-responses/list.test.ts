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
