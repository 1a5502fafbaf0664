import { t } from '#platform/i18n.ts'
import { formatAxisDate, formatDates, formatNumber } from '#platform/time.ts'

import type { Period, Unit } from './periods.ts'

/** Formats a period as an axis label. */
export const formatAxisPeriod = ({ from }: Period, unit: Unit): string =>
  unit === 'year' ? from.slice(0, 4) : formatAxisDate(from, unit === 'month' ? 'month' : 'day')

/** Formats a period as a table cell. spec §5 */
export const formatPeriod = ({ from, to }: Period): string => (from === to ? from : `${from} – ${to}`)

/** Returns the period and figures of a bar as a sentence. */
export const describePeriod = (period: Period): string => {
  const figures = {
    day: formatDates(period.from, period.to),
    count: formatNumber(period.count),
    done: formatNumber(period.done),
  }
  return period.expected === null
    ? t('dashboard.days.one', figures)
    : t('dashboard.days.oneExpected', { ...figures, expected: formatNumber(period.expected) })
}
