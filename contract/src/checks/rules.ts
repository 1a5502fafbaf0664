import { namesWith } from '../facts.ts'

export const severities = ['info', 'warn', 'error'] as const
export type Severity = (typeof severities)[number]

/** Points of an open flag in the risk of a response. */
export const severityPoints: Readonly<Record<Severity, number>> = { info: 5, warn: 15, error: 40 }

/** A number that a manager can change. */
interface Parameter {
  /** Unit of the value on the screen. */
  unit:
    | 'minutes'
    | 'seconds'
    | 'hours'
    | 'days'
    | 'metres'
    | 'kmPerHour'
    | 'percent'
    | 'count'
    | 'ratio'
    | 'hour'
  default: number
  min: number
  max: number
}

interface Rule {
  /** About one response, or about an enumerator compared with the others. */
  subject: 'response' | 'investigator'
  /**
   * `inline`: in the transaction that writes the response. `queued`: by the worker within seconds, because it reads
   * other responses. `group`: by the worker every hour or night, because it reads figures of many responses.
   */
  mode: 'inline' | 'queued' | 'group'
  /** The problems that the rule can find, with their severity. */
  conditions: Readonly<Record<string, Severity>>
  parameters: Readonly<Record<string, Parameter>>
  /** A survey has to enable it, and its flags do not count towards the risk. */
  optional?: true
  /** Evidence that also changes with other responses: a decision about the flag holds nevertheless. */
  unstable?: readonly string[]
}

const parameter = (
  unit: Parameter['unit'],
  value: number,
  { min = 0, max = 100_000 }: { min?: number; max?: number } = {},
): Parameter => ({ unit, default: value, min, max })

const percent = (value: number) => parameter('percent', value, { max: 100 })

/** The rules of data quality in the order of the screens. The defaults hold for a survey that changes nothing. */
export const checkRules = {
  /** The interview ends before it starts. */
  T1: { subject: 'response', mode: 'inline', conditions: { endsFirst: 'error' }, parameters: {} },
  /** The clock of the device is ahead, or the interview is older than the survey. */
  T2: {
    subject: 'response',
    mode: 'inline',
    conditions: { future: 'error', beforeOpening: 'error' },
    parameters: { tolerance: parameter('minutes', 10) },
  },
  /** The interview starts and ends on different days. */
  T3: { subject: 'response', mode: 'inline', conditions: { twoDays: 'warn' }, parameters: {} },
  /** The interview is shorter than its questions take. */
  T4: {
    subject: 'response',
    mode: 'inline',
    conditions: { minutes: 'warn', pace: 'warn' },
    parameters: {
      minimum: parameter('minutes', 0, { max: 1_440 }),
      pace: parameter('seconds', 4, { max: 600 }),
      answers: parameter('count', 10, { min: 1, max: 1_000 }),
    },
  },
  /** The duration differs from the others of the survey. */
  T5: {
    subject: 'response',
    mode: 'queued',
    conditions: { short: 'warn', long: 'info' },
    parameters: {
      z: parameter('ratio', 3.5, { min: 1, max: 20 }),
      interviews: parameter('count', 30, { min: 5, max: 10_000 }),
    },
  },
  /** The interview starts at night. */
  T8: {
    subject: 'response',
    mode: 'inline',
    conditions: { oddHour: 'info' },
    parameters: { from: parameter('hour', 6, { max: 24 }), to: parameter('hour', 20, { max: 24 }) },
    optional: true,
  },
  /** The interview overlaps with another one of the enumerator, or follows it at once. */
  T9: {
    subject: 'response',
    mode: 'queued',
    conditions: { overlap: 'error', within: 'warn', gap: 'info' },
    parameters: {
      overlap: parameter('minutes', 2, { max: 1_440 }),
      gap: parameter('minutes', 5, { max: 1_440 }),
    },
  },
  /** The interview arrived long after it ended. */
  T10: {
    subject: 'response',
    mode: 'inline',
    conditions: { late: 'info', veryLate: 'warn' },
    parameters: { late: parameter('hours', 48), veryLate: parameter('days', 7) },
    optional: true,
  },
  /** The interview arrived after the survey was closed. */
  T11: { subject: 'response', mode: 'inline', conditions: { closed: 'info' }, parameters: {} },
  /** The position is missing, inaccurate or not measured. */
  G1: {
    subject: 'response',
    mode: 'inline',
    conditions: { missing: 'warn', inaccurate: 'info', mock: 'error' },
    parameters: { accuracy: parameter('metres', 50, { min: 1 }) },
  },
  /** The interview is far from its village. */
  G2: {
    subject: 'response',
    mode: 'queued',
    conditions: { far: 'warn' },
    parameters: {
      distance: parameter('metres', 1_000, { min: 10 }),
      factor: parameter('ratio', 3, { min: 1, max: 100 }),
    },
    unstable: ['metres'],
  },
  /** The distance from the previous interview is too large for the time between them. */
  G4: {
    subject: 'response',
    mode: 'queued',
    conditions: { speed: 'warn' },
    parameters: {
      distance: parameter('metres', 1_000, { min: 10 }),
      speed: parameter('kmPerHour', 80, { min: 1, max: 1_000 }),
    },
  },
  /** Several interviews of a day are at one spot. */
  G5: {
    subject: 'response',
    mode: 'queued',
    conditions: { spot: 'warn' },
    parameters: {
      interviews: parameter('count', 3, { min: 2, max: 100 }),
      distance: parameter('metres', 10, { min: 1, max: 1_000 }),
    },
    unstable: ['count'],
  },
  /** Another response has the same household or respondent. */
  D2: {
    subject: 'response',
    mode: 'queued',
    // Namesakes are common in a village, and neighbours share a phone: one of them alone is no evidence.
    conditions: { household: 'info', phone: 'info', householdAndPhone: 'error', householdAndPlace: 'error' },
    parameters: { distance: parameter('metres', 50, { min: 1, max: 10_000 }) },
  },
  /** Another response has the same answers. */
  D3: {
    subject: 'response',
    mode: 'queued',
    conditions: { equal: 'error' },
    parameters: { answers: parameter('count', 20, { min: 1, max: 1_000 }) },
  },
  /** Another response has nearly the same answers. */
  D6: {
    subject: 'response',
    mode: 'queued',
    conditions: { match: 'warn' },
    parameters: {
      match: parameter('percent', 90, { min: 50, max: 100 }),
      questions: parameter('count', 30, { min: 5, max: 1_000 }),
    },
    unstable: ['share', 'questions'],
  },
  /** A question that identifies the household is blank. */
  M1: { subject: 'response', mode: 'inline', conditions: { blank: 'error' }, parameters: {} },
  /** Many answers are "don't know" or a refusal. */
  M2: {
    subject: 'response',
    mode: 'inline',
    conditions: { share: 'info' },
    parameters: { share: percent(20), answers: parameter('count', 10, { min: 1, max: 1_000 }) },
  },
  /** The phone used an old version of the questionnaire. */
  V1: {
    subject: 'response',
    mode: 'inline',
    conditions: { old: 'info' },
    parameters: { hours: parameter('hours', 48) },
  },
  /** A number is outside the plausible limits of its question. */
  V2: { subject: 'response', mode: 'inline', conditions: { below: 'warn', above: 'warn' }, parameters: {} },
  /** The answers break the rules of the questionnaire. */
  A1: { subject: 'response', mode: 'inline', conditions: { invalid: 'error' }, parameters: {} },
  /** A photo was taken at another time or place, or belongs to another response too. */
  P1: {
    subject: 'response',
    mode: 'queued',
    conditions: { time: 'warn', place: 'warn', copy: 'error' },
    parameters: {
      minutes: parameter('minutes', 30, { max: 1_440 }),
      distance: parameter('metres', 500, { min: 10 }),
    },
  },
  /** An enumerator interviews more than all others. */
  E1: {
    subject: 'investigator',
    mode: 'group',
    conditions: { many: 'warn' },
    parameters: { days: parameter('count', 20, { min: 5, max: 1_000 }) },
  },
  /** The interviews of an enumerator are shorter. */
  E2: {
    subject: 'investigator',
    mode: 'group',
    conditions: { short: 'warn' },
    parameters: {
      z: parameter('ratio', 3.5, { min: 1, max: 20 }),
      interviews: parameter('count', 20, { min: 5, max: 10_000 }),
    },
  },
  /** An enumerator has a higher rate of an answer that saves time. */
  E3: {
    subject: 'investigator',
    mode: 'group',
    conditions: {
      dontKnow: 'warn',
      refused: 'warn',
      missing: 'warn',
      other: 'warn',
      noLocation: 'warn',
      filterNo: 'warn',
      consentRefused: 'warn',
    },
    parameters: {
      z: parameter('ratio', 3, { min: 1, max: 20 }),
      excess: percent(5),
      answers: parameter('count', 50, { min: 5, max: 10_000 }),
    },
  },
  /** The numbers of an enumerator end in 0 and 5 more often. */
  E4: {
    subject: 'investigator',
    mode: 'group',
    conditions: { lastDigit: 'warn', ages: 'warn' },
    parameters: {
      z: parameter('ratio', 4, { min: 1, max: 20 }),
      excess: percent(15),
      whipple: parameter('ratio', 175, { min: 100, max: 500 }),
    },
  },
  /** The numbers of an enumerator vary less. */
  E5: {
    subject: 'investigator',
    mode: 'group',
    conditions: { lowVariance: 'warn' },
    parameters: {
      ratio: parameter('ratio', 0.5, { min: 0.01, max: 1 }),
      answers: parameter('count', 50, { min: 5, max: 10_000 }),
    },
  },
  /** The mean of an enumerator differs. */
  E6: {
    subject: 'investigator',
    mode: 'group',
    conditions: { shifted: 'info' },
    parameters: {
      distance: parameter('ratio', 0.5, { min: 0.1, max: 10 }),
      t: parameter('ratio', 4, { min: 1, max: 20 }),
    },
  },
  /** An enumerator has sent nothing for days. */
  E9: {
    subject: 'investigator',
    mode: 'group',
    conditions: { silent: 'info' },
    parameters: { days: parameter('days', 3, { min: 1, max: 60 }) },
  },
} as const satisfies Readonly<Record<string, Rule>>

export type RuleId = keyof typeof checkRules

/** Returns a rule with all optional properties in its type. */
export const ruleOf = (id: RuleId): Rule => checkRules[id]

const isRuleId = (name: string): name is RuleId => Object.hasOwn(checkRules, name)
export const ruleIds: readonly RuleId[] = Object.keys(checkRules).filter(isRuleId)

export const responseRules = namesWith(checkRules, 'subject', 'response')
export const inlineRules = namesWith(checkRules, 'mode', 'inline')

/** Evidence of all rules that says with what a number is compared, and the label of another response. */
const comparisons: ReadonlySet<string> = new Set(['limit', 'median', 'other'])

/** Whether other evidence of this name opens a flag again that a reviewer has decided. */
export const isDecisive = (rule: RuleId, name: string): boolean =>
  !comparisons.has(name) && !ruleOf(rule).unstable?.includes(name)

/** A rule as it applies to a survey. */
export interface ActiveRule {
  /** Replaces the severity of all conditions. */
  severity: Severity | null
  parameters: Readonly<Record<string, number>>
  /** Increases with each change. */
  version: number
}
/** The rules that apply to a survey. */
export type ActiveRules = ReadonlyMap<RuleId, ActiveRule>

/** The changes of a survey to a rule. */
export interface RuleSetting {
  rule: RuleId
  isActive: boolean
  severity: Severity | null
  parameters: Readonly<Record<string, number>>
  version: number
}

/** Returns the value of each parameter of a rule, by default the product's. */
export const parametersOf = (
  rule: RuleId,
  changed: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(ruleOf(rule).parameters).map(([name, { default: value }]) => [
      name,
      changed[name] ?? value,
    ]),
  )

/** Returns the rules that apply, given what the survey changed. */
export const activeRules = (settings: readonly RuleSetting[]): ActiveRules => {
  const changed = new Map(settings.map((setting) => [setting.rule, setting]))
  const active = new Map<RuleId, ActiveRule>()
  for (const rule of ruleIds) {
    const setting = changed.get(rule)
    if (setting ? !setting.isActive : ruleOf(rule).optional) continue
    active.set(rule, {
      severity: setting?.severity ?? null,
      parameters: parametersOf(rule, setting?.parameters),
      version: setting?.version ?? 0,
    })
  }
  return active
}

export type Evidence = Readonly<Record<string, string | number>>

/** A problem that a rule found. */
export interface Finding {
  rule: RuleId
  /** Path of the answer; an empty text if the finding is about the whole response. */
  question: string
  /** Which condition of the rule. Selects the sentence. */
  condition: string
  severity: Severity
  /** The values of the sentence: the measured number, what it is compared with, and the limit. */
  evidence: Evidence
}

/** Returns a finding with the severity that the rule has in this survey. */
export const toFinding = (
  rules: ActiveRules,
  found: Omit<Finding, 'severity' | 'question'> & { question?: string },
): Finding => {
  const severity = rules.get(found.rule)?.severity ?? ruleOf(found.rule).conditions[found.condition]
  if (!severity) throw new Error(`rule ${found.rule} has no condition ${found.condition}`)
  return { question: '', ...found, severity }
}

/** Whether the flags of a rule count towards the risk of a response. */
export const isScored = (rule: RuleId): boolean => ruleOf(rule).optional !== true
