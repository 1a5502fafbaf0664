import fc from 'fast-check'
import { expect, test } from 'vitest'

import { checkDuration, checkVillage } from './calibrated.ts'
import type { UsualDuration, VillageCentre } from './calibrated.ts'
import { checkEqualAnswers, checkHousehold } from './duplicates.ts'
import { checkSpot, checkTimes, checkTravel } from './neighbours.ts'
import type { Neighbours, ResponseFacts } from './response-facts.ts'
import { activeRules } from './rules.ts'

/** Implements the rules that compare responses a second time, with loops over all responses of a small survey. */

const rules = activeRules([])
const minute = 60_000
const noon = Date.parse('2026-03-31T12:00:00Z')

const Facts = fc.record({
  investigator: fc.constantFrom('ana', 'rui'),
  start: fc.integer({ min: 0, max: 40 }),
  // Halves of minutes are also at the limits of the rules.
  length: fc.integer({ min: 0, max: 60 }).map((halves) => halves / 2),
  isTimed: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  // A few metres and some kilometres apart.
  north: fc.constantFrom(null, 0, 5, 12, 40, 60, 900, 1_100, 4_100),
  accuracy: fc.constantFrom(0, 3, 10, 11, 60),
  household: fc.constantFrom(null, 'a', 'b', 'c'),
  phone: fc.constantFrom(null, '1', '2'),
  answers: fc.constantFrom(null, 'x', 'y'),
  answerCount: fc.constantFrom(19, 20, 40),
})
type Made = typeof Facts extends fc.Arbitrary<infer T> ? T : never

const metresPerDegree = (Math.PI * 6_371_008.8) / 180

const factsOf = (made: Made, n: number): ResponseFacts => {
  const startedAt = made.isTimed ? noon + made.start * minute : null
  return {
    id: `id-${String(n)}`,
    surveyId: 'survey',
    displayId: String(n),
    investigator: made.investigator,
    startedAt,
    endedAt: startedAt === null ? null : startedAt + made.length * minute,
    day: startedAt === null ? null : '2026-03-31',
    minutes: made.isTimed ? Math.floor(made.length) : null,
    // On the equator's meridian, so that the distance is the difference of the latitudes.
    latitude: made.north === null ? null : made.north / metresPerDegree,
    longitude: made.north === null ? null : 0,
    accuracy: made.north === null ? null : made.accuracy,
    village: 'village',
    household: made.household,
    phone: made.phone,
    answers: made.answers,
    answerCount: made.answerCount,
  }
}

/** Returns the responses before and after one, the nearest first. */
const around = (all: readonly ResponseFacts[], own: ResponseFacts): Neighbours => {
  const at = all.indexOf(own)
  return { before: all.slice(0, at).toReversed(), after: all.slice(at + 1) }
}
const none: Neighbours = { before: [], after: [] }
const sameKey = (all: readonly ResponseFacts[], own: ResponseFacts, key: 'household' | 'phone' | 'answers') =>
  own[key] === null
    ? none
    : around(
        all.filter((other) => other[key] === own[key]),
        own,
      )

interface Timed extends ResponseFacts {
  startedAt: number
  endedAt: number
}
const isTimed = (facts: ResponseFacts): facts is Timed => facts.startedAt !== null && facts.endedAt !== null

const metres = (a: ResponseFacts, b: ResponseFacts): number =>
  a.latitude === null || b.latitude === null
    ? Number.NaN
    : Math.abs(a.latitude - b.latitude) * metresPerDegree

/** The interviews of the enumerator in the order of time. */
const chainOf = (all: readonly ResponseFacts[], { investigator }: ResponseFacts): Timed[] =>
  all
    .filter(isTimed)
    .filter((other) => other.investigator === investigator)
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))

const timeProblems = (all: readonly ResponseFacts[], own: ResponseFacts): string[] => {
  const chain = chainOf(all, own)
  const at = chain.findIndex(({ id }) => id === own.id)
  const [previous, next] = [chain[at - 1], chain[at + 1]]
  if (at < 0 || !isTimed(own)) return []
  const found: string[] = []
  const sharedWith = (other: Timed) =>
    Math.min(own.endedAt, other.endedAt) - Math.max(own.startedAt, other.startedAt)
  // The longest overlap counts; of equal ones, that with the previous interview.
  const overlapped = [previous, next]
    .filter((other) => other !== undefined)
    .filter((other) => sharedWith(other) > 2 * minute)
    .toSorted((a, b) => sharedWith(b) - sharedWith(a))[0]
  const contains = (a: Timed, b: Timed) =>
    a.startedAt <= b.startedAt &&
    a.endedAt >= b.endedAt &&
    a.endedAt - a.startedAt >= 2 * (b.endedAt - b.startedAt)
  const gap = previous && own.startedAt - previous.endedAt
  if (overlapped)
    found.push(contains(own, overlapped) || contains(overlapped, own) ? 'T9 within' : 'T9 overlap')
  else if (gap !== undefined && gap < 5 * minute) found.push('T9 gap')
  if (previous && gap !== undefined) {
    const hours = Math.max(minute, gap) / (60 * minute)
    const distance = metres(previous, own)
    if (distance > 1_000 && distance / 1_000 / hours > 80) found.push('G4 speed')
  }
  return found
}

const spotProblems = (all: readonly ResponseFacts[], own: ResponseFacts): string[] => {
  const isExact = (facts: ResponseFacts) => [3, 10].includes(facts.accuracy ?? 0)
  if (!isTimed(own) || !isExact(own)) return []
  const here = chainOf(all, own).filter((other) => isExact(other) && metres(own, other) <= 10)
  return new Set(here.map(({ household, id }) => household ?? id)).size >= 3 ? ['G5 spot'] : []
}

const duplicateProblems = (all: readonly ResponseFacts[], own: ResponseFacts): string[] => {
  const others = all.filter((other) => other !== own)
  const households = others.filter(({ household }) => household !== null && household === own.household)
  const phones = others.filter(({ phone }) => phone !== null && phone === own.phone)
  const household = households.some((other) => phones.includes(other))
    ? ['D2 householdAndPhone']
    : households.some((other) => metres(own, other) <= 50)
      ? ['D2 householdAndPlace']
      : phones.length > 0
        ? ['D2 phone']
        : households.length > 0
          ? ['D2 household']
          : []
  const hasEqual = others.some(({ answers }) => answers !== null && answers === own.answers)
  return [...household, ...(hasEqual && own.answerCount >= 20 ? ['D3 equal'] : [])]
}

const calibratedProblems = (
  own: ResponseFacts,
  { centre, usual }: { centre: VillageCentre; usual: UsualDuration },
): string[] => {
  const found: string[] = []
  if (own.latitude !== null) {
    const distance = Math.abs(own.latitude - centre.latitude) * metresPerDegree
    if (distance > 1_000 && distance > 3 * centre.metres) found.push('G2 far')
  }
  if (own.minutes !== null && usual.interviews >= 30) {
    const deviation = Math.max(usual.deviation, 1, usual.median / 20)
    const z = (0.6745 * (own.minutes - usual.median)) / deviation
    if (z < -3.5) found.push('T5 short')
    if (z > 3.5) found.push('T5 long')
  }
  return found
}

const Calibrations = fc.record({
  centre: fc.record({
    latitude: fc.constantFrom(0, 500 / metresPerDegree),
    longitude: fc.constant(0),
    metres: fc.constantFrom(10, 300, 400, 2_000),
    interviews: fc.constant(10),
  }),
  usual: fc.record({
    median: fc.integer({ min: 10, max: 40 }),
    deviation: fc.constantFrom(0, 0.5, 2, 6),
    interviews: fc.constantFrom(29, 30, 500),
  }),
})

test('the rules find the same as a second implementation in 1,000 random surveys', () => {
  fc.assert(
    fc.property(fc.array(Facts, { minLength: 1, maxLength: 9 }), Calibrations, (made, calibrations) => {
      const all = made.map(factsOf)
      for (const own of all) {
        const chain = chainOf(all, own)
        const neighbours = isTimed(own) ? around(chain, chain.find(({ id }) => id === own.id) ?? own) : none
        const findings = [
          ...checkTimes(own, neighbours, rules),
          ...checkTravel(own, neighbours, rules),
          ...checkSpot(own, neighbours, rules),
          ...checkHousehold(
            own,
            { households: sameKey(all, own, 'household'), phones: sameKey(all, own, 'phone') },
            rules,
          ),
          ...checkEqualAnswers(own, sameKey(all, own, 'answers'), rules),
          ...checkVillage(own, calibrations.centre, rules),
          ...checkDuration(own, calibrations.usual, rules),
        ].map(({ rule, condition }) => `${rule} ${condition}`)
        expect(findings.toSorted()).toEqual(
          [
            ...timeProblems(all, own),
            ...spotProblems(all, own),
            ...duplicateProblems(all, own),
            ...calibratedProblems(own, calibrations),
          ].toSorted(),
        )
      }
    }),
    { numRuns: 1_000 },
  )
})
