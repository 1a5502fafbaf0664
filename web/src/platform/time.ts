import { instantIn, todayIn, wallClock } from '@baseline/contract/wall-clock.ts'

import { chosenLanguage } from './i18n.ts'

let timeZone = 'UTC'

/** One zone per installation, sent with the settings; every screen shows and asks for times in it. */
export const setTimeZone = (zone: string): void => {
  timeZone = zone
}

/** For whoever reckons with times elsewhere than on this page. */
export const installationTimeZone = (): string => timeZone

/** `2026-11-14 09:30`, the same in every language, on the clock of the installation or another. spec §5 */
export const formatInstant = (instant: string, zone?: string | null): string =>
  wallClock(zone ?? timeZone)(instant)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')

/** The calendar date that a number of days after today has in the zone of the installation. */
export const today = (plusDays = 0): string => {
  const midday = new Date(`${todayIn(timeZone)}T12:00:00Z`)
  midday.setUTCDate(midday.getUTCDate() + plusDays)
  return midday.toISOString().slice(0, 10)
}

/** What `formatInstant` writes, back as an instant. */
export const instantOf = (shown: string, zone?: string | null): string =>
  new Date(instantIn(zone ?? timeZone, Date.parse(`${shown.replace(' ', 'T')}Z`))).toISOString()

const dayMs = 86_400_000

/** The first and the last moment of a calendar date, as the calls want them. */
export const startOfDay = (date: string): string =>
  new Date(instantIn(timeZone, Date.parse(date))).toISOString()
export const endOfDay = (date: string): string =>
  new Date(instantIn(timeZone, Date.parse(date) + dayMs) - 1).toISOString()

export const formatNumber = (value: number): string => new Intl.NumberFormat(chosenLanguage()).format(value)
