import { isExact } from '@baseline/contract/checks/neighbours.ts'
import { metresBetween } from '@baseline/contract/checks/numbers.ts'
import type { Neighbours, ResponseFacts } from '@baseline/contract/checks/response-facts.ts'

import { byTime, dayReach, isTimed } from './chains.ts'
import type { FactChange } from './queued-rule.ts'

export const isOnSpot = (facts: ResponseFacts): boolean => facts.latitude !== null && isExact(facts)

/** Identifies the enumerator and the day of an interview. */
const dayOf = ({ surveyId, investigator, day }: ResponseFacts): string =>
  JSON.stringify([surveyId, investigator, day])

interface Day {
  unchanged: Map<string, ResponseFacts>
  /** The changed interviews with their old facts, and with their new ones. */
  before: ResponseFacts[]
  after: ResponseFacts[]
}

/** Returns what a count of the households at one spot reads of the interviews within reach, per interview. */
const readSpots = (
  day: readonly ResponseFacts[],
  distance: number,
): ReadonlyMap<string, readonly string[]> => {
  const inOrder = day.toSorted(byTime).map((facts) => ({ facts, isOnSpot: isOnSpot(facts) }))
  const spots = new Map<string, string[]>(inOrder.map(({ facts }) => [facts.id, []]))
  for (const [at, one] of inOrder.entries()) {
    if (!one.isOnSpot) continue
    for (const other of inOrder.slice(at + 1, at + 1 + dayReach)) {
      const metres = other.isOnSpot ? metresBetween(one.facts, other.facts) : undefined
      if (metres === undefined || metres > distance) continue
      spots.get(one.facts.id)?.push(`${other.facts.id} ${other.facts.household ?? ''}`)
      spots.get(other.facts.id)?.push(`${one.facts.id} ${one.facts.household ?? ''}`)
    }
  }
  return spots
}

/**
 * Returns the unchanged interviews of the changed days that have other households at their spot than before. On a day
 * with more interviews than are compared, a change also brings two others into reach of each other, or out of it.
 *
 * `around` has the stored interviews around the old and the new position of each change. They are sufficient: between two
 * interviews that come into reach or leave it, each interview is within reach of a change.
 */
export const findOtherSpots = (
  changes: readonly FactChange[],
  around: Iterable<readonly [ResponseFacts, Neighbours]>,
  distanceOf: (surveyId: string) => number,
): string[] => {
  const changed = new Set(changes.map(({ id }) => id))
  const days = new Map<string, Day>()
  const dayWith = (facts: ResponseFacts): Day => {
    const day: Day = days.get(dayOf(facts)) ?? { unchanged: new Map(), before: [], after: [] }
    days.set(dayOf(facts), day)
    return day
  }
  for (const [facts, { before, after }] of around)
    for (const other of [...before, ...after])
      if (!changed.has(other.id)) dayWith(facts).unchanged.set(other.id, other)
  for (const { before, after } of changes) {
    if (before && isTimed(before)) dayWith(before).before.push(before)
    if (after && isTimed(after)) dayWith(after).after.push(after)
  }
  return [...days.values()].flatMap((day) => {
    const unchanged = [...day.unchanged.values()]
    const distance = distanceOf(unchanged[0]?.surveyId ?? '')
    const [old, current] = [day.before, day.after].map((own) => readSpots([...unchanged, ...own], distance))
    return unchanged
      .map(({ id }) => id)
      .filter((id) => String(old?.get(id)?.toSorted()) !== String(current?.get(id)?.toSorted()))
  })
}
