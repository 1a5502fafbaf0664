import type { Role } from '@baseline/contract/permissions.ts'
import { statusTargets } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus, StatusNeed } from '@baseline/contract/survey-responses/status.ts'

/** Decisions of a reviewer. Reopening has a separate verb, even if another verb leads to the same status. */
export type Verb =
  | 'submit'
  | 'resubmit'
  | 'return'
  | 'hold'
  | 'release'
  | 'verify'
  | 'approve'
  | 'reject'
  | 'reopen'

export interface Decision {
  verb: Verb
  to: ResponseStatus
  needs: StatusNeed | undefined
}

const verbOf = (from: ResponseStatus, to: ResponseStatus): Verb | undefined => {
  if (from === 'approved' || from === 'rejected') return 'reopen'
  switch (to) {
    case 'submitted':
      return from === 'onHold' ? 'release' : 'submit'
    case 'resubmitted':
      return 'resubmit'
    case 'returned':
      return 'return'
    case 'onHold':
      return 'hold'
    case 'verified':
      return 'verify'
    case 'approved':
      return 'approve'
    case 'rejected':
      return 'reject'
    case 'inProgress':
      return undefined
  }
}

/** Order in the decision bar: decisions that send back on the left, decisions that finish on the right. */
const order: readonly Verb[] = [
  'reopen',
  'reject',
  'return',
  'hold',
  'release',
  'submit',
  'resubmit',
  'verify',
  'approve',
]

/** Returns the decisions that the contract's status table allows for these roles and this status. spec §4 */
export const decisionsFor = (from: ResponseStatus, roles: readonly Role[]): Decision[] =>
  statusTargets(from, roles)
    .flatMap(({ to, needs }): Decision[] => {
      const verb = verbOf(from, to)
      return verb ? [{ verb, to, needs }] : []
    })
    .toSorted((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb))

/** Keyboard shortcuts for the frequent decisions. */
export const decisionKeys: Readonly<Partial<Record<Verb, string>>> = {
  return: 'r',
  hold: 'h',
  verify: 'v',
  approve: 'a',
}

/** Decisions that are possible in bulk. Reopening is only for a single response, with a reason. */
export const bulkVerbs = [
  { verb: 'verify', to: 'verified' },
  { verb: 'return', to: 'returned' },
  { verb: 'hold', to: 'onHold' },
  { verb: 'approve', to: 'approved' },
  { verb: 'reject', to: 'rejected' },
] as const satisfies readonly { verb: Verb; to: ResponseStatus }[]
export type BulkVerb = (typeof bulkVerbs)[number]

/** Returns whether these roles allow the decision for at least one of the statuses. */
export const isPossible = (
  { to, verb }: BulkVerb,
  statuses: readonly ResponseStatus[],
  roles: readonly Role[],
): boolean =>
  statuses.some((from) => decisionsFor(from, roles).some((one) => one.to === to && one.verb === verb))
