import { chosenLanguage } from './i18n.ts'

let timeZone = 'UTC'

/** One zone per installation, sent with the settings; every screen shows and asks for times in it. */
export const setTimeZone = (zone: string): void => {
  timeZone = zone
}

export const chosenTimeZone = (): string => timeZone

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

const partsOf = (instant: Date): Parts => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  })
  // The options above ask for exactly these parts.
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value])) as Parts
}

/** `2026-11-14 09:30`, the same in every language. spec §5 */
export const formatInstant = (instant: string): string => {
  const { year, month, day, hour, minute } = partsOf(new Date(instant))
  return `${year}-${month}-${day} ${hour}:${minute}`
}

const dateOf = (instant: Date): string => {
  const { year, month, day } = partsOf(instant)
  return `${year}-${month}-${day}`
}

/** The calendar date that a number of days after today has in the zone of the installation. */
export const today = (plusDays = 0): string => {
  const midday = new Date(`${dateOf(new Date())}T12:00:00Z`)
  midday.setUTCDate(midday.getUTCDate() + plusDays)
  return midday.toISOString().slice(0, 10)
}

const wallClockOf = (instant: number): number => {
  const { year, month, day, hour, minute, second } = partsOf(new Date(instant))
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second)
}

/** The instant at which a clock on the wall shows this time; twice, because the shift may change in between. */
const instantAt = (wallClock: number): number => {
  const guess = wallClock - (wallClockOf(wallClock) - wallClock)
  return guess - (wallClockOf(guess) - wallClock)
}

/** What `formatInstant` writes, back as an instant: `2026-11-14 09:30` on a clock of the installation. */
export const instantOf = (wallClock: string): string =>
  new Date(instantAt(Date.parse(`${wallClock.replace(' ', 'T')}Z`))).toISOString()

const dayMs = 86_400_000

/** The first and the last moment of a calendar date, as the calls want them. */
export const startOfDay = (date: string): string => new Date(instantAt(Date.parse(date))).toISOString()
export const endOfDay = (date: string): string =>
  new Date(instantAt(Date.parse(date) + dayMs) - 1).toISOString()

export const formatNumber = (value: number): string => new Intl.NumberFormat(chosenLanguage()).format(value)
