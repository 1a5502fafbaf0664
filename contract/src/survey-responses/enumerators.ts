import { z } from 'zod'

import { rateNames } from '../checks/response-figures.ts'
import type { RateName } from '../checks/response-figures.ts'
import { severities } from '../checks/rules.ts'
import type { RuleId } from '../checks/rules.ts'
import { recordOf } from '../facts.ts'
import { date, id, instant } from '../fields.ts'
import { route } from '../http.ts'
import { orderBy, wholeNumber } from '../list.ts'
import type { PersonalData } from '../personal-data.ts'
import { Texts } from '../surveys/master.ts'
import { flagStates, ruleId } from './flags.ts'

/** Figures that also have a value per week. */
export const trendIndicators = ['perDay', 'minutes', ...rateNames] as const
export type TrendIndicator = (typeof trendIndicators)[number]

/**
 * Figures of an enumerator:
 * - `perDay`: interviews per day with an interview; `n` days.
 * - `minutes`: median duration; `n` interviews.
 * - rates in percent; `n` answers or interviews.
 * - `heaping`: numbers that end in 0 or 5, in percent of `n` numbers of all interviews.
 * - `warnings`, `errors`: open flags; `n` interviews of the window.
 * - `confirmed`: confirmed flags in percent of `n` decisions.
 */
export const indicators = [...trendIndicators, 'heaping', 'warnings', 'errors', 'confirmed'] as const
export type Indicator = (typeof indicators)[number]

const rateIndicators: Readonly<Record<string, RateName>> = Object.fromEntries(
  rateNames.map((name) => [name, name]),
)
const indicatorOfRule: Partial<Record<RuleId, Indicator>> = {
  E1: 'perDay',
  E2: 'minutes',
  E4: 'heaping',
}

/** Returns the figure that a finding is about; undefined for the answers to a question, and for silence. */
export const indicatorOf = ({
  rule,
  condition,
}: {
  rule: RuleId
  condition: string
}): Indicator | undefined => (rule === 'E3' ? rateIndicators[condition] : indicatorOfRule[rule])

const Cell = z.strictObject({
  /** Null if there is nothing to count. */
  value: z.number().nullable(),
  n: z.int(),
  /** The same figure of the others; null if they are too few. */
  others: z.number().nullable(),
})
export type IndicatorCell = z.infer<typeof Cell>

/** A difference between an enumerator and the others that a rule found. */
export const EnumeratorFinding = z
  .strictObject({
    rule: ruleId,
    condition: z.string(),
    /** Key of the question; an empty text if the finding is about no single question. */
    question: z.string(),
    severity: z.enum(severities),
    evidence: z.record(z.string(), z.union([z.string(), z.number()])),
    detectedAt: instant,
    /** When the rule no longer found it; null while it does. */
    until: instant.nullable(),
  })
  .meta({ id: 'EnumeratorFinding' })
export type EnumeratorFinding = z.infer<typeof EnumeratorFinding>

export const EnumeratorRow = z
  .strictObject({
    /** Identifies the person in this survey without the name. */
    key: z.string(),
    name: z.string(),
    /** District with the most interviews. */
    district: z.string().nullable(),
    /** Interviews of the window. */
    interviews: z.int(),
    lastDay: date,
    /** Number of people in the comparison: of the district, or of the survey if these are fewer than three. */
    others: z.int(),
    cells: z.strictObject(recordOf(indicators, () => Cell)),
    /** Current findings. */
    findings: z.array(EnumeratorFinding),
  })
  .meta({ id: 'EnumeratorRow' })
export type EnumeratorRow = z.infer<typeof EnumeratorRow>

/** Class of each field of a row. */
export const enumeratorPersonalData = {
  key: 'staff',
  name: 'staff',
  district: 'indirect',
  interviews: 'no',
  lastDay: 'no',
  others: 'no',
  cells: 'no',
  findings: 'no',
} as const satisfies Record<keyof EnumeratorRow, PersonalData>

const context = {
  timeZone: z.string(),
  /** First and last day of the window; null without interviews. */
  window: z.strictObject({ from: date, to: date, start: instant }).nullable(),
  /** Labels of the questions that findings name, by key and language. */
  questions: z.record(z.string(), Texts),
  defaultLanguage: z.string(),
}

export const enumeratorOrders = ['name', 'findings', ...indicators] as const
export type EnumeratorColumn = (typeof enumeratorOrders)[number]

const params = { id }

export const listEnumerators = route({
  method: 'GET',
  path: '/surveys/:id/enumerators',
  access: 'checksRead',
  summary: 'List the enumerators of the last 14 days with interviews, compared with the others of the survey',
  reads: { entity: 'userDetails', kind: 'list' },
  params: z.strictObject(params),
  query: z.strictObject({
    orderBy: orderBy(enumeratorOrders).default('findings_DESC'),
    limit: wholeNumber.pipe(z.int().min(1).max(200)).default(50),
    offset: wholeNumber.pipe(z.int().max(1_000_000)).default(0),
  }),
  response: z.strictObject({ ...context, rows: z.array(EnumeratorRow), count: z.int() }),
})

const Week = z.strictObject({
  /** First day of the seven. */
  from: date,
  interviews: z.int(),
  values: z.strictObject(recordOf(trendIndicators, () => z.number().nullable())),
})

/** The last flags of the person's responses. */
const RecentFlag = z.strictObject({
  responseId: z.uuid(),
  displayId: z.string(),
  rule: ruleId,
  condition: z.string(),
  severity: z.enum(severities),
  state: z.enum(flagStates),
  evidence: z.record(z.string(), z.union([z.string(), z.number()])),
  detectedAt: instant,
})

export const Enumerator = EnumeratorRow.extend({
  ...context,
  survey: z.strictObject({ id: z.uuid(), label: z.string() }),
  /** Eight weeks up to the last day of the window, the oldest first. */
  weeks: z.array(Week),
  /** Days with interviews of the last 14 days, the latest first. */
  days: z.array(
    z.strictObject({
      day: date,
      interviews: z.int(),
      firstStart: instant,
      lastEnd: instant.nullable(),
      minutes: z.number().nullable(),
    }),
  ),
  /** Findings that ended. */
  earlier: z.array(EnumeratorFinding),
  flags: z.array(RecentFlag),
}).meta({ id: 'Enumerator' })
export type Enumerator = z.infer<typeof Enumerator>

export const getEnumerator = route({
  method: 'GET',
  path: '/surveys/:id/enumerators/:key',
  access: 'checksRead',
  summary: 'Return an enumerator of a survey: figures, eight weeks, findings and the last flags',
  reads: { entity: 'userDetails', kind: 'list', count: () => 1 },
  params: z.strictObject({ ...params, key: z.string().regex(/^[0-9a-f]{16}$/) }),
  response: Enumerator,
})
