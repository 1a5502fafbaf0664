import { expect, test } from 'vitest'

import { planFrom } from './plan.ts'

const surveyId = 'a'
const when = { range: undefined, today: '2026-11-15' }
const endAt = (total: number, done: number, lately: number) => {
  const target = { surveyId, from: '2026-07-18', to: '2026-12-15', total, districts: new Map() }
  const of = (n: number) => [{ survey_id: surveyId, done: n }]
  return planFrom([target], { done: of(done), lately: of(lately) }, when)?.forecastEnd
}

test.for([
  ['soon', 100, 72, 14, '2026-12-13'],
  ['in a lifetime: a slow pace is not none', 6_500, 6, 6, '2068-05-11'],
  ['later than any calendar goes', 1_000_000_000, 1, 1, '9966-10-21'],
  ['nothing came lately', 100, 72, 0, null],
  ['reached', 100, 100, 14, null],
] as const)('the end at this pace: %s', ([, total, done, lately, end]) => {
  expect(endAt(total, done, lately)).toBe(end)
})
