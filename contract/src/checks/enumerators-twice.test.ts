import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, compareWithOthers } from './enumerator-work.ts'
import type { EnumeratorWork, NumberFigures } from './enumerator-work.ts'
import { checkEnumerator } from './enumerators.ts'
import { rateNames, ratesOf } from './response-figures.ts'
import type { RateName } from './response-figures.ts'
import { activeRules } from './rules.ts'
import type { RuleId } from './rules.ts'

/** Implements the rules that compare enumerators a second time, with loops over all interviews of a small survey. */

const setting = (rule: RuleId, parameters: Record<string, number>) => ({
  rule,
  isActive: true,
  severity: null,
  parameters,
  version: 1,
})
/** Smaller numbers of interviews than by default, so that small surveys have enough, and limits that no share equals. */
const rules = activeRules([
  setting('E1', { days: 8 }),
  setting('E2', { interviews: 4 }),
  setting('E3', { answers: 8, z: 1.501, excess: 5.01 }),
  setting('E4', { z: 2.001, excess: 15.01 }),
  setting('E5', { answers: 8, ratio: 0.501 }),
  setting('E6', { t: 2.001, distance: 0.501 }),
])
const today = '2026-11-19'

interface Interview {
  name: string
  district: string
  day: string
  minutes: number
  /** Rates of which something was asked, and whether it was found. */
  answers: Partial<Record<RateName, boolean>>
  ages: number[]
  rooms: number
}

/** Habits of a person, each from 0 to 3. */
const Person = fc.record({
  district: fc.constantFrom('boane', 'boane', 'boane', 'moamba'),
  daysAgo: fc.integer({ min: 0, max: 12 }),
  zeal: fc.integer({ min: 0, max: 3 }),
  haste: fc.integer({ min: 0, max: 3 }),
  evasion: fc.integer({ min: 0, max: 3 }),
  rounding: fc.integer({ min: 0, max: 3 }),
  monotony: fc.integer({ min: 0, max: 3 }),
  shift: fc.integer({ min: 0, max: 3 }),
})
type Habits = typeof Person extends fc.Arbitrary<infer T> ? T : never

const draws = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const work = (name: string, habits: Habits, next: (below: number) => number): Interview[] => {
  const interviews: Interview[] = []
  for (let ago = habits.daysAgo; ago < 28; ago += 2 + next(2)) {
    const count = 1 + next(3) + (habits.zeal === 3 ? 3 + next(5) : 0)
    for (let n = 0; n < count; n += 1) {
      const age = habits.monotony === 3 ? 40 : 20 + next(50)
      const rooms = habits.monotony === 3 ? 3 : next(9)
      interviews.push({
        name,
        district: next(10) === 0 ? 'moamba' : habits.district,
        day: addDays(today, -ago),
        minutes: habits.haste === 3 ? 5 + next(3) : 30 + next(20),
        answers: Object.fromEntries(
          rateNames.filter(() => next(8) > 0).map((rate) => [rate, next(10) < 1 + 2 * habits.evasion]),
        ),
        ages: Array.from({ length: next(8) }, () =>
          habits.rounding === 3 ? Math.round((age + next(9)) / 5) * 5 : age + next(9),
        ),
        rooms: habits.shift === 3 ? rooms + 8 : rooms,
      })
    }
  }
  return interviews
}

const dayBefore = addDays(today, -14)
const isRecent = ({ day }: Interview): boolean => day > dayBefore
const count = <T>(all: readonly T[], condition: (one: T) => boolean): number => all.filter(condition).length

const districtOf = (interviews: readonly Interview[]): string => {
  const names = [...new Set(interviews.map(({ district }) => district))].toSorted()
  const sizes = names.map((name) => count(interviews, ({ district }) => district === name))
  return names[sizes.indexOf(Math.max(...sizes))] ?? ''
}

/** Returns the sums of a person, as the server does. */
const sumUp = (interviews: readonly Interview[]): EnumeratorWork => {
  const recent = interviews.filter(isRecent)
  const earlier = interviews.filter((one) => !isRecent(one))
  const rates = (of: readonly Interview[]) =>
    ratesOf((name) => ({
      asked: count(of, ({ answers }) => answers[name] !== undefined),
      found: count(of, ({ answers }) => answers[name] === true),
    }))
  const figures = (numbers: readonly number[]): NumberFigures => ({
    n: numbers.length,
    total: numbers.reduce((sum, number) => sum + number, 0),
    squares: numbers.reduce((sum, number) => sum + number * number, 0),
    lastDigits: Array.from({ length: 10 }, (_, digit) => count(numbers, (number) => number % 10 === digit)),
    ages: count(numbers, (number) => number >= 23 && number <= 62),
    roundAges: count(numbers, (number) => number >= 23 && number <= 62 && number % 5 === 0),
  })
  return {
    investigator: interviews[0]?.name ?? '',
    district: districtOf(interviews),
    days: new Map([...Map.groupBy(interviews, ({ day }) => day)].map(([day, of]) => [day, of.length])),
    minutes: recent.map(({ minutes }) => minutes),
    rates: rates(recent),
    earlierRates: rates(earlier),
    numbers: new Map([
      ['age', figures(interviews.flatMap(({ ages }) => ages))],
      ['rooms', figures(interviews.map(({ rooms }) => rooms))],
    ]),
  }
}

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
const middle = (numbers: readonly number[]): number => {
  const inOrder = sorted(numbers)
  const half = numbers.length / 2
  return ((inOrder[Math.ceil(half) - 1] ?? 0) + (inOrder[Math.floor(half)] ?? 0)) / 2
}
/** The quantile of the R function of this name (type 7). */
const quantile = (numbers: readonly number[], share: number): number => {
  const h = (numbers.length - 1) * share + 1
  const inOrder = sorted(numbers)
  const [low = 0, high = 0] = [inOrder[Math.floor(h) - 1], inOrder[Math.ceil(h) - 1]]
  return low + (h - Math.floor(h)) * (high - low)
}
const mean = (numbers: readonly number[]) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
const deviation = (numbers: readonly number[]): number => {
  const centre = mean(numbers)
  return Math.sqrt(numbers.reduce((sum, n) => sum + (n - centre) ** 2, 0) / (numbers.length - 1))
}

const mondays = ['2026-11-16', '2026-11-09']
const sundays = ['2026-11-22', '2026-11-15']
const workingDays = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
  .map((ago) => addDays(today, -ago))
  .filter((day) => !['2026-11-07', '2026-11-08', '2026-11-14', '2026-11-15'].includes(day))

type World = ReadonlyMap<string, readonly Interview[]>

/** The interviews of the others of a person, by person. */
const othersOf = (world: World, name: string): (readonly Interview[])[] => {
  const others = [...world].filter(([other]) => other !== name).map(([, interviews]) => interviews)
  const own = districtOf(world.get(name) ?? [])
  const neighbours = others.filter((interviews) => districtOf(interviews) === own)
  return neighbours.length >= 3 ? neighbours : others
}

const busyDays = (own: readonly Interview[], others: readonly (readonly Interview[])[]): boolean =>
  mondays.some((monday, week) => {
    const perDay = (interviews: readonly Interview[]) =>
      [...Map.groupBy(interviews, ({ day }) => day)].flatMap(([day, of]) =>
        day >= monday && day <= (sundays[week] ?? '') ? [of.length] : [],
      )
    const all = [own, ...others].flatMap(perDay)
    const [q1, q3] = [quantile(all, 0.25), quantile(all, 0.75)]
    return all.length >= 8 && count(perDay(own), (n) => n > q3 + 1.5 * (q3 - q1)) >= 2
  })

const isShort = (own: readonly Interview[], others: readonly (readonly Interview[])[]): boolean => {
  const minutesOf = (interviews: readonly Interview[]) =>
    interviews.filter(isRecent).map(({ minutes }) => minutes)
  const medians = others.map(minutesOf).flatMap((minutes) => (minutes.length < 4 ? [] : [middle(minutes)]))
  if (minutesOf(own).length < 4 || medians.length < 3) return false
  const usual = middle(medians)
  const mad = Math.max(1, usual / 20, middle(medians.map((one) => Math.abs(one - usual))))
  return (0.6745 * (middle(minutesOf(own)) - usual)) / mad < -3.5
}

const exceeds = (
  own: readonly boolean[],
  others: readonly boolean[],
  { z, by, n }: { z: number; by: number; n: number },
): boolean => {
  if (own.length < n || others.length === 0) return false
  const [p, p0] = [count(own, Boolean) / own.length, count(others, Boolean) / others.length]
  // With the shares on one side, so that no rate of 0 or 1 divides by zero.
  return p - p0 > by && (p - p0) ** 2 * own.length > z ** 2 * p0 * (1 - p0)
}

const numberProblems = (question: string, mine: readonly number[], theirs: readonly number[]): string[] => {
  const found: string[] = []
  const isRound = (number: number) => number % 5 === 0
  if (exceeds(mine.map(isRound), theirs.map(isRound), { z: 2.001, by: 0.1501, n: 50 }))
    found.push(`E4 lastDigit ${question}`)
  const spread = deviation(theirs)
  const isEnough = (fewest: number) => mine.length >= fewest && theirs.length >= fewest && spread > 0
  if (isEnough(8) && deviation(mine) < 0.501 * spread) found.push(`E5 lowVariance ${question}`)
  const distance = Math.abs(mean(mine) - mean(theirs)) / spread
  const t = distance / Math.sqrt(1 / mine.length + 1 / theirs.length)
  if (isEnough(2) && distance > 0.501 && t > 2.001) found.push(`E6 shifted ${question}`)
  return found
}

const problemsOf = (world: World, name: string): string[] => {
  const own = world.get(name) ?? []
  const others = othersOf(world, name)
  const pooled = others.flat()
  const found: string[] = []
  const last = sorted(own.map(({ day }) => Date.parse(day))).at(-1) ?? 0
  if (count(workingDays, (day) => Date.parse(day) > last) >= 3) found.push('E9 silent ')
  const ages = (of: readonly Interview[]) => of.flatMap((one) => one.ages)
  if (others.length < 3) return found
  const endsRound = (of: readonly Interview[]) =>
    ages(of).flatMap((age) => (age > 22 && age < 63 ? [age % 10 === 0 || age % 10 === 5] : []))
  const mine = endsRound(own)
  const isAboveLimit = count(mine, Boolean) > 0.35 * mine.length
  if (isAboveLimit && exceeds(mine, endsRound(pooled), { z: 2.001, by: 0.1501, n: 50 }))
    found.push('E4 ages age')
  if (busyDays(own, others)) found.push('E1 many ')
  if (isShort(own, others)) found.push('E2 short ')
  for (const rate of rateNames) {
    const answers = (of: readonly Interview[]) => of.flatMap((one) => one.answers[rate] ?? [])
    const isHigher = (condition: (one: Interview) => boolean): boolean =>
      exceeds(answers(own.filter(condition)), answers(pooled.filter(condition)), {
        z: 1.501,
        by: 0.0501,
        n: 8,
      })
    if (isHigher(isRecent) && isHigher((one) => !isRecent(one))) found.push(`E3 ${rate} `)
  }
  const rooms = (of: readonly Interview[]) => of.map((one) => one.rooms)
  found.push(...numberProblems('age', ages(own), ages(pooled)))
  found.push(...numberProblems('rooms', rooms(own), rooms(pooled)))
  return found
}

test(
  'the rules find the same as a second implementation in 1,000 random surveys',
  { timeout: 120_000 },
  () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(fc.array(Person, { minLength: 2, maxLength: 7 }), fc.integer(), (habits, seed) => {
        const next = draws(seed)
        const world: World = new Map(
          habits.map((one, n) => [`person ${String(n)}`, work(`person ${String(n)}`, one, next)] as const),
        )
        const people = [...world.values()].map(sumUp)
        const compare = compareWithOthers(people, today)
        for (const person of people) {
          const survey = { rules, today, until: today, isOpen: true, ageQuestions: new Set(['age']) }
          const found = checkEnumerator(person, compare(person), survey).map(
            ({ rule, condition, question }) => `${rule} ${condition} ${question}`,
          )
          for (const one of found) seen.set(one, (seen.get(one) ?? 0) + 1)
          expect(found.toSorted()).toEqual(problemsOf(world, person.investigator).toSorted())
        }
      }),
      { numRuns: 1_000 },
    )
    // Every condition is in the comparison.
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        'E1 many ',
        'E2 short ',
        ...rateNames.map((rate) => `E3 ${rate} `),
        'E4 ages age',
        'E4 lastDigit age',
        'E5 lowVariance age',
        'E5 lowVariance rooms',
        'E6 shifted age',
        'E6 shifted rooms',
        'E9 silent ',
      ]),
    )
  },
)
