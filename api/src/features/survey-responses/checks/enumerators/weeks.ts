import { addDays } from '@baseline/contract/checks/enumerator-work.ts'
import { round } from '@baseline/contract/checks/numbers.ts'
import type { RateName } from '@baseline/contract/checks/response-figures.ts'
import type { Enumerator } from '@baseline/contract/survey-responses/enumerators.ts'

import { medianOf, shareOf } from './present-enumerators.ts'
import { countByDay, sumRates } from './read-work.ts'
import type { DayRow } from './read-work.ts'

const shownWeeks = 8

/** Returns the figures of the eight weeks up to a day, the oldest first. */
export const weeksOf = (days: readonly DayRow[], until: string): Enumerator['weeks'] =>
  Array.from({ length: shownWeeks }, (_, index) => {
    const from = addDays(until, 1 - 7 * (shownWeeks - index))
    const to = addDays(from, 6)
    const ofWeek = days.filter(({ day }) => day >= from && day <= to)
    const counts = [...countByDay(ofWeek).values()]
    const interviews = counts.reduce((sum, count) => sum + count, 0)
    const rates = sumRates(ofWeek)
    const share = (name: RateName) => shareOf(rates[name])
    return {
      from,
      interviews,
      values: {
        perDay: counts.length === 0 ? null : round(interviews / counts.length, 1),
        minutes: medianOf(ofWeek.flatMap(({ durations }) => durations)),
        dontKnow: share('dontKnow'),
        refused: share('refused'),
        missing: share('missing'),
        other: share('other'),
        noLocation: share('noLocation'),
        filterNo: share('filterNo'),
        consentRefused: share('consentRefused'),
      },
    }
  })
