import { z } from 'zod'

import { severities } from '../checks/rules.ts'
import { flag, id, instant, oneOrMany, text } from '../fields.ts'
import { EmptyResponse, route } from '../http.ts'
import { orderBy, wholeNumber } from '../list.ts'
import { FlagMark } from './flags.ts'
import { responseStatuses } from './status.ts'

/** Working hours from the receipt to the first decision; a survey can have others. */
export const defaultDueHours = 48

/** A claim expires after this time, unless the reviewer renews it. */
export const claimMinutes = 15

/** Filter by reviewer: assigned to the caller, to another user, or not assigned. */
export const assignments = ['mine', 'others', 'nobody'] as const

export const QueueFilter = z.strictObject({
  surveyId: oneOrMany(id).optional(),
  /** A part of the name of the enumerator. */
  investigatorName: text().optional(),
  /** Responses of the enumerators of this person and of everyone below. */
  team: id.optional(),
  districtName: oneOrMany(text()).optional(),
  assigned: z.enum(assignments).optional(),
  overdue: flag.optional(),
  /** Responses that the policy of the survey does not select for a review. */
  notSelected: flag.optional(),
})
export type QueueFilter = z.infer<typeof QueueFilter>

/** The points of the open and confirmed flags of one severity, each of which has the same points. */
const FlagPoints = z.strictObject({ severity: z.enum(severities), count: z.int(), points: z.int() })

/** The reviewer who has the response on the screen. */
const Holder = z.strictObject({ name: z.string(), isMe: z.boolean(), since: instant, until: instant })
export type Holder = z.infer<typeof Holder>

const Reviewer = z.strictObject({ id: z.uuid(), name: z.string() })

/** A response that waits for a review. The score is the sum of its parts, at most 100. */
export const QueueRow = z
  .strictObject({
    id: z.uuid(),
    displayId: z.string(),
    surveyId: z.uuid(),
    surveyLabel: z.string(),
    status: z.enum(responseStatuses),
    investigatorName: z.string(),
    supervisorName: z.string(),
    districtName: z.string().nullable(),
    village: z.string().nullable(),
    receivedAt: instant,
    dueAt: instant,
    isOverdue: z.boolean(),
    score: z.int(),
    flagPoints: z.array(FlagPoints),
    /** Points for the decisions about the flags of the enumerator in the last 30 days. */
    investigatorPoints: z.int(),
    flags: z.array(FlagMark),
    assignee: Reviewer.nullable(),
    holder: Holder.nullable(),
  })
  .meta({ id: 'QueueRow' })
export type QueueRow = z.infer<typeof QueueRow>

export const listQueue = route({
  method: 'GET',
  path: '/review/queue',
  access: 'surveyResponsesReview',
  summary: 'List the responses that wait for a review: the riskiest first',
  reads: { entity: 'surveyResponse', kind: 'list' },
  query: z.strictObject({
    filter: QueueFilter.optional(),
    /** The only order of the queue. For equal scores, the longest wait comes first. */
    orderBy: orderBy(['score']).extract(['score_DESC']).optional(),
    limit: wholeNumber.pipe(z.int().min(1).max(200)).default(50),
    offset: wholeNumber.pipe(z.int().max(10_000)).default(0),
  }),
  response: z.strictObject({
    rows: z.array(QueueRow),
    count: z.int(),
    countIsEstimate: z.boolean().optional(),
  }),
})

export const claimNext = route({
  method: 'POST',
  path: '/review/next',
  access: 'surveyResponsesReview',
  summary: `Claim the riskiest response of the queue for ${String(claimMinutes)} minutes: first the assigned ones`,
  body: z.strictObject({
    filter: QueueFilter.optional(),
    /** A claimed response to release; the call does not return it. */
    skip: id.optional(),
  }),
  response: z.strictObject({ id: z.uuid().nullable() }),
})

/**
 * Why a response is reviewed although not all are.
 * - `flagged`: a check found something.
 * - `random`: drawn at random.
 * - `minimum`: the enumerator had fewer reviewed responses in the week than the survey requires.
 * - `again`: submitted again after a return.
 */
export const selectionReasons = ['flagged', 'random', 'minimum', 'again'] as const
export type SelectionReason = (typeof selectionReasons)[number]

/** The state of a response on the review desk. Other fields are empty if it does not wait for a review. */
const ReviewState = z
  .strictObject({
    isWaiting: z.boolean(),
    isSelected: z.boolean(),
    /** Why the survey selected the response, if it reviews a sample; hidden until the response no longer waits. */
    selection: z.enum(selectionReasons).nullable(),
    dueAt: instant.nullable(),
    assignee: Reviewer.nullable(),
    holder: Holder.nullable(),
  })
  .meta({ id: 'ReviewState' })
export type ReviewState = z.infer<typeof ReviewState>

const params = z.strictObject({ id })
const path = '/survey-responses/:id/review'

export const getReview = route({
  method: 'GET',
  path,
  access: 'surveyResponsesReview',
  summary: 'Return who reviews a response, and when the review is due',
  params,
  response: ReviewState,
})

export const claimReview = route({
  method: 'PUT',
  path,
  access: 'surveyResponsesReview',
  summary: 'Claim a response that waits, or renew the claim; another reviewer keeps a valid claim',
  params,
  response: ReviewState,
})

export const releaseReview = route({
  method: 'DELETE',
  path,
  access: 'surveyResponsesReview',
  summary: "Release the caller's claim of a response",
  params,
  response: EmptyResponse,
})
