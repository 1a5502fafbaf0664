import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { expect, test } from 'vitest'

import { parseForm } from '#platform/form/form-shape.ts'

import { currentValues, draftOf, formValuesOf, readConflict, shapeOf } from './rule-values.ts'

const rule: CheckRule = {
  rule: 'M2',
  state: 'active',
  version: 4,
  severity: 'warn',
  conditions: { share: 'info' },
  parameters: [
    { name: 'share', unit: 'percent', value: 25, default: 20, min: 0, max: 100 },
    { name: 'answers', unit: 'count', value: 12, default: 10, min: 1, max: 1_000 },
  ],
  draft: null,
  trial: null,
  isRechecking: false,
  open: { count: 0, isMore: false },
  days: [],
  decided: { confirmed: 0, waived: 0 },
  precision: null,
  proposal: null,
}

test('the form has the draft, or else the values that apply', () => {
  expect(formValuesOf(rule)).toEqual({ severity: 'warn', share: 25, answers: 12 })
  const draft = { severity: null, parameters: { share: 40.5, answers: 10 } }
  expect(formValuesOf({ ...rule, draft })).toEqual({ severity: 'default', share: 40.5, answers: 10 })
  expect(currentValues({ ...rule, draft })).toEqual({
    severity: 'warn',
    parameters: { share: 25, answers: 12 },
  })
})

test('the form becomes the draft again, with the severities of the rule as null', () => {
  const { schema } = shapeOf(rule)
  expect(draftOf(schema.parse({ severity: 'default', share: 40.5, answers: 10 }))).toEqual({
    severity: null,
    parameters: { share: 40.5, answers: 10 },
  })
  expect(draftOf(schema.parse({ severity: 'error', share: 0, answers: 1 })).severity).toBe('error')
})

test('the form refuses values outside the limits, parts of a count and other texts', () => {
  const problemsOf = (share: unknown, answers: unknown) => {
    const parsed = parseForm(shapeOf(rule), { severity: 'warn', share, answers })
    return 'problems' in parsed ? parsed.problems.map(({ name }) => name) : []
  }
  expect(problemsOf(100, 1_000)).toEqual([])
  expect(problemsOf(101, 10.5)).toEqual(['share', 'answers'])
  expect(problemsOf('many', 0)).toEqual(['share', 'answers'])
  expect(problemsOf(undefined, 5)).toEqual(['share'])
})

test('a conflict compares with the draft of the other user', () => {
  expect(readConflict({ ...rule, draft: { severity: null, parameters: { share: 60, answers: 9 } } })).toEqual(
    {
      severity: 'default',
      share: 60,
      answers: 9,
    },
  )
  expect(readConflict({ version: 4 })).toBeUndefined()
})
