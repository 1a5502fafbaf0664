import { expect, test } from 'vitest'

import { bulkVerbs, decisionsFor, isPossible } from './decisions.ts'

const verbs = (...args: Parameters<typeof decisionsFor>) => decisionsFor(...args).map(({ verb }) => verb)

test('spec §4 offers the decisions allowed for the roles, ordered from returning to finishing', () => {
  expect(verbs('submitted', ['supervisor'])).toEqual(['return', 'hold', 'verify'])
  expect(verbs('submitted', ['manager'])).toEqual(['reject', 'return', 'hold', 'verify', 'approve'])
  expect(verbs('onHold', ['supervisor'])).toEqual(['return', 'release', 'verify'])
  expect(verbs('inProgress', ['supervisor'])).toEqual(['submit'])
  expect(verbs('returned', ['supervisor'])).toEqual(['resubmit'])
})

test('lets only a manager reopen an approved or rejected response, with a reason', () => {
  for (const status of ['approved', 'rejected'] as const) {
    expect(verbs(status, ['supervisor'])).toEqual([])
    expect(decisionsFor(status, ['manager'])).toMatchObject([{ verb: 'reopen', needs: 'reason' }])
  }
})

test('offers a bulk decision if it is possible for at least one response', () => {
  const possible = (statuses: Parameters<typeof isPossible>[1], role: 'manager' | 'supervisor') =>
    bulkVerbs.filter((verb) => isPossible(verb, statuses, [role])).map(({ verb }) => verb)
  expect(possible(['approved', 'verified'], 'supervisor')).toEqual(['return', 'hold'])
  expect(possible(['submitted'], 'manager')).toEqual(['verify', 'return', 'hold', 'approve', 'reject'])
  // The change from approved to verified is a reopening, not a verification.
  expect(possible(['approved'], 'manager')).toEqual([])
})
