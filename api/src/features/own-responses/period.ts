import { ownResponseDays } from '@baseline/contract/own-responses/contract.ts'
import { instantIn, todayIn } from '@baseline/contract/wall-clock.ts'

const dayMs = 86_400_000

/** The last 30 days of a time zone, oldest first, with today. */
export interface Period {
  days: readonly string[]
  /** The instant at which the first day begins. */
  since: string
}

export const lastDays = (timeZone: string): Period => {
  const today = Date.parse(todayIn(timeZone))
  const starts = Array.from(
    { length: ownResponseDays },
    (_, index) => today - (ownResponseDays - 1 - index) * dayMs,
  )
  return {
    days: starts.map((start) => new Date(start).toISOString().slice(0, 10)),
    since: new Date(instantIn(timeZone, starts[0] ?? today)).toISOString(),
  }
}
