import type { Dashboard, Progress } from '@baseline/contract/dashboard/contract.ts'

import { addDays, countDays, earlierOf, laterOf } from './calendar.ts'
import type { DashboardScope } from './scope.ts'
import { sum } from './sum.ts'

/** The target of one survey for its planned days; `districts` by folded name. */
export interface Target {
  surveyId: string
  from: string
  to: string
  total: number
  districts: ReadonlyMap<string, { name: string; target: number }>
}

export interface TimeFrame {
  range: DashboardScope['range']
  today: string
}

interface DoneCount {
  survey_id: string
  done: number
}

/** Returns the planned days within the range, up to and including a day. */
const plannedDays = (day: string, { from, to }: Target, range: TimeFrame['range']) => ({
  from: laterOf(from, range?.from),
  to: earlierOf(earlierOf(to, day), range?.to),
})

/**
 * Returns the share of a target that the plan expects by the end of yesterday, with the same number for each
 * planned day. Today is not over: its share would make every plan look late each morning.
 */
const expectedBy = (target: Target, goal: number, { range, today }: TimeFrame): number => {
  const days = plannedDays(addDays(today, -1), target, range)
  return (goal * countDays(days.from, days.to)) / countDays(target.from, target.to)
}

const sumDone = (targets: readonly Target[], done: readonly DoneCount[]): number => {
  const surveyIds = new Set(targets.map(({ surveyId }) => surveyId))
  return sum(done.filter(({ survey_id: id }) => surveyIds.has(id)).map((row) => row.done))
}

/** Returns the number that the plans expect on one day, not rounded: days are later summed to months. */
const expectedOn = (targets: readonly Target[], day: string): number | null => {
  const activeTargets = targets.filter(({ from, to }) => from <= day && day <= to)
  if (activeTargets.length === 0) return null
  return sum(activeTargets.map((target) => target.total / countDays(target.from, target.to)))
}

/** Adds the planned days without responses, up to today. */
export const addPlannedDays = (
  days: readonly { date: string; count: number; done: number }[],
  targets: readonly Target[],
  timeFrame: TimeFrame,
): Dashboard['days'] => {
  const daysByDate = new Map(days.map((day) => [day.date, day]))
  const planned = targets.flatMap((target) => {
    const { from, to } = plannedDays(timeFrame.today, target, timeFrame.range)
    return Array.from({ length: countDays(from, to) }, (_, n) => addDays(from, n))
  })
  return [...new Set([...daysByDate.keys(), ...planned])].toSorted().map((date) => ({
    ...(daysByDate.get(date) ?? { date, count: 0, done: 0 }),
    expected: expectedOn(targets, date),
  }))
}

/** The forecast continues the pace of the last 14 days. */
export const paceDays = 14
/** Limits the forecast to the year 9999, the last of an ISO date with four digits. */
const maxForecastDays = 2_900_000

const forecastEnd = (remaining: number, recentCount: number, today: string): string | null => {
  if (remaining <= 0 || recentCount <= 0) return null
  return addDays(today, Math.min(Math.ceil(remaining / (recentCount / paceDays)), maxForecastDays))
}

/** Combines the plans of all surveys. `recent` are the responses done in the last `paceDays`. */
export const combinePlans = (
  targets: readonly Target[],
  { done, recent }: { done: readonly DoneCount[]; recent: readonly DoneCount[] },
  timeFrame: TimeFrame,
): Dashboard['plan'] => {
  const [first] = targets
  if (!first) return null
  const target = sum(targets.map(({ total }) => total))
  const doneCount = sumDone(targets, done)
  return {
    target,
    done: doneCount,
    expected: Math.round(sum(targets.map((one) => expectedBy(one, one.total, timeFrame)))),
    from: targets.reduce((day, { from }) => earlierOf(day, from), first.from),
    to: targets.reduce((day, { to }) => laterOf(day, to), first.to),
    forecastEnd: timeFrame.range
      ? null
      : forecastEnd(target - doneCount, sumDone(targets, recent), timeFrame.today),
  }
}

/** Combines the plans for one district, of the surveys with a target there. */
export const districtPlan = (
  targets: readonly Target[],
  district: string,
  done: readonly DoneCount[],
  timeFrame: TimeFrame,
): Progress | null => {
  const districtTargets = targets.filter(({ districts }) => districts.has(district))
  if (districtTargets.length === 0) return null
  const goalOf = (target: Target) => target.districts.get(district)?.target ?? 0
  return {
    target: sum(districtTargets.map(goalOf)),
    done: sumDone(districtTargets, done),
    expected: Math.round(sum(districtTargets.map((target) => expectedBy(target, goalOf(target), timeFrame)))),
  }
}
