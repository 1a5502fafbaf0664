import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Order } from './order.ts'

const hour = 3_600_000
const day = 24 * hour

/**
 * Least and greatest distance of each time from the start of an interview with consistent times, in ms. Matches
 * the definition of the column `times_consistent`.
 */
const distanceFromStart = {
  start_time: [0, 0],
  end_time: [0, 7 * day],
  created_at: [-hour, 7 * day],
  // Midnight of a date that can differ by one day from the date in UTC.
  survey_date: [-2 * day, day],
} as const
type TimeColumn = keyof typeof distanceFromStart
const isTimeColumn = (column: string): column is TimeColumn => column in distanceFromStart

export interface Range {
  column: TimeColumn
  ends: readonly (string | undefined)[]
}

const widthOf = ({ ends: [from, to] }: Range): number =>
  from && to ? Date.parse(to) - Date.parse(from) : Infinity

/** Returns the narrowest time range of a filter. */
export const narrowestRange = (filter: SurveyResponseFilter): Range | undefined => {
  const ranges: [TimeColumn, readonly (string | undefined)[] | undefined][] = [
    ['start_time', filter.startTimeRange],
    ['created_at', filter.createdAtRange],
    ['end_time', filter.endTimeRange],
    ['survey_date', filter.surveyDateRange],
  ]
  return ranges
    .flatMap(([column, ends]) => (ends?.some(Boolean) ? [{ column, ends }] : []))
    .reduce<Range | undefined>(
      (narrowest, range) => (narrowest && widthOf(narrowest) <= widthOf(range) ? narrowest : range),
      undefined,
    )
}

/**
 * Returns conditions on the time of the sort order that follow from a range of another time, for interviews
 * with consistent times. Returns none without a range, or if the order has no time or that of the range.
 */
export const boundsOnOrder = ({ by }: Order, range: Range | undefined): RawBuilder<unknown>[] => {
  const column = by.find(isTimeColumn)
  if (!range || !column || column === range.column) return []
  const [from, to] = range.ends
  const [minDistance, maxDistance] = distanceFromStart[column]
  const [rangeMinDistance, rangeMaxDistance] = distanceFromStart[range.column]
  const shiftEnd = (end: string, shift: number) => {
    const shifted = new Date(Date.parse(end) + shift).toISOString()
    return column === 'survey_date' ? shifted.slice(0, 10) : shifted
  }
  return [
    ...(from ? [sql`${sql.ref(column)} >= ${shiftEnd(from, minDistance - rangeMaxDistance)}`] : []),
    ...(to ? [sql`${sql.ref(column)} <= ${shiftEnd(to, maxDistance - rangeMinDistance)}`] : []),
  ]
}
