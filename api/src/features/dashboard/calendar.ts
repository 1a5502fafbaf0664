/** Calendar dates as texts, `2026-11-15`; they have no zone. */

const dayMs = 86_400_000

export const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

/** Both days included; none when they are the wrong way round. */
export const daysFrom = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1)

export const latest = (one: string, other = one): string => (one > other ? one : other)
export const earliest = (one: string, other = one): string => (one < other ? one : other)

const monthOf = (date: string): string => `${date.slice(0, 7)}-01`
const monthAfter = (date: string): string => monthOf(shifted(monthOf(date), 31))

export interface Piece {
  span: 'day' | 'month' | 'ever'
  from: string
  to: string
}

/**
 * A range in whole months, and the single days before and after them: a year of thousands of enumerators is added up
 * from twelve lines each. The database knows both infinities as dates.
 */
export const inMonths = (range: { from: string | undefined; to: string | undefined }): Piece[] => {
  const { from = '-infinity', to = 'infinity' } = range
  const begin = range.from === undefined ? from : monthOf(range.from) === from ? from : monthAfter(range.from)
  const end = range.to === undefined ? to : monthOf(shifted(range.to, 1))
  if (range.from !== undefined && range.to !== undefined && begin >= end) return [{ span: 'day', from, to }]
  return [
    { span: 'month', from: begin, to: range.to === undefined ? to : shifted(end, -1) },
    ...(begin === from ? [] : [{ span: 'day', from, to: shifted(begin, -1) } as const]),
    ...(range.to === undefined || shifted(end, -1) === to ? [] : [{ span: 'day', from: end, to } as const]),
  ]
}
