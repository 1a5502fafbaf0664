import { expect, test } from 'vitest'

import { chooseSurvey } from './choose-survey.ts'

const closed = { id: 'closed', status: 'closed', lastResponseAt: '2026-11-18T09:00:00.000Z' } as const
const old = { id: 'old', status: 'open', lastResponseAt: '2026-03-01T09:00:00.000Z' } as const
const latest = { id: 'latest', status: 'open', lastResponseAt: '2026-11-14T09:00:00.000Z' } as const
const unused = { id: 'unused', status: 'open', lastResponseAt: null } as const

test('shows the survey of the address, also a closed one', () => {
  expect(chooseSurvey([closed, old, latest], 'closed')).toBe(closed)
})

test('shows the open survey with the latest response without an address, and with an unknown one', () => {
  expect(chooseSurvey([closed, unused, old, latest], undefined)).toBe(latest)
  expect(chooseSurvey([closed, unused], 'deleted')).toBe(unused)
})

test('shows the closed survey with the latest response if none is open', () => {
  expect(chooseSurvey([{ ...old, status: 'closed' }, closed], undefined)).toBe(closed)
  expect(chooseSurvey([], undefined)).toBeUndefined()
})
