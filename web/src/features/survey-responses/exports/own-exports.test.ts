import { beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { formatFileSize } from './format-file-size.ts'
import { formatFilter } from './format-filter.ts'

beforeAll(() => loadAllTexts('en'))

test('formats a filter with labels, and whole days as dates, without the survey', () => {
  expect(formatFilter({ surveyId: ['0195d000-0000-7000-8000-000000000001'] })).toBe('All responses')
  expect(
    formatFilter({
      surveyId: ['0195d000-0000-7000-8000-000000000001'],
      status: ['submitted', 'onHold'],
      village: ['Gondola'],
      startTimeRange: ['2026-11-01T00:00:00.000Z', '2026-11-07T23:59:59.999Z'],
    }),
  ).toBe('Status: Submitted, On hold · Village: Gondola · Start: 2026-11-01 – 2026-11-07')
  // Whole days of another time zone.
  expect(formatFilter({ startTimeRange: ['2026-10-31T22:00:00.000Z', null] })).toContain('2026-10-31 22:00')
})

test('formats the size of a file', () => {
  expect([0, 999, 1_234, 56_789, 999_700, 1_234_567, 2_500_000_000].map(formatFileSize)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.2 kB',
    '57 kB',
    '1 MB',
    '1.2 MB',
    '2.5 GB',
  ])
})
