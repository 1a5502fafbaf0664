import { expect, test } from 'vitest'

import { responsesPath } from './indicator-texts.ts'

const start = '2026-11-05T22:00:00.000Z'
const filterOf = (path: string | undefined) =>
  Object.fromEntries(new URL(path ?? '', 'http://localhost').searchParams)

test('a figure leads to the responses behind it', () => {
  const base = { surveyId: '["a"]', investigatorName: String.raw`["\"Ana\""]` }
  expect(filterOf(responsesPath('a', 'Ana', 'minutes', start))).toEqual({
    ...base,
    startTimeRange: `["${start}",""]`,
  })
  expect(filterOf(responsesPath('a', 'Ana', 'noLocation', start))).toEqual({
    ...base,
    startTimeRange: `["${start}",""]`,
    flag: '["G1"]',
  })
  expect(filterOf(responsesPath('a', 'Ana', 'errors', start))).toEqual({ ...base, flagSeverity: '["error"]' })
  expect(responsesPath('a', 'A'.repeat(254), 'errors', start)).toBeUndefined()
})
