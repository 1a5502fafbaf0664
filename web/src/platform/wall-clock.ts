/** Making one costs more than formatting a hundred times with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit' } as const),
    ...({ hour: '2-digit', minute: '2-digit', second: '2-digit' } as const),
  })
  formats.set(timeZone, made)
  return made
}

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>

/** What a clock on the wall shows at an instant. */
export const partsIn = (timeZone: string, instant: Date): Parts =>
  // The options above ask for exactly these parts.
  Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  ) as Parts

/** The calendar date of an instant. */
const dayIn = (timeZone: string, instant: Date): string => {
  const { year, month, day } = partsIn(timeZone, instant)
  return `${year}-${month}-${day}`
}

export const todayIn = (timeZone: string): string => dayIn(timeZone, new Date())

const wallClockIn = (timeZone: string, instant: number): number => {
  const { year, month, day, hour, minute, second } = partsIn(timeZone, new Date(instant))
  return Date.UTC(+year, +month - 1, +day, +hour, +minute, +second)
}

/** The instant at which a clock on the wall shows this time; twice, because the shift may change in between. */
export const instantIn = (timeZone: string, wallClock: number): number => {
  const guess = wallClock - (wallClockIn(timeZone, wallClock) - wallClock)
  return guess - (wallClockIn(timeZone, guess) - wallClock)
}
