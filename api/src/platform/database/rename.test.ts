import { expect, expectTypeOf, test } from 'vitest'

import { presenterOf, toColumns } from './rename.ts'

const columnsByName = {
  householdName: 'household_name',
  createdAt: 'created_at',
  endTime: 'end_time',
} as const

test('presents columns under their names, with times as ISO texts', () => {
  const row = {
    created_at: new Date('2026-03-31T07:00:00Z'),
    end_time: null as Date | null,
    household_name: 'Sitoe',
    other: 1,
  }
  const presented = presenterOf(columnsByName)(row)
  expect(Object.entries(presented)).toEqual([
    ['householdName', 'Sitoe'],
    ['createdAt', '2026-03-31T07:00:00.000Z'],
    ['endTime', null],
  ])
  expectTypeOf(presented).toEqualTypeOf<{
    readonly householdName: string
    readonly createdAt: string
    readonly endTime: string | null
  }>()
})

test('writes the values of a record by column', () => {
  const record: { householdName: string; createdAt: string; endTime: string | null } = {
    householdName: 'Sitoe',
    createdAt: '2026-03-31T07:00:00Z',
    endTime: null,
  }
  const columns = toColumns(columnsByName, record)
  expect(Object.entries(columns)).toEqual([
    ['household_name', 'Sitoe'],
    ['created_at', '2026-03-31T07:00:00Z'],
    ['end_time', null],
  ])
  expectTypeOf(columns).toEqualTypeOf<{
    readonly household_name: string
    readonly created_at: string
    readonly end_time: string | null
  }>()
})
