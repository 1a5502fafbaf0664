import { z } from 'zod'

import { severities } from '../checks/rules.ts'
import { id, instant } from '../fields.ts'
import { route } from '../http.ts'
import { ruleId } from './flags.ts'

/**
 * - `active`: applies to the survey.
 * - `retired`: a manager ended it. Its flags are withdrawn.
 * - `off`: an optional rule that the survey has not enabled.
 */
export const ruleStates = ['active', 'retired', 'off'] as const
export type RuleState = (typeof ruleStates)[number]

/** Minimum number of decisions about the flags of a rule before a change of the rule is proposed. */
export const judgedDecisions = 30
/** Precision in percent below which a rule disturbs more than it helps. */
export const leastPrecision = 10

const severity = z.enum(severities)

/** The values of a rule that a manager can change. */
export const RuleValues = z
  .strictObject({
    /** Replaces the severity of all conditions; null for the defaults. */
    severity: severity.nullable(),
    parameters: z.record(z.string().max(40), z.number()),
  })
  .meta({ id: 'RuleValues' })
export type RuleValues = z.infer<typeof RuleValues>

/**
 * - `responses`: the trial applied the draft to each response.
 * - `storedFlags`: the rule compares responses in a way that a trial cannot repeat. It counts the stored flags only.
 */
const trialCoverages = ['responses', 'storedFlags'] as const

const trialStates = ['running', 'done', 'failed'] as const

export const CheckRule = z
  .strictObject({
    rule: ruleId,
    state: z.enum(ruleStates),
    /** Changes with every write, for If-Match. */
    version: z.int(),
    severity: severity.nullable(),
    /** The problems that the rule finds, with the severity that each has by default. */
    conditions: z.record(z.string(), severity),
    parameters: z.array(
      z.strictObject({
        name: z.string(),
        unit: z.string(),
        value: z.number(),
        default: z.number(),
        min: z.number(),
        max: z.number(),
      }),
    ),
    /** A change that does not apply yet. */
    draft: RuleValues.nullable(),
    /** State of the draft's trial; null without one. A change of the draft removes it. */
    trial: z.enum(trialStates).nullable(),
    /** Whether responses are being checked again after a change. */
    isRechecking: z.boolean(),
    /** Open flags of the caller's responses; `isMore` if there are more than counted. */
    open: z.strictObject({ count: z.int(), isMore: z.boolean() }),
    /** New flags of the last 14 days, the oldest first. */
    days: z.array(z.int()),
    /** Decisions since the rule has its current values; at most the last 1,000. */
    decided: z.strictObject({ confirmed: z.int(), waived: z.int() }),
    /** Confirmed ÷ decided in percent; null without a decision. */
    precision: z.number().nullable(),
    /** Proposed change of a rule that is usually wrong. */
    proposal: z.enum(['loosen', 'retire']).nullable(),
  })
  .meta({ id: 'CheckRule' })
export type CheckRule = z.infer<typeof CheckRule>

const BySeverity = z.strictObject({ info: z.int(), warn: z.int(), error: z.int() })

/** How the draft changes a flag. */
const exampleChanges = ['added', 'removed', 'same'] as const

export const TrialExample = z
  .strictObject({
    responseId: z.uuid(),
    displayId: z.string(),
    /** Path of the answer; an empty text if the flag is about the whole response. */
    question: z.string(),
    condition: z.string(),
    severity,
    evidence: z.record(z.string(), z.union([z.string(), z.number()])),
    change: z.enum(exampleChanges),
  })
  .meta({ id: 'TrialExample' })
export type TrialExample = z.infer<typeof TrialExample>

/** The draft, applied to the responses of the last 30 days without storing any flag. */
export const RuleTrial = z
  .strictObject({
    state: z.enum(trialStates),
    coverage: z.enum(trialCoverages),
    /** The values that were tried. */
    values: RuleValues,
    startedAt: instant,
    finishedAt: instant.nullable(),
    /** Responses received since then. */
    from: instant,
    responses: z.int(),
    /** Whether there were more responses than a trial reads. */
    isLimited: z.boolean(),
    /** Flags of the current values and of the draft. */
    before: BySeverity,
    after: BySeverity,
    added: z.int(),
    removed: z.int(),
    /** The enumerators with the most flags of the draft. */
    enumerators: z.array(
      z.strictObject({ name: z.string(), responses: z.int(), before: z.int(), after: z.int() }),
    ),
    examples: z.array(TrialExample),
  })
  .meta({ id: 'RuleTrial' })
export type RuleTrial = z.infer<typeof RuleTrial>

/** A trial as the server stores it. The examples get their Survey Ids when they are read. */
export type StoredTrial = Omit<RuleTrial, 'examples'> & {
  id: string
  examples: Omit<TrialExample, 'displayId'>[]
}

const params = { id, rule: ruleId }

export const listCheckRules = route({
  method: 'GET',
  path: '/surveys/:id/checks',
  access: 'checksRead',
  summary: 'List the rules of data quality of a survey, with their flags and their precision',
  params: z.strictObject({ id }),
  response: z.strictObject({
    /** Whether the caller may change the rules. Requires access to all responses, because the rules concern all. */
    canChange: z.boolean(),
    rules: z.array(CheckRule),
  }),
})

export const saveRuleDraft = route({
  method: 'PUT',
  path: '/surveys/:id/checks/:rule/draft',
  access: 'checksEdit',
  summary: 'Save the draft of a rule, which does not apply yet; accepts If-Match',
  params: z.strictObject(params),
  body: z.strictObject({ data: RuleValues }),
  response: CheckRule,
})

export const discardRuleDraft = route({
  method: 'DELETE',
  path: '/surveys/:id/checks/:rule/draft',
  access: 'checksEdit',
  summary: 'Discard the draft of a rule; accepts If-Match',
  params: z.strictObject(params),
  response: CheckRule,
})

export const tryRule = route({
  method: 'POST',
  path: '/surveys/:id/checks/:rule/trial',
  access: 'checksEdit',
  summary: 'Apply the draft of a rule to the responses of the last 30 days, without storing flags',
  params: z.strictObject(params),
  response: CheckRule,
})

export const getRuleTrial = route({
  method: 'GET',
  path: '/surveys/:id/checks/:rule/trial',
  access: 'checksEdit',
  summary: 'Return the result of a trial, or its progress',
  reads: {
    entity: 'surveyResponse',
    kind: 'list',
    count: ({ examples }: RuleTrial) => examples.length,
  },
  params: z.strictObject(params),
  response: RuleTrial,
})

export const setRuleState = route({
  method: 'POST',
  path: '/surveys/:id/checks/:rule/state',
  access: 'checksEdit',
  summary:
    'Activate the draft of a rule after its trial, retire the rule, or activate it again; accepts If-Match',
  params: z.strictObject(params),
  body: z.strictObject({ state: z.enum(['active', 'retired']) }),
  response: CheckRule,
})
