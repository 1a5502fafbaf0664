import type { Fingerprint } from './fingerprint.ts'
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

/** Properties of a photo of a response that the checks compare. */
export interface PhotoFacts {
  /** Id of the file. */
  id: string
  /** Path of the answer; an empty text for a photo of the response as a whole. */
  question: string
  /** Hash of the content. */
  hash: string
  takenAt: number | null
  latitude: number | null
  longitude: number | null
}

/** The facts of a response that is checked, including facts that are not needed of its neighbours. */
export interface CheckedFacts extends ResponseFacts {
  fingerprint: Fingerprint | null
  /** In the order of their ids. */
  photos: readonly PhotoFacts[]
}

/** The responses before and after one in a chain, the nearest first. */
export interface Neighbours {
  before: readonly ResponseFacts[]
  after: readonly ResponseFacts[]
}

/** Applies one or more rules to a response. */
export type FactCheck = (facts: CheckedFacts, rules: ActiveRules) => readonly Finding[]

/** Names another response in the evidence: its Survey Id for people, its id for a link. */
export const naming = ({ id, displayId }: Pick<ResponseFacts, 'id' | 'displayId'>) => ({
  other: displayId,
  otherId: id,
})
