import { chosenLanguage, t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import type { Period, Unit } from './periods.ts'

const axisFormats: Record<Unit, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
}

/** Short, for below a bar. */
export const axisText = ({ from }: Period, unit: Unit): string =>
  new Intl.DateTimeFormat(chosenLanguage(), { ...axisFormats[unit], timeZone: 'UTC' }).format(
    Date.parse(from),
  )

/** In full, as dates stand everywhere. */
export const periodText = ({ from, to }: Period): string => (from === to ? from : `${from} – ${to}`)

/** All that a bar tells. */
export const periodSentence = (period: Period): string => {
  const words = {
    day: periodText(period),
    count: formatNumber(period.count),
    done: formatNumber(period.done),
  }
  return period.expected === null
    ? t('dashboard.days.one', words)
    : t('dashboard.days.oneExpected', { ...words, expected: formatNumber(period.expected) })
}
