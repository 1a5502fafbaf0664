import { expect, test } from 'vitest'

import { addDays, countDays, splitByMonth } from './calendar.ts'

const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, n) => addDays(from, n))

test('splits every range into pieces that cover each day once', () => {
  const [first, last] = ['2025-12-28', '2026-04-03']
  for (const from of daysOf(first, last))
    for (const to of daysOf(from, last)) {
      const pieces = splitByMonth({ from, to })
      for (const piece of pieces.filter(({ span }) => span === 'month')) {
        expect(piece.from).toMatch(/-01$/)
        expect(addDays(piece.to, 1)).toMatch(/-01$/)
      }
      const days = pieces.flatMap((piece) => daysOf(piece.from, piece.to))
      expect(days.toSorted()).toEqual(daysOf(from, to))
    }
})

test('covers an open end with months', () => {
  expect(splitByMonth({ from: '2026-02-27', to: undefined })).toEqual([
    { span: 'month', from: '2026-03-01', to: 'infinity' },
    { span: 'day', from: '2026-02-27', to: '2026-02-28' },
  ])
  expect(splitByMonth({ from: undefined, to: '2026-02-01' })).toEqual([
    { span: 'month', from: '-infinity', to: '2026-01-31' },
    { span: 'day', from: '2026-02-01', to: '2026-02-01' },
  ])
  expect(splitByMonth({ from: undefined, to: undefined })).toEqual([
    { span: 'month', from: '-infinity', to: 'infinity' },
  ])
})
