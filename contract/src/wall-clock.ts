type WallClock = (instant: string | Date) => Date

const quarter = 900_000

const makeClock = (timeZone: string): WallClock => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short' } as const),
  })
  const shifts = new Map<number, number>()
  const shiftAt = (start: number): number => {
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]))
    const numbers = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) => Number(parts[name]))
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = numbers
    return Date.UTC(parts['era'] === 'BC' ? 1 - year : year, month - 1, day, hour, minute, second) - start
  }
  return (instant) => {
    const at = typeof instant === 'string' ? Date.parse(instant) : instant.getTime()
    const start = Math.floor(at / quarter) * quarter
    let shift = shifts.get(start)
    if (shift === undefined) {
      if (shifts.size >= 100_000) shifts.clear()
      shift = shiftAt(start)
      shifts.set(start, shift)
    }
    return new Date(at + shift)
  }
}

const clocks = new Map<string, WallClock>()

/**
 * Returns the wall-clock time of a zone at an instant, as the UTC fields of a Date, because spreadsheets and
 * texts have no zone. Caches the offset per quarter of an hour, the granularity at which zones change it.
 */
export const wallClock = (timeZone: string): WallClock => {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = makeClock(timeZone)
  clocks.set(timeZone, made)
  return made
}

/** Returns the calendar date of a zone at an instant. */
export const dayIn = (timeZone: string, instant: Date): string =>
  wallClock(timeZone)(instant).toISOString().slice(0, 10)

export const todayIn = (timeZone: string): string => dayIn(timeZone, new Date())

/**
 * Returns the instant at which the clock of the zone shows this time. Corrects twice, because the offset may
 * change in between.
 */
export const instantIn = (timeZone: string, shown: number): number => {
  const shownAt = (instant: number): number => wallClock(timeZone)(new Date(instant)).getTime()
  const guess = shown - (shownAt(shown) - shown)
  return guess - (shownAt(guess) - shown)
}

/** Returns the time zone of a record that has its own. */
export const zoneIn = (record: object): string | undefined =>
  'timeZone' in record && typeof record.timeZone === 'string' ? record.timeZone : undefined
