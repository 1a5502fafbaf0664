import { describe, expect, expectTypeOf, test } from 'vitest'

import { namesWith, pick, pluck, recordOf, startWith } from './facts.ts'

const table = {
  code: { kind: 'text', sortable: true, width: 10 },
  day: { kind: 'date', sortable: true },
  note: { width: 40 },
} as const

describe('a table of facts', () => {
  test('returns the names with a fact, in their order', () => {
    const sortable = namesWith(table, 'sortable')
    expect(sortable).toEqual(['code', 'day'])
    expectTypeOf(sortable).toEqualTypeOf<('code' | 'day')[]>()
  })

  test('returns the names with one value of a fact', () => {
    const dates = namesWith(table, 'kind', 'date')
    expect(dates).toEqual(['day'])
    expectTypeOf(dates).toEqualTypeOf<'day'[]>()
  })

  test('returns one fact of each entry that has it', () => {
    const widths = pluck(table, 'width')
    expect(widths).toEqual({ code: 10, note: 40 })
    expectTypeOf(widths).toEqualTypeOf<{ code: 10; note: 40 }>()
  })
})

test('starts with some names and repeats none', () => {
  expect(startWith(['note', 'day'], ['code', 'day', 'note'])).toEqual(['note', 'day', 'code'])
})

test('picks entries with their types', () => {
  const picked = pick({ age: 7, name: 'Ana', photo: null }, ['name', 'age'])
  expect(Object.entries(picked)).toEqual([
    ['name', 'Ana'],
    ['age', 7],
  ])
  expectTypeOf(picked).toEqualTypeOf<{ age: number; name: string }>()
})

test('builds a record with a value for each name', () => {
  const lengths = recordOf(['code', 'day'], (name) => name.length)
  expect(lengths).toEqual({ code: 4, day: 3 })
  expectTypeOf(lengths).toEqualTypeOf<Record<'code' | 'day', number>>()
})
