import { expect, test } from 'vitest'

import { combinePlans, districtPlan } from './plan.ts'

const surveyId = 'a'
const timeFrame = { range: undefined, today: '2026-11-15' }
const endAt = (total: number, done: number, recent: number) => {
  const target = { surveyId, from: '2026-07-18', to: '2026-12-15', total, districts: new Map() }
  const doneRows = (n: number) => [{ survey_id: surveyId, done: n }]
  return combinePlans([target], { done: doneRows(done), recent: doneRows(recent) }, timeFrame)?.forecastEnd
}

test.for([
  ['soon', 100, 72, 14, '2026-12-13'],
  ['after decades at a slow pace', 6_500, 6, 6, '2068-05-11'],
  ['limited to four-digit years', 1_000_000_000, 1, 1, '9966-10-21'],
  ['none without recent responses', 100, 72, 0, null],
  ['none when the target is reached', 100, 100, 14, null],
] as const)('forecasts the end: %s', ([, total, done, recent, end]) => {
  expect(endAt(total, done, recent)).toBe(end)
})

const ten = {
  surveyId,
  from: '2026-11-01',
  to: '2026-11-10',
  total: 100,
  districts: new Map([['tete', { name: 'Tete', target: 50 }]]),
}
const noResponses = { done: [], recent: [] }

test.for([
  ['before the first day', '2026-10-31', 0],
  ['on the first day', '2026-11-01', 0],
  ['on the second day', '2026-11-02', 10],
  ['on the last day', '2026-11-10', 90],
  ['on the day after the last', '2026-11-11', 100],
  ['long after it', '2027-03-01', 100],
] as const)('does not expect the share of today yet: %s', ([, today, expected]) => {
  const frame = { range: undefined, today }
  expect(combinePlans([ten], noResponses, frame)?.expected).toBe(expected)
  expect(districtPlan([ten], 'tete', [], frame)?.expected).toBe(expected / 2)
})

test('expects the planned days within the range, up to yesterday', () => {
  const expectedIn = (from: string | undefined, to: string | undefined) =>
    combinePlans([ten], noResponses, { range: { from, to }, today: '2026-11-06' })?.expected
  expect(expectedIn('2026-11-03', '2026-11-04')).toBe(20)
  expect(expectedIn('2026-11-03', undefined)).toBe(30)
  expect(expectedIn('2026-11-06', '2026-11-06')).toBe(0)
  expect(expectedIn(undefined, '2026-11-30')).toBe(50)
})
