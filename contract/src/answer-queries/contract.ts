import { z } from 'zod'

import { id, instant, oneOrMany, optional, text } from '../fields.ts'
import { route } from '../http.ts'
import { listQuery, pageOf } from '../list.ts'
import type { PersonalData } from '../personal-data.ts'
import { responseStatuses } from '../survey-responses/status.ts'

/**
 * - `open`: waits for an answer.
 * - `answered`: waits for the person who opened it.
 * - `closed`: resolved.
 * - `withdrawn`: was not needed.
 */
export const queryStates = ['open', 'answered', 'closed', 'withdrawn'] as const
export type QueryState = (typeof queryStates)[number]

/** Whether the query waits for someone. It then blocks the approval of its response. */
export const isWaiting = (state: QueryState): boolean => state === 'open' || state === 'answered'

/** Changes of a query. `ask` is a further question of the person who opened it, `answer` that of anyone else. */
export const queryActions = ['open', 'ask', 'answer', 'close', 'withdraw', 'reopen', 'accept'] as const
export type QueryAction = (typeof queryActions)[number]

const nextStates = {
  open: 'open',
  ask: 'open',
  answer: 'answered',
  close: 'closed',
  withdraw: 'withdrawn',
  reopen: 'open',
  accept: 'closed',
} as const satisfies Record<QueryAction, QueryState>

/** Returns the state after an action; undefined if the state does not allow it. */
export const stateAfter = (state: QueryState, action: Exclude<QueryAction, 'open'>): QueryState | undefined =>
  isWaiting(state) === (action !== 'reopen') ? nextStates[action] : undefined

/** The longest answer that can be proposed, as JSON. */
const maxProposal = 10_000
const proposedValue = z.json().refine((value) => JSON.stringify(value).length <= maxProposal)

export const QueryMessage = z
  .strictObject({
    id: z.uuid(),
    action: z.enum(queryActions),
    text: z.string().nullable(),
    /** The proposed answer; a null value proposes to remove it. */
    proposal: z.strictObject({ value: z.unknown(), isAccepted: z.boolean() }).nullable(),
    /** Name or address. */
    author: z.string(),
    createdAt: instant,
  })
  .meta({ id: 'QueryMessage' })
export type QueryMessage = z.infer<typeof QueryMessage>

const common = {
  id: z.uuid(),
  responseId: z.uuid(),
  surveyId: z.uuid(),
  /** Path of the answer: `head`, or `members.0.age`. */
  question: z.string(),
  state: z.enum(queryStates),
  /** Name or address. */
  openedBy: z.string(),
  /** The person who is asked; null if no account belongs to the enumerator or the supervisor. */
  assignedTo: z.string().nullable(),
  openedAt: instant,
  dueAt: instant,
  version: z.int(),
}

/** A query with its messages, oldest first. */
export const AnswerQuery = z
  .strictObject({ ...common, messages: z.array(QueryMessage) })
  .meta({ id: 'AnswerQuery' })
export type AnswerQuery = z.infer<typeof AnswerQuery>

export const AnswerQueryRow = z
  .strictObject({
    ...common,
    displayId: z.string(),
    surveyLabel: z.string(),
    status: z.enum(responseStatuses),
    /** In the language of the caller. */
    questionLabel: z.string(),
    /** The last text, with its author. */
    text: z.string(),
    author: z.string(),
  })
  .meta({ id: 'AnswerQueryRow' })
export type AnswerQueryRow = z.infer<typeof AnswerQueryRow>

/** Which fields identify a household or a staff member. */
export const answerQueryPersonalData = {
  id: 'no',
  responseId: 'no',
  surveyId: 'no',
  question: 'no',
  state: 'no',
  openedBy: 'staff',
  assignedTo: 'staff',
  openedAt: 'no',
  dueAt: 'no',
  version: 'no',
  displayId: 'household',
  surveyLabel: 'no',
  status: 'no',
  questionLabel: 'no',
  text: 'household',
  author: 'staff',
} as const satisfies Record<keyof AnswerQueryRow, PersonalData>

const params = z.strictObject({ id })
const words = text({ min: 1, max: 2000 })

export const listResponseQueries = route({
  method: 'GET',
  path: '/survey-responses/:id/queries',
  access: 'surveyResponsesRead',
  summary: 'List the queries on the answers of a response with their messages, oldest first',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params,
  response: z.array(AnswerQuery),
})

export const openAnswerQuery = route({
  method: 'POST',
  path: '/survey-responses/:id/queries',
  access: 'surveyResponsesEdit',
  summary: 'Open a query on one answer of a response',
  params,
  body: z.strictObject({ question: z.string().min(1).max(255), text: words }),
  response: AnswerQuery,
})

export const listQueries = route({
  method: 'GET',
  path: '/queries',
  access: 'surveyResponsesRead',
  summary: 'List queries on answers, oldest first',
  reads: { entity: 'surveyResponse', kind: 'list' },
  query: listQuery(
    {
      /**
       * `assigned` to the caller or `opened` by the caller. `waiting`: open queries that are assigned to the
       * caller, and answered queries that the caller opened.
       */
      mine: z.enum(['waiting', 'assigned', 'opened']).optional(),
      /** Matches a part of the Survey Id. */
      search: text().optional(),
      surveyId: oneOrMany(id).optional(),
      state: oneOrMany(z.enum(queryStates)).optional(),
    },
    ['openedAt'],
  ),
  response: pageOf(AnswerQueryRow),
})

export const addQueryMessage = route({
  method: 'POST',
  path: '/queries/:id/messages',
  access: 'surveyResponsesEdit',
  summary: 'Answer a query, with a proposed answer if the stored one is wrong; or ask further',
  params,
  body: z.strictObject({
    text: words,
    /** As in the answers of a response; null to remove the answer. */
    proposedValue: proposedValue.optional(),
  }),
  response: AnswerQuery,
})

export const acceptProposal = route({
  method: 'POST',
  path: '/queries/:id/accept',
  access: 'surveyResponsesEdit',
  summary: 'Store a proposed answer in the response, and close the query',
  params,
  body: z.strictObject({ messageId: id }),
  response: AnswerQuery,
})

const withOptionalText = z.strictObject({ text: optional(text({ max: 2000 })) })

export const closeQuery = route({
  method: 'POST',
  path: '/queries/:id/close',
  access: 'surveyResponsesEdit',
  summary: 'Close a query that is resolved',
  params,
  body: withOptionalText,
  response: AnswerQuery,
})

export const withdrawQuery = route({
  method: 'POST',
  path: '/queries/:id/withdraw',
  access: 'surveyResponsesEdit',
  summary: 'Withdraw a query that is not needed',
  params,
  body: withOptionalText,
  response: AnswerQuery,
})

export const reopenQuery = route({
  method: 'POST',
  path: '/queries/:id/reopen',
  access: 'surveyResponsesEdit',
  summary: 'Open a closed or withdrawn query again',
  params,
  body: z.strictObject({ text: words }),
  response: AnswerQuery,
})
