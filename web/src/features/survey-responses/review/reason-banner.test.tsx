import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { expect, test } from 'vitest'

import { decisionBehind } from './reason-banner.tsx'

const change = (
  before: ResponseStatus,
  after: ResponseStatus,
  more: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-11-14T09:30:00.000Z',
  createdByEmail: 'ana@example.org',
  action: 'statusChange',
  isUndo: false,
  comment: null,
  changes: [{ field: 'status', before, after }],
  ...more,
})

test('the newest decision that led to the status is behind it', () => {
  const newer = change('resubmitted', 'returned', { comment: 'still wrong' })
  const older = change('submitted', 'returned', { comment: 'wrong' })
  expect(decisionBehind('returned', [newer, change('returned', 'resubmitted'), older])).toBe(newer)
})

test('an undo that came back to the status is not the decision; the reason is that of the decision', () => {
  const decision = change('submitted', 'returned', { comment: 'wrong' })
  const history = [
    change('resubmitted', 'returned', { isUndo: true }),
    change('returned', 'resubmitted'),
    decision,
  ]
  expect(decisionBehind('returned', history)).toBe(decision)
})

test('a status that an import brought along has no decision', () => {
  expect(decisionBehind('rejected', [{ ...change('submitted', 'rejected'), changes: [] }])).toBeUndefined()
})
