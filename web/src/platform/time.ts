import { instantIn, nowIn, todayIn, wallClock } from '@baseline/contract/wall-clock.ts'

import { chosenLanguage } from './i18n.ts'

let installationZone = 'UTC'

/** Sets the time zone of the installation, which comes with the settings. */
export const setTimeZone = (zone: string): void => {
  installationZone = zone
}

/** Time zone of all screens that do not set another one. */
export const installationTimeZone = (): string => installationZone

/**
 * Formats an instant as `2026-11-14 09:30`, in every language, in the given zone or that of the installation.
 * spec §5
 */
export const formatInstant = (instant: string, zone?: string | null): string =>
  wallClock(zone ?? installationZone)(instant)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

/** Formats an instant as `2026-11-14 09:30:05`, because log entries follow each other within a minute. */
export const formatInstantWithSeconds = (instant: string): string =>
  wallClock(installationZone)(instant).toISOString().slice(0, 19).replace('T', ' ')

/** Returns the calendar date a number of days after today in a zone. */
export const today = (plusDays = 0, zone?: string | null): string => {
  const midday = new Date(`${todayIn(zone ?? installationZone)}T12:00:00Z`)
  midday.setUTCDate(midday.getUTCDate() + plusDays)
  return midday.toISOString().slice(0, 10)
}

/** Returns the current date and time of a zone: `2026-03-31T14:30`. */
export const now = (zone?: string | null): string => nowIn(zone ?? installationZone)

/** Parses the output of `formatInstant`. */
export const instantOf = (text: string, zone?: string | null): string =>
  new Date(instantIn(zone ?? installationZone, Date.parse(`${text.replace(' ', 'T')}Z`))).toISOString()

const dayMs = 86_400_000

/** Returns the first or last millisecond of a calendar date, for filters. */
export const startOfDay = (date: string, zone: string): string =>
  new Date(instantIn(zone, Date.parse(date))).toISOString()
export const endOfDay = (date: string, zone: string): string =>
  new Date(instantIn(zone, Date.parse(date) + dayMs) - 1).toISOString()

/** British English has the day first, like Portuguese. */
const dateLocales = { en: 'en-GB', 'pt-BR': 'pt-BR' } as const

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocales[chosenLanguage()], { ...options, timeZone: 'UTC' })

/**
 * Formats dates for sentences: `16 November`, `9–15 November`, `16 de novembro`; adds the year if it is not
 * the current one.
 */
export const formatDates = (from: string, to = from): string => {
  const isThisYear = [from, to].every((date) => date.slice(0, 4) === today().slice(0, 4))
  return dateFormat({
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).formatRange(Date.parse(from), Date.parse(to))
}

/** Formats dates for axes: `16 Nov`, `16 nov.`; for months `Nov 2026`, `nov. 2026`. */
export const formatAxisDate = (date: string, unit: 'day' | 'month'): string =>
  dateFormat({ month: 'short', ...(unit === 'day' ? { day: 'numeric' } : { year: 'numeric' }) })
    .formatToParts(Date.parse(date))
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')

export const formatNumber = (value: number): string => new Intl.NumberFormat(chosenLanguage()).format(value)

/** Formats a share as whole percent; below 0.5 % as "<1%". */
export const formatShare = (part: number, total: number): string => {
  const percentFormat = new Intl.NumberFormat(chosenLanguage(), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  return part / total < 0.005 ? `<${percentFormat.format(0.01)}` : percentFormat.format(part / total)
}
