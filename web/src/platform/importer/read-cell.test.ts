// @vitest-environment node
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { expect, test } from 'vitest'

import type { ImportColumn } from './columns.ts'
import { readCell } from './read-cell.ts'

const reader = { timeZone: 'Africa/Maputo', choiceNames: new Map<string, string>() }
const read = (cell: CellValue, column: Pick<ImportColumn, 'kind'>) =>
  readCell(cell, { key: 'a', label: 'common.edit', ...column } as ImportColumn, reader)

test.for<[CellValue, unknown]>([
  [7, 7],
  ['7', 7],
  ['-12.5', -12.5],
  ['12,5', 12.5],
  ['0,125', 0.125],
  // Ambiguous: 1,234 in one locale, 1.234 in another.
  ['1,234', '1,234'],
  ['1.234,5', '1.234,5'],
  ['seven', 'seven'],
])('reads the number %j as %j', ([cell, value]) => {
  expect(read(cell, { kind: 'number' }).value).toBe(value)
})

test.for<[CellValue, unknown]>([
  ['16:30', '16:30'],
  ['9:05', '09:05'],
  [16.5 / 24, '16:30'],
  [new Date(Date.UTC(1899, 11, 30, 16, 30)), '16:30'],
  ['25:00', '25:00'],
])('reads the time of day %j as %j', ([cell, value]) => {
  expect(read(cell, { kind: 'clock' }).value).toBe(value)
})

test.for<[CellValue, unknown]>([
  ['-25.4 32.8', { latitude: -25.4, longitude: 32.8 }],
  ['-25.4, 32.8, 6', { latitude: -25.4, longitude: 32.8, accuracy: 6 }],
  ['-25.4', '-25.4'],
  ['Beira', 'Beira'],
])('reads the place %j as %j', ([cell, value]) => {
  expect(read(cell, { kind: 'place' }).value).toEqual(value)
})
