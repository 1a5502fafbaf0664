import { instantIn, todayIn, wallClock } from '@baseline/contract/wall-clock.ts'

import { chosenLanguage } from './i18n.ts'

let installationZone = 'UTC'

/** Sets the zone of the installation, which arrives with the settings. */
export const setTimeZone = (zone: string): void => {
  installationZone = zone
}

/** The zone of every screen that is not about one survey. */
export const installationTimeZone = (): string => installationZone

/** `2026-11-14 09:30`, the form of values in every language, in the zone given or that of the installation. spec §5 */
export const formatInstant = (instant: string, zone?: string | null): string =>
  wallClock(zone ?? installationZone)(instant)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

/** `2026-11-14 09:30:05`: entries of a log follow each other within a minute. */
export const formatInstantWithSeconds = (instant: string): string =>
  wallClock(installationZone)(instant).toISOString().slice(0, 19).replace('T', ' ')

/** The calendar date that is a number of days after today in a zone. */
export const today = (plusDays = 0, zone?: string | null): string => {
  const midday = new Date(`${todayIn(zone ?? installationZone)}T12:00:00Z`)
  midday.setUTCDate(midday.getUTCDate() + plusDays)
  return midday.toISOString().slice(0, 10)
}

/** Reads what `formatInstant` writes. */
export const instantOf = (shown: string, zone?: string | null): string =>
  new Date(instantIn(zone ?? installationZone, Date.parse(`${shown.replace(' ', 'T')}Z`))).toISOString()

const dayMs = 86_400_000

/** The first and the last millisecond of a calendar date, as filters send them. */
export const startOfDay = (date: string, zone: string): string =>
  new Date(instantIn(zone, Date.parse(date))).toISOString()
export const endOfDay = (date: string, zone: string): string =>
  new Date(instantIn(zone, Date.parse(date) + dayMs) - 1).toISOString()

/** British English puts the day first, as Portuguese does. */
const dateLocales = { en: 'en-GB', 'pt-BR': 'pt-BR' } as const

const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocales[chosenLanguage()], { ...options, timeZone: 'UTC' })

/** `16 November` or `9–15 November`, `16 de novembro`: the form of dates in sentences. Other years are named. */
export const dateInWords = (from: string, to = from): string => {
  const isThisYear = [from, to].every((date) => date.slice(0, 4) === today().slice(0, 4))
  return dateFormat({
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  }).formatRange(Date.parse(from), Date.parse(to))
}

/** `16 Nov`, `16 nov.`: the form of dates on axes; without the day `Nov 2026`, `nov. 2026`. */
export const dateOnAxis = (date: string, unit: 'day' | 'month'): string =>
  dateFormat({ month: 'short', ...(unit === 'day' ? { day: 'numeric' } : { year: 'numeric' }) })
    .formatToParts(Date.parse(date))
    .filter(({ type }) => type !== 'literal')
    .map(({ value }) => value)
    .join(' ')

export const formatNumber = (value: number): string => new Intl.NumberFormat(chosenLanguage()).format(value)
