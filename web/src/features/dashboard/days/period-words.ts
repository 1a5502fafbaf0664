import { t } from '#platform/i18n.ts'
import { dateInWords, dateOnAxis, formatNumber } from '#platform/time.ts'

import type { Period, Unit } from './periods.ts'

/** Formats a period as an axis label. */
export const axisText = ({ from }: Period, unit: Unit): string =>
  unit === 'year' ? from.slice(0, 4) : dateOnAxis(from, unit === 'month' ? 'month' : 'day')

/** Formats a period as a table cell. spec §5 */
export const periodText = ({ from, to }: Period): string => (from === to ? from : `${from} – ${to}`)

/** Returns the period and figures of a bar as a sentence. */
export const periodSentence = (period: Period): string => {
  const words = {
    day: dateInWords(period.from, period.to),
    count: formatNumber(period.count),
    done: formatNumber(period.done),
  }
  return period.expected === null
    ? t('dashboard.days.one', words)
    : t('dashboard.days.oneExpected', { ...words, expected: formatNumber(period.expected) })
}
