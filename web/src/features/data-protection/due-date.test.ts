import { expect, test } from 'vitest'

import { addMonths } from './due-date.ts'

test.for([
  ['2026-11-17T10:00:00.000Z', 12, '2027-11-17T10:00:00.000Z'],
  ['2026-11-30T10:00:00.000Z', 3, '2027-02-28T10:00:00.000Z'],
  ['2023-12-31T00:00:00.000Z', 2, '2024-02-29T00:00:00.000Z'],
  ['2026-01-31T23:59:59.000Z', 600, '2076-01-31T23:59:59.000Z'],
] as const)('%s plus %s months is %s', ([instant, months, expected]) => {
  expect(addMonths(instant, months)).toBe(expected)
})
