import { expect, test } from 'vitest'

import { bulkVerbs, decisionsFor, isPossible } from './decisions.ts'

const verbs = (...given: Parameters<typeof decisionsFor>) => decisionsFor(...given).map(({ verb }) => verb)

test('spec §4 the bar offers what the table allows these roles, what finishes on the right', () => {
  expect(verbs('submitted', ['supervisor'])).toEqual(['return', 'hold', 'verify'])
  expect(verbs('submitted', ['manager'])).toEqual(['reject', 'return', 'hold', 'verify', 'approve'])
  expect(verbs('onHold', ['supervisor'])).toEqual(['return', 'release', 'verify'])
  expect(verbs('inProgress', ['supervisor'])).toEqual(['submit'])
  expect(verbs('returned', ['supervisor'])).toEqual(['resubmit'])
})

test('what is approved or rejected can only be reopened, by a manager and with a reason', () => {
  for (const status of ['approved', 'rejected'] as const) {
    expect(verbs(status, ['supervisor'])).toEqual([])
    expect(decisionsFor(status, ['manager'])).toMatchObject([{ verb: 'reopen', needs: 'reason' }])
  }
})

test('a verb is offered for many when it is possible for one of them', () => {
  const possible = (statuses: Parameters<typeof isPossible>[1], role: 'manager' | 'supervisor') =>
    bulkVerbs.filter((verb) => isPossible(verb, statuses, [role])).map(({ verb }) => verb)
  expect(possible(['approved', 'verified'], 'supervisor')).toEqual(['return', 'hold'])
  expect(possible(['submitted'], 'manager')).toEqual(['verify', 'return', 'hold', 'approve', 'reject'])
  // From approved to verified is a reopening, which is no verification.
  expect(possible(['approved'], 'manager')).toEqual([])
})
