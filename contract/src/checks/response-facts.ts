import type { ActiveRules, Finding } from './rules.ts'

/** Properties of a response that the checks compare. Times are milliseconds since 1970. */
export interface ResponseFacts {
  id: string
  surveyId: string
  /** Survey Id, for people. */
  displayId: string
  /** Folded name of the enumerator. */
  investigator: string
  startedAt: number | null
  endedAt: number | null
  /** Day of the start in the time zone of the survey. */
  day: string | null
  minutes: number | null
  latitude: number | null
  longitude: number | null
  accuracy: number | null
  /** Folded district and village. */
  village: string | null
  /** Hashes: equal values have equal hashes. */
  household: string | null
  phone: string | null
  answers: string | null
  answerCount: number
}

/** The responses before and after one in a chain, the nearest first. */
export interface Neighbours {
  before: readonly ResponseFacts[]
  after: readonly ResponseFacts[]
}

/** Applies one or more rules to a response. */
export type FactCheck = (facts: ResponseFacts, rules: ActiveRules) => readonly Finding[]

/** Names another response in the evidence: its Survey Id for people, its id for a link. */
export const naming = ({ id, displayId }: ResponseFacts) => ({ other: displayId, otherId: id })
