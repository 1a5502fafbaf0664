type WallClock = (instant: string | Date) => Date

const quarterHourMs = 900_000

const makeClock = (timeZone: string): WallClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short' } as const),
  })
  const offsets = new Map<number, number>()
  const offsetAt = (start: number): number => {
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]))
    const numbers = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => Number(parts[name]))
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
    return Date.UTC(parts['era'] === 'BC' ? 1 - year : year, month - 1, day, hour, minute, second) - start
  }
  return (instant) => {
    const time = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
    const start = Math.floor(time / quarterHourMs) * quarterHourMs
    let offset = offsets.get(start)
    if (offset === undefined) {
      if (offsets.size >= 100_000) offsets.clear()
      offset = offsetAt(start)
      offsets.set(start, offset)
    }
    return new Date(time + offset)
  }
}

const clocks = new Map<string, WallClock>()

/**
 * Returns the wall-clock time of a zone at an instant, as the UTC fields of a Date, because spreadsheets and
 * texts have no zone. Caches the offset per quarter of an hour, the granularity at which zones change it.
 */
export const wallClock = (timeZone: string): WallClock => {
  const cached = clocks.get(timeZone)
  if (cached) return cached
  const clock = makeClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** Returns the calendar date of a zone at an instant. */
export const dayIn = (timeZone: string, instant: Date): string =>
  wallClock(timeZone)(instant).toISOString().slice(0, 10)

export const todayIn = (timeZone: string): string => dayIn(timeZone, new Date())

/** Returns the current date and time of a zone: `2026-03-31T14:30`. */
export const nowIn = (timeZone: string): string => wallClock(timeZone)(new Date()).toISOString().slice(0, 16)

/**
 * Returns the instant at which the clock of the zone shows this time. Corrects twice, because the offset may
 * change in between.
 */
export const instantIn = (timeZone: string, wallTime: number): number => {
  const wallTimeAt = (instant: number): number => wallClock(timeZone)(new Date(instant)).getTime()
  const guess = wallTime - (wallTimeAt(wallTime) - wallTime)
  return guess - (wallTimeAt(guess) - wallTime)
}

/** Returns the time zone of a record that has its own. */
export const zoneIn = (record: object): string | undefined =>
  'timeZone' in record && typeof record.timeZone === 'string' ? record.timeZone : undefined

/** Whether the text is an IANA time zone, such as Africa/Maputo. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
