import type { SurveyDefinition } from '../surveys/master.ts'
import { wallClock } from '../wall-clock.ts'
import { marksOf, walkAnswers } from './marks.ts'
import type { GivenAnswer, Marks } from './marks.ts'
import { round } from './numbers.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Evidence, Finding, RuleId } from './rules.ts'

/** The fields of a response that the checks read. Times are ISO instants. */
export interface CheckedResponse {
  startTime: string | null
  endTime: string | null
  /** Time of receipt. */
  createdAt: string
  location: { latitude: number; longitude: number; accuracy?: number | undefined } | null
  values: Readonly<Record<string, unknown>>
  /** Paths of stored answers that break a rule of the questionnaire. */
  problems: readonly string[]
  /** The survey was closed when the response arrived. */
  isLate: boolean
}

/** The facts about the survey and the version that a response was answered with. */
export interface CheckedSurvey {
  definition: SurveyDefinition
  timeZone: string
  /** First day of the survey. */
  openFrom: string | null
  /** When the next version was loaded; null for the latest one. */
  supersededAt: string | null
}

const minuteMs = 60_000
const hourMs = 3_600_000

const timeOf = (instant: string | null): number | undefined =>
  instant === null ? undefined : Date.parse(instant)

interface Subject {
  response: CheckedResponse
  survey: CheckedSurvey
  start: number | undefined
  end: number | undefined
  received: number
  marks: Marks
  answers: readonly GivenAnswer[]
}

type Found = { condition: string; question?: string; evidence: Evidence }
type Parameters = Readonly<Record<string, number>>
type Check = (subject: Subject, parameters: Parameters) => readonly Found[]

const localTime = (instant: number, timeZone: string): string =>
  wallClock(timeZone)(new Date(instant)).toISOString().slice(0, 16).replace('T', ' ')

const checkOrder: Check = ({ start, end }) =>
  start !== undefined && end !== undefined && end < start
    ? [{ condition: 'endsFirst', evidence: { minutes: round((start - end) / minuteMs, 1) } }]
    : []

const checkClock: Check = ({ start, received, survey }, { tolerance = 0 }) => {
  if (start === undefined) return []
  const ahead = start - received
  if (ahead > tolerance * minuteMs)
    return [{ condition: 'future', evidence: { minutes: round(ahead / minuteMs), limit: tolerance } }]
  const day = localTime(start, survey.timeZone).slice(0, 10)
  return survey.openFrom !== null && day < survey.openFrom
    ? [{ condition: 'beforeOpening', evidence: { day, openFrom: survey.openFrom } }]
    : []
}

const checkDays: Check = ({ start, end, survey: { timeZone } }) => {
  if (start === undefined || end === undefined || end < start) return []
  const [from, to] = [localTime(start, timeZone), localTime(end, timeZone)]
  return from.slice(0, 10) === to.slice(0, 10) ? [] : [{ condition: 'twoDays', evidence: { from, to } }]
}

const checkDuration: Check = ({ start, end, answers }, { minimum = 0, pace = 0, answers: fewest = 0 }) => {
  if (start === undefined || end === undefined || end < start) return []
  const minutes = (end - start) / minuteMs
  if (minutes < minimum)
    return [{ condition: 'minutes', evidence: { minutes: round(minutes, 1), limit: minimum } }]
  const count = answers.length
  const seconds = (minutes * 60) / count
  if (count < fewest || seconds >= pace) return []
  return [
    {
      condition: 'pace',
      evidence: { minutes: round(minutes, 1), answers: count, seconds: round(seconds, 1), limit: pace },
    },
  ]
}

const checkHour: Check = ({ start, survey: { timeZone } }, { from = 0, to = 24 }) => {
  if (start === undefined) return []
  const time = localTime(start, timeZone).slice(11)
  const hour = Number(time.slice(0, 2)) + Number(time.slice(3)) / 60
  return hour < from || hour > to ? [{ condition: 'oddHour', evidence: { time, from, to } }] : []
}

const checkReceipt: Check = ({ end, received }, { late = 0, veryLate = 0 }) => {
  if (end === undefined) return []
  const hours = (received - end) / hourMs
  if (hours > veryLate * 24)
    return [{ condition: 'veryLate', evidence: { days: round(hours / 24, 1), limit: veryLate } }]
  return hours > late ? [{ condition: 'late', evidence: { hours: round(hours), limit: late } }] : []
}

const checkClosing: Check = ({ response }) => (response.isLate ? [{ condition: 'closed', evidence: {} }] : [])

const checkLocation: Check = ({ response: { location }, marks }, { accuracy: limit = 0 }) => {
  if (!marks.asksLocation) return []
  if (location === null) return [{ condition: 'missing', evidence: {} }]
  const { accuracy } = location
  if (accuracy === undefined || marks.allowsMock) return []
  if (accuracy === 0) return [{ condition: 'mock', evidence: {} }]
  return accuracy > limit ? [{ condition: 'inaccurate', evidence: { metres: round(accuracy), limit } }] : []
}

const checkKeys: Check = ({ response, marks, survey, start, received }) =>
  marks.blankKeys(response.values, dayOf(start ?? received, survey)).map((question) => ({
    condition: 'blank',
    question,
    evidence: {},
  }))

const dayOf = (instant: number, { timeZone }: CheckedSurvey): string =>
  localTime(instant, timeZone).slice(0, 10)

const checkEvasion: Check = ({ answers, marks }, { share: limit = 100, answers: fewest = 0 }) => {
  if (answers.length < fewest) return []
  const evasive = answers.filter((answer) => {
    const meaning = marks.meaningOf(answer)
    return meaning === 'dont_know' || meaning === 'refused'
  }).length
  const share = (100 * evasive) / answers.length
  return share > limit
    ? [
        {
          condition: 'share',
          evidence: { count: evasive, answers: answers.length, share: round(share), limit },
        },
      ]
    : []
}

const checkVersion: Check = ({ start, survey: { supersededAt } }, { hours: limit = 0 }) => {
  const superseded = timeOf(supersededAt)
  if (start === undefined || superseded === undefined) return []
  const hours = (start - superseded) / hourMs
  return hours > limit ? [{ condition: 'old', evidence: { hours: round(hours), limit } }] : []
}

const checkLimits: Check = ({ answers }) =>
  answers.flatMap(({ question, path, value }): Found[] => {
    const { softMin, softMax } = question
    if (typeof value !== 'number') return []
    if (softMin !== undefined && value < softMin)
      return [{ condition: 'below', question: path, evidence: { value, limit: softMin } }]
    return softMax !== undefined && value > softMax
      ? [{ condition: 'above', question: path, evidence: { value, limit: softMax } }]
      : []
  })

const checkRulesOfForm: Check = ({ response: { problems } }) =>
  problems.length > 0 ? [{ condition: 'invalid', evidence: { count: problems.length } }] : []

const checks: readonly [RuleId, Check][] = [
  ['T1', checkOrder],
  ['T2', checkClock],
  ['T3', checkDays],
  ['T4', checkDuration],
  ['T8', checkHour],
  ['T10', checkReceipt],
  ['T11', checkClosing],
  ['G1', checkLocation],
  ['M1', checkKeys],
  ['M2', checkEvasion],
  ['V1', checkVersion],
  ['V2', checkLimits],
  ['A1', checkRulesOfForm],
]

/** At most so many flags of one rule per response: each further one says the same. */
const maxPerRule = 20

/** Applies the rules that need nothing but the response and its survey. */
export const checkInline = (
  response: CheckedResponse,
  survey: CheckedSurvey,
  rules: ActiveRules,
): Finding[] => {
  const marks = marksOf(survey.definition)
  const subject: Subject = {
    response,
    survey,
    start: timeOf(response.startTime),
    end: timeOf(response.endTime),
    received: Date.parse(response.createdAt),
    marks,
    answers: walkAnswers(survey.definition, response.values),
  }
  return checks.flatMap(([rule, check]) => {
    const active = rules.get(rule)
    if (!active) return []
    return check(subject, active.parameters)
      .slice(0, maxPerRule)
      .map((found) => toFinding(rules, { rule, ...found }))
  })
}
