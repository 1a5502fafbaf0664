import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'

type Day = Dashboard['days'][number]

const units = ['day', 'week', 'month', 'year'] as const
export type Unit = (typeof units)[number]

/** The period and figures of one bar. */
export interface Period {
  from: string
  to: string
  count: number
  done: number
  /** Number of responses that the plan expects in this period; null if nothing is planned. */
  expected: number | null
}

const dayMs = 86_400_000
const numberOf = (date: string): number => Date.parse(`${date}T00:00Z`) / dayMs
export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from)
const dateOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

/**
 * Returns the first day of the unit that contains a day. Weeks start on Monday; 1970-01-01 was a Thursday.
 */
const startOf = (number: number, unit: Unit): number => {
  if (unit === 'day') return number
  if (unit === 'week') return number - ((((number + 3) % 7) + 7) % 7)
  const date = dateOf(number)
  return numberOf(unit === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`)
}

const maxDays: Record<Unit, number> = { day: 1, week: 7, month: 31, year: 366 }
const nextStart = (start: number, unit: Unit): number => startOf(start + maxDays[unit], unit)

/** Returns the smallest unit that needs at most `maxBars` bars. */
export const unitFor = (days: readonly Day[], maxBars: number): Unit => {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'day'
  const length = daysBetween(first.date, last.date) + 1
  return units.find((unit) => length / (unit === 'month' ? 30 : maxDays[unit]) <= maxBars) ?? 'year'
}

/**
 * Responses before a gap of more than `strayDays` are stray if they are less than `strayShare` of all:
 * another survey, or a wrong clock.
 */
const strayDays = 366
const strayShare = 0.01

/**
 * Returns the index of the first day of the fieldwork. Skips a few responses dated long before all others,
 * which would stretch the axis.
 */
export const findFieldworkStart = (days: readonly Day[]): number => {
  const totalCount = days.reduce((sum, { count }) => sum + count, 0)
  let [startIndex, earlierCount] = [0, 0]
  for (const [index, day] of days.entries()) {
    const gap = daysBetween(days[index - 1]?.date ?? day.date, day.date)
    if (gap > strayDays && earlierCount < totalCount * strayShare) startIndex = index
    earlierCount += day.count
  }
  return startIndex
}

const addDay = (period: Period, { count, done, expected }: Day): void => {
  period.count += count
  period.done += done
  if (expected !== null) period.expected = (period.expected ?? 0) + expected
}

/** Keeps one decimal below 10. */
const roundFigure = (number: number): number =>
  number < 10 ? Math.round(number * 10) / 10 : Math.round(number)

/**
 * Returns consecutive periods without gaps, each with the sums of its days. `days` must be sorted by date.
 */
export const periodsOf = (days: readonly Day[], unit: Unit): Period[] => {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const [firstDay, lastDay] = [numberOf(first.date), numberOf(last.date)]
  const periods = new Map<number, Period>()
  for (let start = startOf(firstDay, unit); start <= lastDay; start = nextStart(start, unit))
    periods.set(start, {
      from: dateOf(Math.max(start, firstDay)),
      to: dateOf(Math.min(nextStart(start, unit) - 1, lastDay)),
      count: 0,
      done: 0,
      expected: null,
    })
  for (const day of days) {
    const period = periods.get(startOf(numberOf(day.date), unit))
    if (period) addDay(period, day)
  }
  return [...periods.values()].map((period) => ({
    ...period,
    expected: period.expected === null ? null : roundFigure(period.expected),
  }))
}
