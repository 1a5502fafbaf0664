import { expect, test } from 'vitest'

import { initialListState, listReducer, orderOf, pageRequest, sortedColumn } from './list-state.ts'
import type { ListEvent, ListState } from './list-state.ts'

const state: ListState = {
  filter: { email: 'ana' },
  orderBy: 'email_ASC',
  page: 4,
  pageSize: 20,
  selected: ['a', 'b'],
}

test('spec §4 starts at page 1, pageSize 10, empty filter, nothing selected', () => {
  expect(initialListState('startTime_DESC')).toEqual({
    filter: {},
    orderBy: 'startTime_DESC',
    page: 1,
    pageSize: 10,
    selected: [],
  })
})

test('spec §4 a filter change resets to page 1', () => {
  const next = listReducer(state, { type: 'filtered', change: () => ({ email: 'rui' }) })
  expect(next).toEqual({ ...state, filter: { email: 'rui' }, page: 1, selected: [] })
})

test('spec §4 a sort change keeps the page', () => {
  const next = listReducer(state, { type: 'sorted', orderBy: 'email_DESC' })
  expect(next).toEqual({ ...state, orderBy: 'email_DESC', selected: [] })
})

test('spec §4 changing the page or its size changes nothing else', () => {
  const next = listReducer(state, { type: 'turned', page: 4, pageSize: 50 })
  expect(next).toEqual({ ...state, pageSize: 50, selected: [] })
})

test('spec §4 every fetch clears the selection, and only selecting sets it', () => {
  const fetching: ListEvent[] = [
    { type: 'filtered', change: () => ({}) },
    { type: 'sorted', orderBy: 'email_ASC' },
    { type: 'turned', page: 1, pageSize: 10 },
    { type: 'fetched' },
  ]
  for (const event of fetching) expect(listReducer(state, event).selected).toEqual([])
  expect(listReducer(state, { type: 'selected', ids: ['c'] })).toEqual({ ...state, selected: ['c'] })
})

test('spec §4 descend means DESC, otherwise ASC', () => {
  expect(orderOf('startTime', 'descend')).toBe('startTime_DESC')
  expect(orderOf('startTime', 'ascend')).toBe('startTime_ASC')
  expect(orderOf('startTime', undefined)).toBe('startTime_ASC')
  expect(orderOf('startTime', null)).toBe('startTime_ASC')
  expect(sortedColumn('start_time_DESC')).toEqual({ column: 'start_time', descending: true })
})

test.for([
  [1, 10, 0],
  [2, 10, 10],
  [7, 100, 600],
] as const)('spec §4 offset = (page − 1) × page size: %i, %i → %i', ([page, pageSize, offset]) => {
  expect(pageRequest({ page, pageSize })).toEqual({ limit: pageSize, offset })
})
