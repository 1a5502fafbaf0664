import type { Role } from '../permissions.ts'

export const responseStatuses = [
  'inProgress',
  'submitted',
  'onHold',
  'returned',
  'resubmitted',
  'verified',
  'approved',
  'rejected',
] as const
export type ResponseStatus = (typeof responseStatuses)[number]

/** Received, and still standing: what counts towards a target. */
export const doneStatuses = [
  'submitted',
  'resubmitted',
  'onHold',
  'verified',
  'approved',
] as const satisfies readonly ResponseStatus[]

/** What somebody has yet to look at. */
export const waitingStatuses = ['submitted', 'resubmitted'] as const satisfies readonly ResponseStatus[]

/** What a change must bring along; `complete` means an end time and an answer to every required question. */
export type StatusNeed = 'comment' | 'reason' | 'complete'

interface StatusRule {
  from: readonly (ResponseStatus | 'new')[]
  to: ResponseStatus
  roles: readonly Role[]
  needs?: StatusNeed
}

const reviewers: readonly Role[] = ['supervisor', 'manager']
const managers: readonly Role[] = ['manager']

/** Who may take a response from where to where. Server and screens read this table and no other. spec §4 */
const statusRules: readonly StatusRule[] = [
  { from: ['new'], to: 'inProgress', roles: reviewers },
  { from: ['new', 'inProgress'], to: 'submitted', roles: reviewers, needs: 'complete' },
  { from: ['onHold'], to: 'submitted', roles: reviewers },
  { from: ['submitted', 'resubmitted', 'onHold'], to: 'verified', roles: reviewers },
  { from: ['submitted', 'resubmitted', 'verified'], to: 'onHold', roles: reviewers, needs: 'reason' },
  {
    from: ['submitted', 'resubmitted', 'onHold', 'verified'],
    to: 'returned',
    roles: reviewers,
    needs: 'comment',
  },
  { from: ['returned'], to: 'resubmitted', roles: reviewers },
  { from: ['submitted', 'resubmitted', 'verified'], to: 'approved', roles: managers },
  {
    from: ['submitted', 'resubmitted', 'onHold', 'verified'],
    to: 'rejected',
    roles: managers,
    needs: 'reason',
  },
  { from: ['approved'], to: 'verified', roles: managers, needs: 'reason' },
  { from: ['rejected'], to: 'submitted', roles: managers, needs: 'reason' },
]

/** Why a response may not take a status; each is the last part of the key of its text. */
export const statusRefusals = [
  'transition',
  'role',
  'commentRequired',
  'reasonRequired',
  'endTimeRequired',
  'incomplete',
] as const
export type StatusRefusal = (typeof statusRefusals)[number]

export interface StatusChange {
  from: ResponseStatus | 'new'
  to: ResponseStatus
  roles: readonly Role[]
  comment: string | null | undefined
  hasEndTime: boolean
}

/** Why this change is refused; undefined when it is allowed. Whether every answer is there is asked elsewhere. */
export const refuseStatus = ({
  from,
  to,
  roles,
  comment,
  hasEndTime,
}: StatusChange): StatusRefusal | undefined => {
  const rule = statusRules.find((one) => one.to === to && one.from.includes(from))
  if (!rule) return 'transition'
  if (!rule.roles.some((role) => roles.includes(role))) return 'role'
  if (rule.needs === 'complete') return hasEndTime ? undefined : 'endTimeRequired'
  if (rule.needs === undefined || comment?.trim()) return undefined
  return rule.needs === 'comment' ? 'commentRequired' : 'reasonRequired'
}

/** Whether the table gives these roles this row. An undo asks it without the row's needs. */
export const isAllowedTo = (roles: readonly Role[], from: ResponseStatus, to: ResponseStatus): boolean =>
  statusTargets(from, roles).some((target) => target.to === to)

/** Where somebody may take a response from here, and what they will be asked for. */
export const statusTargets = (
  from: ResponseStatus | 'new',
  roles: readonly Role[],
): { to: ResponseStatus; needs: StatusNeed | undefined }[] =>
  statusRules
    .filter((rule) => rule.from.includes(from) && rule.roles.some((role) => roles.includes(role)))
    .map(({ to, needs }) => ({ to, needs }))

/** Neither edited nor deleted until somebody reopens it. */
export const isReadOnly = (status: ResponseStatus): boolean => status === 'approved' || status === 'rejected'

/** What a row of a file may say about its status; a manager may bring a history along. spec §5 */
export const mayImportStatus = (status: ResponseStatus, roles: readonly Role[]): boolean =>
  status === 'inProgress' || status === 'submitted' || roles.includes('manager')
