import { expect, test } from 'vitest'

import { serverConflict, serverIssues } from './error-details.ts'
import { ApiError } from './errors.ts'

const issue = { path: 'data.name', key: 'validation.string.max', params: { max: 80 }, message: 'Too long' }
const { params: _params, ...issueWithoutParams } = issue

test('reads the issues of a refused request', () => {
  const refuse = (status: number, details?: Record<string, unknown>) =>
    serverIssues(new ApiError(status, { code: 'errors.invalid', ...(details && { details }) }))
  expect(refuse(400, { issues: [issue, issueWithoutParams], email: 'a@example.org' })).toEqual([
    issue,
    issueWithoutParams,
  ])
  expect(refuse(409, { issues: [issue] })).toEqual([])
  expect(refuse(400)).toEqual([])
  expect(serverIssues(new Error('other'))).toEqual([])
})

test.for([[], 'text', [{ ...issue, path: 1 }], [{ ...issue, params: { max: {} } }], [null]])(
  'reads no issues from an unknown shape: %j',
  (issues) => {
    expect(serverIssues(new ApiError(400, { details: { issues } }))).toEqual([])
  },
)

test('reads the current record of a conflict', () => {
  const conflict = (status: number, details: Record<string, unknown>) =>
    serverConflict(new ApiError(status, { code: 'errors.conflict', details }))
  const current = { id: '1', name: 'Ana', version: 4 }
  const saved = { savedBy: 'ana@example.org', savedAt: '2026-11-14T09:30:00.000Z' }
  expect(conflict(409, { current, ...saved })).toEqual({ current, ...saved })
  expect(conflict(409, { current })).toEqual({ current })
  expect(conflict(400, { current, ...saved })).toBeUndefined()
  for (const details of [{}, saved, { current: 'text' }, { current: { id: '1' } }])
    expect(conflict(409, details)).toBeUndefined()
})
