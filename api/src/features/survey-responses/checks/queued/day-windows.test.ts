import { checkSpot } from '@baseline/contract/checks/neighbours.ts'
import type { CheckedFacts, Neighbours, ResponseFacts } from '@baseline/contract/checks/response-facts.ts'
import { activeRules } from '@baseline/contract/checks/rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayReach } from './chains.ts'
import { findOtherSpots } from './day-windows.ts'
import type { FactChange } from './queued-rule.ts'

const rules = activeRules([])
const distance = rules.get('G5')?.parameters['distance'] ?? 0
const noon = Date.parse('2026-03-31T12:00:00Z')
const metresPerDegree = (Math.PI * 6_371_008.8) / 180

interface Made {
  minute: number
  isTomorrow: boolean
  north: number
  accuracy: number
  household: string
}

const factsOf = (id: string, { minute, isTomorrow, north, accuracy, household }: Made): CheckedFacts => {
  const startedAt = noon + minute * 60_000 + (isTomorrow ? 86_400_000 : 0)
  return {
    id,
    surveyId: 'survey',
    displayId: id,
    investigator: 'ana',
    startedAt,
    endedAt: startedAt + 60_000,
    day: isTomorrow ? '2026-04-01' : '2026-03-31',
    minutes: 1,
    latitude: north / metresPerDegree,
    longitude: 0,
    accuracy,
    village: 'village',
    household,
    phone: null,
    answers: null,
    answerCount: 0,
    fingerprint: null,
    photos: [],
  }
}

const Interview = fc.record({
  minute: fc.integer({ min: 0, max: 400 }),
  isTomorrow: fc.boolean(),
  north: fc.constantFrom(0, 0, 5, 12, 900),
  accuracy: fc.constantFrom(3, 10, 11),
  household: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
})
/** Up to 150 interviews on two days; up to 40 of them are added, changed or removed at once. */
const World = fc.record({
  stored: fc.array(Interview, { minLength: 20, maxLength: 150 }),
  changed: fc.array(fc.record({ at: fc.nat(), next: fc.option(Interview) }), { minLength: 1, maxLength: 40 }),
})

/** Returns the interviews of the day around a position, as the database does. */
const windowOf = (stored: readonly ResponseFacts[], own: ResponseFacts): Neighbours => {
  const isBefore = (other: ResponseFacts) =>
    (other.startedAt ?? 0) < (own.startedAt ?? 0) || (other.startedAt === own.startedAt && other.id < own.id)
  const others = stored
    .filter(({ id, day }) => id !== own.id && day === own.day)
    .toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0) || (a.id < b.id ? -1 : 1))
  const before = others.filter(isBefore)
  return {
    before: before.toReversed().slice(0, dayReach),
    after: others.slice(before.length).slice(0, dayReach),
  }
}
const findingsOf = (stored: readonly ResponseFacts[], own: ResponseFacts): string =>
  JSON.stringify(checkSpot(own, windowOf(stored, own), rules))

const affectedBy = (changes: readonly FactChange[], current: readonly CheckedFacts[]): string[] => {
  const positions = changes.flatMap(({ before, after }) => [before, after].filter((one) => one !== undefined))
  const around = positions.map((facts) => [facts, windowOf(current, facts)] as const)
  return findOtherSpots(changes, around, () => distance)
}

test('every interview with another number of households at its spot is found, also on long days', () => {
  let [compared, found] = [0, 0]
  fc.assert(
    fc.property(World, ({ stored, changed }) => {
      const before = new Map(stored.map((made, n) => [String(n).padStart(3, '0'), made]))
      const after = new Map(before)
      for (const { at, next } of changed) {
        // Half of the changes concern stored interviews.
        const id = String(at % (2 * stored.length)).padStart(3, '0')
        if (next) after.set(id, next)
        else after.delete(id)
      }
      const list = (made: ReadonlyMap<string, Made>) => [...made].map(([id, one]) => factsOf(id, one))
      const [old, current] = [list(before), list(after)]
      const oldById = new Map(old.map((facts) => [facts.id, facts]))
      const currentById = new Map(current.map((facts) => [facts.id, facts]))
      const changes = [...new Set([...before.keys(), ...after.keys()])]
        .filter((id) => before.get(id) !== after.get(id))
        .map((id) => ({ id, before: oldById.get(id), after: currentById.get(id) }))
      const affected = new Set(affectedBy(changes, current))
      for (const facts of current) {
        if (before.get(facts.id) !== after.get(facts.id)) continue
        compared += 1
        if (findingsOf(old, facts) === findingsOf(current, facts)) continue
        found += 1
        expect(affected).toContain(facts.id)
      }
    }),
    { numRuns: 1_000, seed: 19 },
  )
  expect(compared).toBeGreaterThan(10_000)
  expect(found).toBeGreaterThan(1_000)
})

test('a new interview of a long day concerns no other one unless others at one spot move apart', () => {
  const far = (n: number) => ({ isTomorrow: false, accuracy: 3, household: String(n), north: n * 1_000 })
  const stored = Array.from({ length: 100 }, (_, n) => factsOf(String(100 + n), { ...far(n), minute: n }))
  const added = factsOf('200', { ...far(200), minute: 50 })
  const change = { id: added.id, before: undefined, after: added }
  expect(affectedBy([change], [...stored, added])).toEqual([])

  // They are 30 places apart in the order of the day, and 31 with the new one between them.
  const apart = stored.map((facts, n) => (n === 40 || n === 70 ? { ...facts, latitude: 0 } : facts))
  expect(affectedBy([change], [...apart, added])).toEqual(['140', '170'])
})
