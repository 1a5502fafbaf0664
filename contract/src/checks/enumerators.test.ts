import { expect, test } from 'vitest'

import { compareWithOthers } from './enumerator-work.ts'
import type { EnumeratorWork, NumberFigures } from './enumerator-work.ts'
import { checkEnumerator } from './enumerators.ts'
import { ratesOf } from './response-figures.ts'
import { activeRules } from './rules.ts'

const today = '2026-11-19'

/** Returns the figures of ages of which so many end in 0 and the others in 1. */
const agesOf = (ages: number, roundAges: number): NumberFigures => ({
  n: ages,
  total: 31 * ages - roundAges,
  squares: 961 * ages - 61 * roundAges,
  lastDigits: [roundAges, ages - roundAges, 0, 0, 0, 0, 0, 0, 0, 0],
  ages,
  roundAges,
})

const noRates = ratesOf(() => ({ asked: 0, found: 0 }))

const personWith = (investigator: string, age: NumberFigures): EnumeratorWork => ({
  investigator,
  district: 'boane',
  days: new Map([[today, 1]]),
  minutes: [],
  rates: noRates,
  earlierRates: noRates,
  numbers: new Map([['age', age]]),
})

/** Returns what E4 finds about the ages of Ana, next to others who recorded 100 ages each. */
const findAges = (own: NumberFigures, othersRound: readonly number[]) => {
  const ana = personWith('ana', own)
  const people = [ana, ...othersRound.map((round, n) => personWith(`other ${String(n)}`, agesOf(100, round)))]
  const survey = {
    rules: activeRules([]),
    today,
    until: today,
    isOpen: true,
    ageQuestions: new Set(['age']),
  }
  return checkEnumerator(ana, compareWithOthers(people, today)(ana), survey)
    .filter(({ condition }) => condition === 'ages')
    .map(({ rule, question, severity, evidence }) => ({ rule, question, severity, evidence }))
}

/** The index of these people is 160 together. */
const othersRound = [30, 32, 34]

test('an index above the limit is usual where the others round ages too', () => {
  expect(findAges(agesOf(50, 18), othersRound)).toEqual([])
  // 6 standard errors above the others, but by 9 percentage points only.
  expect(findAges(agesOf(1000, 410), othersRound)).toEqual([])
  // The limit of 4 standard errors is an index of 292.
  expect(findAges(agesOf(50, 29), othersRound)).toEqual([])
  expect(findAges(agesOf(50, 30), othersRound)).toEqual([
    {
      rule: 'E4',
      question: 'age',
      severity: 'warn',
      evidence: { n: 50, index: 300, others: 160, limit: 175 },
    },
  ])
})

test('an index that is higher than that of the others is no finding below the limit', () => {
  expect(findAges(agesOf(50, 17), [2, 2, 2])).toEqual([])
  expect(findAges(agesOf(50, 18), [2, 2, 2])).toHaveLength(1)
})

test('ages are not compared with fewer than three others, nor if they are fewer than 50', () => {
  expect(findAges(agesOf(50, 50), [32, 32])).toEqual([])
  expect(findAges(agesOf(49, 49), othersRound)).toEqual([])
  expect(findAges(agesOf(50, 50), othersRound)).toHaveLength(1)
})
