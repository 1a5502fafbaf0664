import type { Role } from '@baseline/contract/permissions.ts'
import { statusTargets } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus, StatusNeed } from '@baseline/contract/survey-responses/status.ts'

/** What a reviewer does, named by its verb; a reopening is another verb than the first way to the same status. */
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

/** In the order of the bar: what sends back on the left, what finishes on the right. */
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

/** What the table of the contract allows these roles to do with a response of this status. spec §4 */
export const decisionsFor = (from: ResponseStatus, roles: readonly Role[]): Decision[] =>
  statusTargets(from, roles)
    .flatMap(({ to, needs }): Decision[] => {
      const verb = verbOf(from, to)
      return verb ? [{ verb, to, needs }] : []
    })
    .toSorted((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb))

/** One letter each for what is done all day long. */
export const decisionKeys: Readonly<Partial<Record<Verb, string>>> = {
  return: 'r',
  hold: 'h',
  verify: 'v',
  approve: 'a',
}

/** What can be done to many at once. Reopening is for one at a time, with its reason. */
export const bulkVerbs = [
  { verb: 'verify', to: 'verified' },
  { verb: 'return', to: 'returned' },
  { verb: 'hold', to: 'onHold' },
  { verb: 'approve', to: 'approved' },
  { verb: 'reject', to: 'rejected' },
] as const satisfies readonly { verb: Verb; to: ResponseStatus }[]
export type BulkVerb = (typeof bulkVerbs)[number]

/** Whether somebody with these roles could do it to a response of any of these statuses. */
export const isPossible = (
  { to, verb }: BulkVerb,
  statuses: readonly ResponseStatus[],
  roles: readonly Role[],
): boolean =>
  statuses.some((from) => decisionsFor(from, roles).some((one) => one.to === to && one.verb === verb))
