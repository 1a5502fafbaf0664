import type { Dashboard, Progress } from '@baseline/contract/dashboard/contract.ts'

import type { Asked } from './asked.ts'
import { daysFrom, earliest, latest, shifted } from './calendar.ts'
import { sum } from './sum.ts'

/** The target of one survey for its planned days; `districts` by folded name. */
export interface Target {
  surveyId: string
  from: string
  to: string
  total: number
  districts: ReadonlyMap<string, { name: string; target: number }>
}

export interface When {
  range: Asked['range']
  today: string
}

interface Done {
  survey_id: string
  done: number
}

/** Returns the planned days within the range, up to and including a day. */
const plannedUntil = (day: string, { from, to }: Target, range: When['range']) => ({
  from: latest(from, range?.from),
  to: earliest(earliest(to, day), range?.to),
})

/**
 * Returns the share of a target that the plan expects by the end of yesterday, with the same number for each
 * planned day. Today is not over: its share would make every plan look late each morning.
 */
const expectedBy = (target: Target, wanted: number, { range, today }: When): number => {
  const days = plannedUntil(shifted(today, -1), target, range)
  return (wanted * daysFrom(days.from, days.to)) / daysFrom(target.from, target.to)
}

const doneOf = (targets: readonly Target[], done: readonly Done[]): number => {
  const planned = new Set(targets.map(({ surveyId }) => surveyId))
  return sum(done.filter(({ survey_id: id }) => planned.has(id)).map((one) => one.done))
}

/** Returns the number that the plans expect on one day, not rounded: days are later summed to months. */
const expectedOn = (targets: readonly Target[], day: string): number | null => {
  const current = targets.filter(({ from, to }) => from <= day && day <= to)
  if (current.length === 0) return null
  return sum(current.map((one) => one.total / daysFrom(one.from, one.to)))
}

/** Adds the planned days without responses, up to today. */
export const daysFromPlan = (
  days: readonly { date: string; count: number; done: number }[],
  targets: readonly Target[],
  when: When,
): Dashboard['days'] => {
  const known = new Map(days.map((day) => [day.date, day]))
  const planned = targets.flatMap((target) => {
    const { from, to } = plannedUntil(when.today, target, when.range)
    return Array.from({ length: daysFrom(from, to) }, (_, n) => shifted(from, n))
  })
  return [...new Set([...known.keys(), ...planned])].toSorted().map((date) => ({
    ...(known.get(date) ?? { date, count: 0, done: 0 }),
    expected: expectedOn(targets, date),
  }))
}

/** The forecast continues the pace of the last 14 days. */
export const paceDays = 14
/** Limits the forecast to the year 9999, the last of an ISO date with four digits. */
const mostDays = 2_900_000

const forecastEnd = (left: number, lately: number, today: string): string | null => {
  if (left <= 0 || lately <= 0) return null
  return shifted(today, Math.min(Math.ceil(left / (lately / paceDays)), mostDays))
}

/** Combines the plans of all surveys. `lately` are the responses done in the last `paceDays`. */
export const planFrom = (
  targets: readonly Target[],
  { done, lately }: { done: readonly Done[]; lately: readonly Done[] },
  when: When,
): Dashboard['plan'] => {
  const [first] = targets
  if (!first) return null
  const target = sum(targets.map(({ total }) => total))
  const achieved = doneOf(targets, done)
  return {
    target,
    done: achieved,
    expected: Math.round(sum(targets.map((one) => expectedBy(one, one.total, when)))),
    from: targets.reduce((day, { from }) => earliest(day, from), first.from),
    to: targets.reduce((day, { to }) => latest(day, to), first.to),
    forecastEnd: when.range ? null : forecastEnd(target - achieved, doneOf(targets, lately), when.today),
  }
}

/** Combines the plans for one district, of the surveys with a target there. */
export const districtPlan = (
  targets: readonly Target[],
  district: string,
  done: readonly Done[],
  when: When,
): Progress | null => {
  const there = targets.filter(({ districts }) => districts.has(district))
  if (there.length === 0) return null
  const wanted = (one: Target) => one.districts.get(district)?.target ?? 0
  return {
    target: sum(there.map(wanted)),
    done: doneOf(there, done),
    expected: Math.round(sum(there.map((one) => expectedBy(one, wanted(one), when)))),
  }
}
