import {
  addDays,
  fewestOthers,
  heapingOf,
  median,
  mondayOf,
  quantile,
  windowDays,
} from './enumerator-work.ts'
import type { EnumeratorWork, NumberFigures, Others } from './enumerator-work.ts'
import { round } from './numbers.ts'
import { rateNames } from './response-figures.ts'
import type { Rate } from './response-figures.ts'
import { toFinding } from './rules.ts'
import type { ActiveRules, Evidence, Finding, RuleId } from './rules.ts'

/** The survey whose enumerators are compared. */
export interface ComparedSurvey {
  rules: ActiveRules
  /** Current day in the time zone of the survey. */
  today: string
  /** Last day with interviews, at most the current one. The figures cover the days up to it. */
  until: string
  isOpen: boolean
  /** Keys of the questions for an age. */
  ageQuestions: ReadonlySet<string>
}

interface Subject extends ComparedSurvey {
  person: EnumeratorWork
  others: Others
}

type Found = { condition: string; question?: string; evidence: Evidence }
type Parameters = Readonly<Record<string, number>>
type Check = (subject: Subject, parameters: Parameters) => readonly Found[]

/** Numbers with a last digit, or ages, below which their digits say nothing. */
const fewestDigits = 50

const hasOthers = ({ others }: Subject): boolean => others.count >= fewestOthers

/** E1: on two days of a week, more interviews than usual days of the week have (Tukey's upper fence). */
const checkProductivity: Check = (subject, { days: fewestDays = 0 }) => {
  const { person, others, until } = subject
  if (!hasOthers(subject)) return []
  for (const week of [mondayOf(until), addDays(mondayOf(until), -7)]) {
    const end = addDays(week, 6)
    const counts = others.dayCounts(week, end)
    if (counts.length < fewestDays) continue
    const [lower, upper] = [quantile(counts, 0.25), quantile(counts, 0.75)]
    const limit = upper + 1.5 * (upper - lower)
    const above = [...person.days].filter(([day, count]) => day >= week && day <= end && count > limit)
    if (above.length < 2) continue
    const count = Math.max(...above.map(([, interviews]) => interviews))
    return [{ condition: 'many', evidence: { days: above.length, limit: round(limit, 1), week, count } }]
  }
  return []
}

/** Scales the median absolute deviation to the standard deviation of a normal distribution. */
const normalScale = 0.6745

/** E2: the median duration of the person, compared with the medians of the others. */
const checkDuration: Check = ({ person: { minutes }, others }, { z: limit = 0, interviews: fewest = 0 }) => {
  const medians = others.medians(fewest)
  if (minutes.length < fewest || medians.length < fewestOthers) return []
  const usual = median(medians)
  // Has a minimum, like T5: otherwise any difference from equal medians would be an outlier.
  const deviation = Math.max(median(medians.map((one) => Math.abs(one - usual))), 1, 0.05 * usual)
  const own = median(minutes)
  const z = (normalScale * (own - usual)) / deviation
  if (z >= -limit) return []
  const evidence = {
    n: minutes.length,
    median: round(own, 1),
    others: round(usual, 1),
    z: round(z, 1),
    limit: -limit,
  }
  return [{ condition: 'short', evidence }]
}

export const shareOf = ({ asked, found }: Rate): number => found / asked

interface RateLimits {
  z: number
  /** In percent. */
  excess: number
  fewest: number
}

/** Whether a rate is higher than that of the others by more than chance and by more than a margin. */
const isHigher = (own: Rate, others: Rate, { z: limit, excess, fewest }: RateLimits): boolean => {
  if (own.asked < fewest || others.asked === 0) return false
  const [p, p0] = [shareOf(own), shareOf(others)]
  const z = (p - p0) / Math.sqrt((p0 * (1 - p0)) / own.asked)
  return z > limit && p - p0 > excess / 100
}

const rateEvidence = (own: Rate, others: Rate, limit: number): Evidence => ({
  share: round(100 * shareOf(own), 1),
  n: own.asked,
  others: round(100 * shareOf(others), 1),
  limit,
})

/** E3: higher in the last 14 days, and in the 14 days before. */
const checkRates: Check = (subject, { z = 0, excess = 0, answers: fewest = 0 }) => {
  const { person, others } = subject
  const limits = { z, excess, fewest }
  if (!hasOthers(subject)) return []
  return rateNames.flatMap((name) =>
    isHigher(person.rates[name], others.rates[name], limits) &&
    isHigher(person.earlierRates[name], others.earlierRates[name], limits)
      ? [{ condition: name, evidence: rateEvidence(person.rates[name], others.rates[name], excess) }]
      : [],
  )
}

const roundAgesOf = ({ ages, roundAges }: NumberFigures): Rate => ({ asked: ages, found: roundAges })

/** Returns Whipple's index, which is 100 if one of five ages ends in 0 or 5. */
const whippleOf = ({ asked, found }: Rate): number => (500 * found) / asked

/**
 * E4: numbers that end in 0 or 5, compared with the others; of ages, also Whipple's index. The index must exceed that of
 * the others too: where many people do not know their age, the index of honest enumerators exceeds the limit by chance.
 */
const checkHeaping: Check = (subject, { z = 0, excess = 0, whipple = 0 }) => {
  const { person, others, ageQuestions } = subject
  if (!hasOthers(subject)) return []
  return [...person.numbers].flatMap(([question, numbers]): Found[] => {
    const found: Found[] = []
    const othersNumbers = others.numbersOf(question)
    const [own, usual] = [heapingOf([numbers]), heapingOf([othersNumbers])]
    if (isHigher(own, usual, { z, excess, fewest: fewestDigits }))
      found.push({ condition: 'lastDigit', question, evidence: rateEvidence(own, usual, excess) })
    const [ownAges, usualAges] = [roundAgesOf(numbers), roundAgesOf(othersNumbers)]
    const index = whippleOf(ownAges)
    if (
      ageQuestions.has(question) &&
      index > whipple &&
      isHigher(ownAges, usualAges, { z, excess, fewest: fewestDigits })
    ) {
      const evidence = {
        n: ownAges.asked,
        index: round(index),
        others: round(whippleOf(usualAges)),
        limit: whipple,
      }
      found.push({ condition: 'ages', question, evidence })
    }
    return found
  })
}

const meanOf = ({ n, total }: NumberFigures): number => total / n

/** Returns the standard deviation of a sample. */
const deviationOf = ({ n, total, squares }: NumberFigures): number =>
  Math.sqrt(Math.max(0, (squares - (total * total) / n) / (n - 1)))

/** E5: the standard deviation of the person is much smaller than that of the others. */
const checkVariance: Check = (subject, { ratio: limit = 0, answers: fewest = 0 }) => {
  const { person, others } = subject
  if (!hasOthers(subject)) return []
  return [...person.numbers].flatMap(([question, own]): Found[] => {
    const usual = others.numbersOf(question)
    if (own.n < fewest || usual.n < fewest) return []
    const [deviation, usualDeviation] = [deviationOf(own), deviationOf(usual)]
    const ratio = deviation / usualDeviation
    if (usualDeviation === 0 || ratio >= limit) return []
    const evidence = {
      n: own.n,
      sd: round(deviation, 2),
      others: round(usualDeviation, 2),
      ratio: round(ratio, 2),
      limit,
    }
    return [{ condition: 'lowVariance', question, evidence }]
  })
}

/** E6: the mean of the person is far from that of the others, in their standard deviations. */
const checkMean: Check = (subject, { distance: limit = 0, t: limitOfT = 0 }) => {
  const { person, others } = subject
  if (!hasOthers(subject)) return []
  return [...person.numbers].flatMap(([question, own]): Found[] => {
    const usual = others.numbersOf(question)
    if (own.n < 2 || usual.n < 2) return []
    // Uses the standard deviation of the others for the person too: two equal answers have a deviation of 0.
    const distance = Math.abs(meanOf(own) - meanOf(usual)) / deviationOf(usual)
    const t = distance / Math.sqrt(1 / own.n + 1 / usual.n)
    if (!Number.isFinite(distance) || distance <= limit || t <= limitOfT) return []
    const evidence = {
      n: own.n,
      mean: round(meanOf(own), 2),
      others: round(meanOf(usual), 2),
      distance: round(distance, 2),
      limit,
    }
    return [{ condition: 'shifted', question, evidence }]
  })
}

const isWorkingDay = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay())

/** E9: no interview since some working days, in an open survey in which the person worked in the last 14 days. */
const checkSilence: Check = ({ person, today, isOpen }, { days: limit = 0 }) => {
  const last = [...person.days.keys()].toSorted().at(-1)
  if (!isOpen || last === undefined || last < addDays(today, 1 - windowDays)) return []
  let days = 0
  for (let day = addDays(last, 1); day < today; day = addDays(day, 1)) if (isWorkingDay(day)) days += 1
  return days >= limit && days > 0 ? [{ condition: 'silent', evidence: { days, last, limit } }] : []
}

const checks: readonly [RuleId, Check][] = [
  ['E1', checkProductivity],
  ['E2', checkDuration],
  ['E3', checkRates],
  ['E4', checkHeaping],
  ['E5', checkVariance],
  ['E6', checkMean],
  ['E9', checkSilence],
]

/** Applies the rules that compare an enumerator with the others of the survey. */
export const checkEnumerator = (person: EnumeratorWork, others: Others, survey: ComparedSurvey): Finding[] =>
  checks.flatMap(([rule, check]) => {
    const active = survey.rules.get(rule)
    if (!active) return []
    return check({ ...survey, person, others }, active.parameters).map((found) =>
      toFinding(survey.rules, { rule, ...found }),
    )
  })
