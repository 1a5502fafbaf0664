import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'

import type { GroupRow } from './figures.ts'
import { districtPlan } from './plan.ts'
import type { Target, TimeFrame } from './plan.ts'
import { sum } from './sum.ts'

/** The figures of a group of responses. */
export interface Figures {
  count: number
  done: number
  returned: number
}

const sumFigures = (lines: readonly Figures[]): Figures => ({
  count: sum(lines.map(({ count }) => count)),
  done: sum(lines.map(({ done }) => done)),
  returned: sum(lines.map(({ returned }) => returned)),
})

/** Groups the rows of all surveys by value, the largest group first. */
const groupByValue = (lines: readonly GroupRow[]) =>
  [...Map.groupBy(lines, ({ value }) => value)]
    .map(([value, rows]) => ({ value, rows, group: { name: rows[0]?.name ?? value, ...sumFigures(rows) } }))
    .toSorted((one, other) => other.group.count - one.group.count)

/** The group of responses without a value: the difference to the total, because no table counts them. */
const remainder = (lines: readonly GroupRow[], all: Figures) => {
  const countedFigures = sumFigures(lines)
  if (all.count === countedFigures.count) return []
  const { count, done, returned } = all
  return [
    {
      name: null,
      count: count - countedFigures.count,
      done: done - countedFigures.done,
      returned: returned - countedFigures.returned,
    },
  ]
}

/** Returns one group per value, the largest first. */
export const toGroups = (lines: readonly GroupRow[], all: Figures): Dashboard['villageTypes'] => [
  ...groupByValue(lines).map(({ group }) => group),
  ...remainder(lines, all),
]

/** Returns the groups of districts with their progress, including districts without any response yet. */
export const toDistricts = (
  lines: readonly GroupRow[],
  all: Figures,
  targets: readonly Target[],
  timeFrame: TimeFrame,
): Dashboard['districts'] => {
  const groups = groupByValue(lines)
  const groupValues = new Set(groups.map(({ value }) => value))
  const emptyDistricts = new Map(
    targets.flatMap(({ districts }) => [...districts]).filter(([value]) => !groupValues.has(value)),
  )
  return [
    ...groups.map(({ value, rows, group }) => ({
      ...group,
      plan: districtPlan(targets, value, rows, timeFrame),
    })),
    ...[...emptyDistricts].map(([value, { name }]) => ({
      name,
      ...sumFigures([]),
      plan: districtPlan(targets, value, [], timeFrame),
    })),
    ...remainder(lines, all).map((rest) => ({ ...rest, plan: null })),
  ]
}
