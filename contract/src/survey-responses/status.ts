import { can } from '../permissions.ts'
import type { Permission, Role } from '../permissions.ts'

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

/** Received and neither returned nor rejected: the statuses that count towards a target. */
export const doneStatuses = [
  'submitted',
  'resubmitted',
  'onHold',
  'verified',
  'approved',
] as const satisfies readonly ResponseStatus[]

/** Statuses that wait for a review. */
export const waitingStatuses = ['submitted', 'resubmitted'] as const satisfies readonly ResponseStatus[]

/**
 * Requirement of a transition. `complete` means an end time and an answer to every required question. `noOpenIssues`
 * means that no flag with the severity error and no query is open.
 */
export type StatusNeed = 'comment' | 'reason' | 'complete' | 'noOpenIssues'

/** Reasons why a response cannot be approved yet. */
export type OpenIssue = 'openFlags' | 'openQueries'

interface StatusRule {
  from: readonly (ResponseStatus | 'new')[]
  to: ResponseStatus
  permission: Permission
  needs?: StatusNeed
}

const review = 'surveyResponsesReview'
const approve = 'surveyResponsesApprove'

/**
 * Allowed status transitions and the permission for each. The server and the screens use only this table.
 * spec §4
 */
const statusRules: readonly StatusRule[] = [
  { from: ['new'], to: 'inProgress', permission: review },
  { from: ['new', 'inProgress'], to: 'submitted', permission: review, needs: 'complete' },
  { from: ['onHold'], to: 'submitted', permission: review },
  { from: ['submitted', 'resubmitted', 'onHold'], to: 'verified', permission: review },
  { from: ['submitted', 'resubmitted', 'verified'], to: 'onHold', permission: review, needs: 'reason' },
  {
    from: ['submitted', 'resubmitted', 'onHold', 'verified'],
    to: 'returned',
    permission: review,
    needs: 'comment',
  },
  { from: ['returned'], to: 'resubmitted', permission: review },
  {
    from: ['submitted', 'resubmitted', 'verified'],
    to: 'approved',
    permission: approve,
    needs: 'noOpenIssues',
  },
  {
    from: ['submitted', 'resubmitted', 'onHold', 'verified'],
    to: 'rejected',
    permission: approve,
    needs: 'reason',
  },
  { from: ['approved'], to: 'verified', permission: approve, needs: 'reason' },
  { from: ['rejected'], to: 'submitted', permission: approve, needs: 'reason' },
]

/** Reasons to refuse a status; each is the last part of its message key. */
export const statusRefusals = [
  'transition',
  'role',
  'commentRequired',
  'reasonRequired',
  'endTimeRequired',
  'incomplete',
  'openFlags',
  'openQueries',
] as const
export type StatusRefusal = (typeof statusRefusals)[number]

export interface StatusChange {
  from: ResponseStatus | 'new'
  to: ResponseStatus
  roles: readonly Role[]
  comment: string | null | undefined
  hasEndTime: boolean
  /** Undefined without an open issue, or if the caller waives it. */
  openIssue?: OpenIssue | undefined
}

/**
 * Returns why this change is refused, or undefined if it is allowed. Does not check that all answers are
 * present.
 */
export const refuseStatus = ({
  from,
  to,
  roles,
  comment,
  hasEndTime,
  openIssue,
}: StatusChange): StatusRefusal | undefined => {
  const rule = statusRules.find((candidate) => candidate.to === to && candidate.from.includes(from))
  if (!rule) return 'transition'
  if (!can({ roles }, rule.permission)) return 'role'
  if (rule.needs === 'complete') return hasEndTime ? undefined : 'endTimeRequired'
  if (rule.needs === 'noOpenIssues') return openIssue
  if (rule.needs === undefined || comment?.trim()) return undefined
  return rule.needs === 'comment' ? 'commentRequired' : 'reasonRequired'
}

/** Whether these roles may set this status at all, from whichever one. */
export const maySet = (roles: readonly Role[], to: ResponseStatus): boolean =>
  statusRules.some((rule) => rule.to === to && can({ roles }, rule.permission))

/** Whether these roles may make this transition. Ignores `needs`, because an undo has no requirements. */
export const isAllowedTo = (roles: readonly Role[], from: ResponseStatus, to: ResponseStatus): boolean =>
  statusTargets(from, roles).some((target) => target.to === to)

/** Returns the statuses that these roles may set from here, with their requirements. */
export const statusTargets = (
  from: ResponseStatus | 'new',
  roles: readonly Role[],
): { to: ResponseStatus; needs: StatusNeed | undefined }[] =>
  statusRules
    .filter((rule) => rule.from.includes(from) && can({ roles }, rule.permission))
    .map(({ to, needs }) => ({ to, needs }))

/** Whether a response can be neither edited nor deleted until it is reopened. */
export const isReadOnly = (status: ResponseStatus): boolean => status === 'approved' || status === 'rejected'

/** Statuses of which a phone may edit the response. */
const editableOnPhones: readonly ResponseStatus[] = [
  'submitted',
  'onHold',
  'returned',
  'resubmitted',
  'verified',
]

/** Returns the status of a response after an edit on a phone; undefined if a manager must decide about the edit. */
export const statusAfterPhoneEdit = (from: ResponseStatus): ResponseStatus | undefined =>
  editableOnPhones.includes(from) ? 'resubmitted' : undefined

/** Whether an imported row may have this status; some users may import any. spec §5 */
export const canImportStatus = (status: ResponseStatus, roles: readonly Role[]): boolean =>
  status === 'inProgress' || status === 'submitted' || can({ roles }, 'surveyResponsesImportAnyStatus')
