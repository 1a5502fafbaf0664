/** Calendar dates as text, such as `2026-11-15`, without a time zone. */

const dayMs = 86_400_000

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** Counts the days of a range, both ends inclusive; 0 if `to` is before `from`. */
export const countDays = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1)

export const laterOf = (one: string, other = one): string => (one > other ? one : other)
export const earlierOf = (one: string, other = one): string => (one < other ? one : other)

const monthOf = (date: string): string => `${date.slice(0, 7)}-01`
const monthAfter = (date: string): string => monthOf(addDays(monthOf(date), 31))

export interface Period {
  span: 'day' | 'month' | 'ever'
  from: string
  to: string
}

/**
 * Splits a range into whole months and the days before and after them, for the rollup by month: a year of
 * thousands of enumerators then reads twelve rows each. PostgreSQL accepts both infinities as dates.
 */
export const splitByMonth = (range: { from: string | undefined; to: string | undefined }): Period[] => {
  const { from = '-infinity', to = 'infinity' } = range
  const begin = range.from === undefined ? from : monthOf(range.from) === from ? from : monthAfter(range.from)
  const end = range.to === undefined ? to : monthOf(addDays(range.to, 1))
  if (range.from !== undefined && range.to !== undefined && begin >= end) return [{ span: 'day', from, to }]
  return [
    { span: 'month', from: begin, to: range.to === undefined ? to : addDays(end, -1) },
    ...(begin === from ? [] : [{ span: 'day', from, to: addDays(begin, -1) } as const]),
    ...(range.to === undefined || addDays(end, -1) === to ? [] : [{ span: 'day', from: end, to } as const]),
  ]
}
