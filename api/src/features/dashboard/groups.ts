import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'

import type { Grouped } from './figures.ts'
import { districtPlan } from './plan.ts'
import type { Target, When } from './plan.ts'
import { sum } from './sum.ts'

/** The figures of a group of responses. */
export interface Figures {
  count: number
  done: number
  returned: number
}

const together = (lines: readonly Figures[]): Figures => ({
  count: sum(lines.map(({ count }) => count)),
  done: sum(lines.map(({ done }) => done)),
  returned: sum(lines.map(({ returned }) => returned)),
})

/** Groups the rows of all surveys by value, the largest group first. */
const byValue = (lines: readonly Grouped[]) =>
  [...Map.groupBy(lines, ({ value }) => value)]
    .map(([value, own]) => ({ value, own, group: { name: own[0]?.name ?? value, ...together(own) } }))
    .toSorted((one, other) => other.group.count - one.group.count)

/** The group of responses without a value: the difference to the total, because no table counts them. */
const withoutValue = (lines: readonly Grouped[], all: Figures) => {
  const known = together(lines)
  if (all.count === known.count) return []
  const { count, done, returned } = all
  return [
    {
      name: null,
      count: count - known.count,
      done: done - known.done,
      returned: returned - known.returned,
    },
  ]
}

/** Returns one group per value, the largest first. */
export const groupsFrom = (lines: readonly Grouped[], all: Figures): Dashboard['villageTypes'] => [
  ...byValue(lines).map(({ group }) => group),
  ...withoutValue(lines, all),
]

/** Returns the groups of districts with their progress, including districts without any response yet. */
export const districtsFrom = (
  lines: readonly Grouped[],
  all: Figures,
  targets: readonly Target[],
  when: When,
): Dashboard['districts'] => {
  const known = byValue(lines)
  const met = new Set(known.map(({ value }) => value))
  const nothingYet = new Map(
    targets.flatMap(({ districts }) => [...districts]).filter(([value]) => !met.has(value)),
  )
  return [
    ...known.map(({ value, own, group }) => ({ ...group, plan: districtPlan(targets, value, own, when) })),
    ...[...nothingYet].map(([value, { name }]) => ({
      name,
      ...together([]),
      plan: districtPlan(targets, value, [], when),
    })),
    ...withoutValue(lines, all).map((rest) => ({ ...rest, plan: null })),
  ]
}
