import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { expect, test } from 'vitest'

import { decisionBehind } from './reason-banner.tsx'

const change = (
  before: ResponseStatus,
  after: ResponseStatus,
  extraFields: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-11-14T09:30:00.000Z',
  createdByEmail: 'ana@example.org',
  device: null,
  action: 'statusChange',
  isUndo: false,
  comment: null,
  changes: [{ field: 'status', before, after }],
  recalculated: [],
  ...extraFields,
})

test('finds the newest decision that led to the status', () => {
  const newer = change('resubmitted', 'returned', { comment: 'still wrong' })
  const older = change('submitted', 'returned', { comment: 'wrong' })
  expect(decisionBehind('returned', [newer, change('returned', 'resubmitted'), older])).toBe(newer)
})

test('skips an undo that restored the status, and returns the original decision', () => {
  const decision = change('submitted', 'returned', { comment: 'wrong' })
  const history = [
    change('resubmitted', 'returned', { isUndo: true }),
    change('returned', 'resubmitted'),
    decision,
  ]
  expect(decisionBehind('returned', history)).toBe(decision)
})

test('returns no decision for an imported status', () => {
  expect(decisionBehind('rejected', [{ ...change('submitted', 'rejected'), changes: [] }])).toBeUndefined()
})
