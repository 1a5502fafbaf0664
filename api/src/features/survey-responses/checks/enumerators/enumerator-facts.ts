import { figuresOf, ratesOf } from '@baseline/contract/checks/response-figures.ts'
import type { RateName, Rates } from '@baseline/contract/checks/response-figures.ts'
import { dayIn } from '@baseline/contract/wall-clock.ts'

import type { CheckedRecord } from '../../queries.ts'
import type { SurveyToCheck } from '../read-rules.ts'

/** Maps each rate to two columns in the tables of enumerators: its denominator and its numerator. */
const rateColumns = {
  dontKnow: ['dont_know_asked', 'dont_know'],
  refused: ['refused_asked', 'refused'],
  missing: ['asked', 'missing'],
  other: ['other_asked', 'other'],
  noLocation: ['location_asked', 'no_location'],
  filterNo: ['filter_asked', 'filter_no'],
  consentRefused: ['consent_asked', 'consent_refused'],
} as const satisfies Record<RateName, readonly [string, string]>

type CountColumn = (typeof rateColumns)[RateName][number]
export const countColumns: readonly CountColumn[] = Object.values(rateColumns).flat()

/** Contribution of a response to the figures of its enumerator, as a row of the table. */
export type EnumeratorFacts = Record<CountColumn, number> & {
  response_id: string
  survey_id: string
  investigator: string
  district: string
  day: string
  /** ISO instants. */
  started_at: string
  ended_at: string | null
  minutes: number | null
  numbers: Readonly<Record<string, readonly number[]>>
}

const countsOf = (rates: Rates): Record<CountColumn, number> => ({
  asked: rates.missing.asked,
  missing: rates.missing.found,
  dont_know_asked: rates.dontKnow.asked,
  dont_know: rates.dontKnow.found,
  refused_asked: rates.refused.asked,
  refused: rates.refused.found,
  other_asked: rates.other.asked,
  other: rates.other.found,
  location_asked: rates.noLocation.asked,
  no_location: rates.noLocation.found,
  filter_asked: rates.filterNo.asked,
  filter_no: rates.filterNo.found,
  consent_asked: rates.consentRefused.asked,
  consent_refused: rates.consentRefused.found,
})

/** Returns the rates of a row with their columns. */
export const ratesIn = (row: Readonly<Record<CountColumn, number>>): Rates =>
  ratesOf((name) => {
    const [asked, found] = rateColumns[name]
    return { asked: row[asked], found: row[found] }
  })

/** Returns what a response adds to the figures of its enumerator; undefined if it does not count. */
export const enumeratorFactsOf = (
  record: CheckedRecord,
  { survey }: SurveyToCheck,
): EnumeratorFacts | undefined => {
  const { status, startTime, endTime, investigator } = record
  if (status === 'inProgress' || status === 'rejected' || startTime === null || investigator === '')
    return undefined
  const day = dayIn(survey.timeZone, new Date(startTime))
  const { rates, numbers } = figuresOf(survey.definition, { ...record, day })
  const start = Date.parse(startTime)
  const end = endTime === null ? null : Date.parse(endTime)
  return {
    response_id: record.id,
    survey_id: record.surveyId,
    investigator,
    district: record.folded.district ?? '',
    day,
    started_at: new Date(start).toISOString(),
    ended_at: end === null ? null : new Date(end).toISOString(),
    minutes:
      end === null || end < start || rates.consentRefused.found > 0
        ? null
        : Math.floor((end - start) / 60_000),
    numbers,
    ...countsOf(rates),
  }
}
