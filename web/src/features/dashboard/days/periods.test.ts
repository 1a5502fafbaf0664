import { expect, test } from 'vitest'

import { ticksTo } from './days-chart.tsx'
import { findFieldworkStart, periodsOf, unitFor } from './periods.ts'

const day = (date: string, count: number, expected: number | null = null) => ({
  date,
  count,
  done: count > 0 ? count - 1 : 0,
  expected,
})

test('includes days without responses with a count of 0', () => {
  expect(periodsOf([day('2026-02-27', 4), day('2026-03-02', 2)], 'day')).toEqual([
    { from: '2026-02-27', to: '2026-02-27', count: 4, done: 3, expected: null },
    { from: '2026-02-28', to: '2026-02-28', count: 0, done: 0, expected: null },
    { from: '2026-03-01', to: '2026-03-01', count: 0, done: 0, expected: null },
    { from: '2026-03-02', to: '2026-03-02', count: 2, done: 1, expected: null },
  ])
})

test('starts weeks on Monday, and clips the first and last week to the given days', () => {
  // 2026-11-15 is a Sunday.
  const days = [day('2026-11-07', 1, 32.5), day('2026-11-08', 2, 32.5), day('2026-11-15', 4)]
  expect(periodsOf(days, 'week')).toEqual([
    { from: '2026-11-07', to: '2026-11-08', count: 3, done: 1, expected: 65 },
    { from: '2026-11-09', to: '2026-11-15', count: 4, done: 3, expected: null },
  ])
})

test('returns months and years without gaps', () => {
  const days = [day('2023-12-31', 1), day('2025-03-01', 1)]
  const months = periodsOf(days, 'month')
  expect(months).toHaveLength(16)
  expect(months[2]).toMatchObject({ from: '2024-02-01', to: '2024-02-29' })
  expect(months.at(-1)).toMatchObject({ from: '2025-03-01', to: '2025-03-01', count: 1 })
  expect(periodsOf(days, 'year').map(({ from, to }) => `${from} ${to}`)).toEqual([
    '2023-12-31 2023-12-31',
    '2024-01-01 2024-12-31',
    '2025-01-01 2025-03-01',
  ])
})

test('sums the expected responses of all days before rounding', () => {
  const days = Array.from({ length: 28 }, (_, n) =>
    day(`2026-02-${String(n + 1).padStart(2, '0')}`, 0, 100 / 730),
  )
  expect(periodsOf(days, 'month')[0]?.expected).toBe(3.8)
  expect(periodsOf(days, 'day')[0]?.expected).toBe(0.1)
})

test.for([
  ['a clock that was never set', [day('1970-01-01', 3), day('2026-01-05', 200), day('2026-01-06', 300)], 1],
  ['two clocks that were never set', [day('0206-01-01', 1), day('1970-01-01', 1), day('2026-01-06', 300)], 2],
  ['too many responses to be a mistake', [day('2022-01-01', 3), day('2026-01-05', 200)], 0],
  ['a gap of one year is not long enough', [day('2025-01-05', 1), day('2026-01-05', 200)], 0],
  ['none', [], 0],
] as const)('finds the first day of the fieldwork: %s', ([, days, startIndex]) => {
  expect(findFieldworkStart(days)).toBe(startIndex)
})

test('assigns days before 1970 to the correct week', () => {
  const [week] = periodsOf([day('1969-12-29', 1), day('1970-01-04', 1)], 'week')
  expect(week).toMatchObject({ from: '1969-12-29', to: '1970-01-04', count: 2 })
})

test.for([
  ['2026-11-15', 220, 'day'],
  ['2026-02-01', 220, 'week'],
  ['2024-02-01', 40, 'month'],
  ['0206-02-01', 220, 'year'],
] as const)('from %s to today in at most %s bars: one bar per %s', ([from, maxBars, unit]) => {
  const days = [day(from, 1), day('2026-11-15', 1)]
  expect(unitFor(days, maxBars)).toBe(unit)
})

test('groups a thousand days into weeks without losing a response', () => {
  const start = Date.parse('2024-01-01')
  const days = Array.from({ length: 1000 }, (_, n) =>
    day(new Date(start + n * 86_400_000).toISOString().slice(0, 10), 3),
  )
  const unit = unitFor(days, 220)
  const periods = periodsOf(days, unit)
  expect([unit, periods.length]).toEqual(['week', 143])
  expect(periods.reduce((sum, { count }) => sum + count, 0)).toBe(3000)
})

test.for([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [43, [0, 20, 40, 60]],
  [1_000_000, [0, 500_000, 1_000_000]],
] as const)('divides an axis up to %s into the ticks %s', ([largest, ticks]) => {
  expect(ticksTo(largest)).toEqual(ticks)
})
