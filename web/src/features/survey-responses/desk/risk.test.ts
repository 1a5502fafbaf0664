import { beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { riskText } from './risk.ts'

beforeAll(() => loadAllTexts('en'))

test('shows the parts of the risk', () => {
  expect(
    riskText({
      score: 74,
      flagPoints: [
        { severity: 'error', count: 1, points: 40 },
        { severity: 'warn', count: 2, points: 30 },
      ],
      investigatorPoints: 4,
    }),
  ).toBe('1 error × 40 + 2 warnings × 15 + enumerator 4 = 74')
  expect(riskText({ score: 7, flagPoints: [], investigatorPoints: 7 })).toBe('enumerator 7 = 7')
})

test('a risk above 100 shows its sum and the limit', () => {
  expect(
    riskText({
      score: 100,
      flagPoints: [
        { severity: 'error', count: 2, points: 80 },
        { severity: 'warn', count: 2, points: 30 },
        { severity: 'info', count: 1, points: 5 },
      ],
      investigatorPoints: 20,
    }),
  ).toBe('2 errors × 40 + 2 warnings × 15 + 1 note × 5 + enumerator 20 = 135, limited to 100')
})
