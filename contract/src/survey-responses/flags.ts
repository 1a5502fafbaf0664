import { z } from 'zod'

import { ruleIds, severities } from '../checks/rules.ts'
import { id, instant, optional, text } from '../fields.ts'
import { route } from '../http.ts'

/**
 * - `open`: waits for a decision.
 * - `confirmed`: a reviewer confirmed the problem.
 * - `waived`: a reviewer found no problem. Other evidence opens the flag again.
 * - `fixed`: the response changed, and the rule no longer finds anything.
 * - `withdrawn`: the rule no longer applies to the survey.
 */
export const flagStates = ['open', 'confirmed', 'waived', 'fixed', 'withdrawn'] as const
export type FlagState = (typeof flagStates)[number]

/** States that a reviewer can set. */
export const flagDecisions = ['open', 'confirmed', 'waived'] as const satisfies readonly FlagState[]

/** Reasons to waive a flag. */
export const waiveReasons = ['respondentConfirmed', 'knownException', 'ruleWrong', 'other'] as const
export type WaiveReason = (typeof waiveReasons)[number]

export const ruleId = z.enum(ruleIds)

/** Evidence that a response needs attention. One rule can have several flags, one per question. */
export const Flag = z
  .strictObject({
    rule: ruleId,
    /** Path of the answer; an empty text if the flag is about the whole response. */
    question: z.string(),
    condition: z.string(),
    severity: z.enum(severities),
    state: z.enum(flagStates),
    evidence: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Identifies the evidence. A decision names the evidence that the reviewer saw. */
    evidenceHash: z.string(),
    detectedAt: instant,
    /** Name or address of the reviewer. */
    decidedBy: z.string().nullable(),
    decidedAt: instant.nullable(),
    reason: z.enum(waiveReasons).nullable(),
    comment: z.string().nullable(),
  })
  .meta({ id: 'Flag' })
export type Flag = z.infer<typeof Flag>

const params = { id }

export const listFlags = route({
  method: 'GET',
  path: '/survey-responses/:id/flags',
  access: 'checksRead',
  summary: 'List the flags of a response: open ones first, the most severe first',
  reads: { entity: 'surveyResponse', kind: 'record' },
  params: z.strictObject(params),
  response: z.array(Flag),
})

export const decideFlag = route({
  method: 'POST',
  path: '/survey-responses/:id/flags/:rule',
  access: 'flagsDecide',
  summary: 'Confirm or waive a flag, or open it again; returns all flags of the response',
  params: z.strictObject({ ...params, rule: ruleId }),
  body: z
    .strictObject({
      question: z.string().max(255).default(''),
      state: z.enum(flagDecisions),
      /** The evidence that the reviewer saw. */
      evidenceHash: z.string().max(64),
      reason: z.enum(waiveReasons).optional(),
      comment: optional(text({ max: 2000 })),
    })
    .refine(({ state, reason }) => (state === 'waived') === (reason !== undefined), { path: ['reason'] }),
  response: z.array(Flag),
})

/** Waives all open flags with the severity error, so that their responses can be approved. */
export const Waiver = z
  .strictObject({ reason: z.enum(waiveReasons), comment: optional(text({ max: 2000 })) })
  .meta({ id: 'Waiver' })
export type Waiver = z.infer<typeof Waiver>

/** Open flags of a response in a list. */
export const FlagMark = z.strictObject({ rule: ruleId, severity: z.enum(severities) })
export type FlagMark = z.infer<typeof FlagMark>
