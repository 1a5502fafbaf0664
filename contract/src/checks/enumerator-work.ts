import { ratesOf } from './response-figures.ts'
import type { Rate, Rates } from './response-figures.ts'

/** Figures of the numbers that people recorded for a question. */
export interface NumberFigures {
  n: number
  total: number
  squares: number
  /** Whole numbers by their last digit, from 0 to 9. */
  lastDigits: readonly number[]
  /** Number of whole numbers from 23 to 62, and how many of them end in 0 or 5. */
  ages: number
  roundAges: number
}

/** Work of an enumerator in a survey. */
export interface EnumeratorWork {
  /** Folded name. */
  investigator: string
  /** Folded name of the district with the most interviews. */
  district: string
  /** Interviews by day of the last 28 days, of which the last is the last one with interviews in the survey. */
  days: ReadonlyMap<string, number>
  /** Durations in minutes of the last 14 days. */
  minutes: readonly number[]
  /** Rates of the last 14 days, and of the 14 days before. */
  rates: Rates
  earlierRates: Rates
  /** Numbers by question, of all interviews of the survey. */
  numbers: ReadonlyMap<string, NumberFigures>
}

/** Days that the figures of a person cover. */
export const windowDays = 14

/** Minimum number of others in a comparison. With fewer in the district, the whole survey is compared. */
export const fewestOthers = 3

const dayMs = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Returns the Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** Returns the value below which this share of numbers lies, interpolated between the nearest two. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const [below = Number.NaN, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

const noNumbers: NumberFigures = {
  n: 0,
  total: 0,
  squares: 0,
  lastDigits: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ages: 0,
  roundAges: 0,
}

const addNumbers = (a: NumberFigures, b: NumberFigures, sign: 1 | -1 = 1): NumberFigures => ({
  n: a.n + sign * b.n,
  total: a.total + sign * b.total,
  squares: a.squares + sign * b.squares,
  lastDigits: a.lastDigits.map((count, digit) => count + sign * (b.lastDigits[digit] ?? 0)),
  ages: a.ages + sign * b.ages,
  roundAges: a.roundAges + sign * b.roundAges,
})

const addRates = (a: Rates, b: Rates, sign: 1 | -1 = 1): Rates =>
  ratesOf((name) => ({
    asked: a[name].asked + sign * b[name].asked,
    found: a[name].found + sign * b[name].found,
  }))

const noRates = ratesOf(() => ({ asked: 0, found: 0 }))

/** Returns the numbers of a person that end in 0 or 5, of all that have a last digit. */
export const heapingOf = (numbers: Iterable<NumberFigures>): Rate => {
  const rate = { asked: 0, found: 0 }
  for (const { lastDigits } of numbers) {
    rate.asked += lastDigits.reduce((sum, count) => sum + count, 0)
    rate.found += (lastDigits[0] ?? 0) + (lastDigits[5] ?? 0)
  }
  return rate
}

/** The others with whom a person is compared. */
export interface Others {
  /** Number of people. */
  count: number
  /** Their folded names. */
  investigators: readonly string[]
  /** Interviews, and days with an interview, of the last 14 days. */
  interviews: number
  workedDays: number
  /** Interviews on each day with one: of all people of the comparison, also of the person. */
  dayCounts: (from: string, to: string) => readonly number[]
  /** Median durations of the others with at least so many interviews. */
  medians: (fewestInterviews: number) => readonly number[]
  rates: Rates
  earlierRates: Rates
  numbersOf: (question: string) => NumberFigures
  heaping: Rate
}

/** Returns the interviews and the days with an interview of the last 14 days. */
export const recentWork = ({ days }: Pick<EnumeratorWork, 'days'>, until: string) => {
  const from = addDays(until, 1 - windowDays)
  const recent = [...days].filter(([day]) => day >= from && day <= until)
  return { interviews: recent.reduce((sum, [, count]) => sum + count, 0), workedDays: recent.length }
}

/** Sums the figures of a group. The returned function subtracts the figures of one person. */
const poolOf = (people: readonly EnumeratorWork[], until: string) => {
  const numbers = new Map<string, NumberFigures>()
  for (const person of people)
    for (const [question, figures] of person.numbers)
      numbers.set(question, addNumbers(numbers.get(question) ?? noNumbers, figures))
  const names = people.map(({ investigator }) => investigator)
  const work = people.map((person) => recentWork(person, until))
  const heaping = heapingOf(numbers.values())
  const medians = people.map(({ investigator, minutes }) => ({
    investigator,
    interviews: minutes.length,
    median: median(minutes),
  }))
  const rates = people.reduce((sum, person) => addRates(sum, person.rates), noRates)
  const earlierRates = people.reduce((sum, person) => addRates(sum, person.earlierRates), noRates)
  const sumOf = (key: 'interviews' | 'workedDays') => work.reduce((sum, one) => sum + one[key], 0)
  const [interviews, workedDays] = [sumOf('interviews'), sumOf('workedDays')]
  return (person: EnumeratorWork): Others => {
    const own = recentWork(person, until)
    const ownHeaping = heapingOf(person.numbers.values())
    return {
      count: people.length - 1,
      investigators: names.filter((name) => name !== person.investigator),
      interviews: interviews - own.interviews,
      workedDays: workedDays - own.workedDays,
      dayCounts: (from, to) =>
        people.flatMap(({ days }) =>
          [...days].filter(([day]) => day >= from && day <= to).map(([, count]) => count),
        ),
      medians: (fewest) =>
        medians
          .filter((one) => one.investigator !== person.investigator && one.interviews >= Math.max(1, fewest))
          .map((one) => one.median),
      rates: addRates(rates, person.rates, -1),
      earlierRates: addRates(earlierRates, person.earlierRates, -1),
      numbersOf: (question) =>
        addNumbers(numbers.get(question) ?? noNumbers, person.numbers.get(question) ?? noNumbers, -1),
      heaping: {
        asked: heaping.asked - ownHeaping.asked,
        found: heaping.found - ownHeaping.found,
      },
    }
  }
}

/**
 * Returns the others of each person of a survey: people of the same district, or all people if the district
 * has too few. `people` has everyone with an interview in the 14 days up to `until`.
 */
export const compareWithOthers = (
  people: readonly EnumeratorWork[],
  until: string,
): ((person: EnumeratorWork) => Others) => {
  const ofSurvey = poolOf(people, until)
  const byDistrict = new Map(
    [...Map.groupBy(people, ({ district }) => district)]
      .filter(([, group]) => group.length > fewestOthers)
      .map(([district, group]) => [district, poolOf(group, until)]),
  )
  return (person) => (byDistrict.get(person.district) ?? ofSurvey)(person)
}
