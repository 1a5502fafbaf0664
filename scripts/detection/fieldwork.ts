import type { Chance } from '../seed/chance.ts'
import { makeWorkers } from '../seed/people.ts'
import type { Worker } from '../seed/people.ts'
import { makeVillages } from '../seed/places.ts'
import type { Village } from '../seed/places.ts'
import { createHouseholds, metresBetween, moved, normal, shortened } from './households.ts'
import type { Answers, Household, Households, Point } from './households.ts'
import type { Kind, Planted } from './kinds.ts'
import { filters, questions } from './questionnaire.ts'
import type { WorldSettings } from './settings.ts'

export const minute = 60_000
const hour = 60 * minute
export const day = 24 * hour
/** UTC offset of Mozambique, the same all year. */
export const zoneOffset = 2 * hour

/** How an enumerator works. */
export interface Enumerator {
  worker: Worker
  supervisor: Worker
  team: number
  /** Multiplies the durations. */
  pace: number
  /** Share of opinions that are recorded as "don't know" or refused. */
  evasion: number
  /** Likelihood that "yes" to a question with follow-ups is recorded as "no". */
  shortcuts: number
  /** Share of adult ages that are rounded to a multiple of five. */
  heaping: number
  /** Days between two uploads; 0 sends at once. */
  sendsEvery: number
  /** Number of interviews on each working day. */
  plan: readonly number[]
  /** Falsifies all interviews in this way. */
  planted: Planted | undefined
}

/** An interview, before its answers are put in the order of the questionnaire. */
export interface Draft {
  enumerator: Enumerator
  workingDay: number
  household: Household
  start: number
  end: number
  position: (Point & { accuracy: number }) | undefined
  consents: boolean
  headAge: number
  members: readonly Answers[]
  answers: Answers
  planted: Planted | undefined
}

const firstHour = 8 * hour - zoneOffset

/** Returns strengths from 0.5 to 3 that cover the range evenly, also if there are few. */
export const createStrengths = (chance: Chance): (() => number) => {
  let share = chance.fraction()
  return () => {
    share = (share + 0.618_033_988_75) % 1
    return 0.5 + 2.5 * share
  }
}

const between = (low: number, high: number, value: number): number => Math.min(high, Math.max(low, value))

const filterNo = 1 - filters.reduce((sum, { yes = 0 }) => sum + yes, 0) / filters.length

/** Habits of enumerators who falsify all their interviews, so that they exceed the threshold of a rule this far. */
const falsifierHabits = (
  { kind, strength }: Planted,
  { pace, perFalsifier }: WorldSettings,
): Partial<Enumerator> => {
  if (kind === 'fast')
    // The modified z of 3.5 is reached 3.5 standard deviations below the other enumerators.
    return { pace: Math.min(1, (1 - 3.5 * pace.between) / strength) }
  if (kind === 'heaped')
    // Whipple's index is 500 × the share of ages that end in 0 or 5; without heaping, the share is a fifth.
    return { heaping: between(0, 0.97, (0.35 * strength - 0.2) / 0.8) }
  // Exceeds the share of the others by 5 percent points and by three standard errors of one of two windows.
  const answerCount = (perFalsifier.shortcut / 2) * filters.length
  const excess = strength * Math.max(0.05, 3 * Math.sqrt((filterNo * (1 - filterNo)) / answerCount))
  return { shortcuts: Math.min(0.97, excess / (1 - filterNo)) }
}

/** Spreads the interviews of a part-time enumerator over the last working days. */
const partTimePlan = (days: number, worked: number, count: number): number[] => {
  const from = days - Math.min(days, worked)
  return Array.from({ length: days }, (_, n) => {
    if (n < from) return 0
    const total = (index: number) => Math.floor((count * (index - from)) / (days - from))
    return total(n + 1) - total(n)
  })
}

const enumeratorKinds = ['fast', 'heaped', 'shortcut'] as const satisfies readonly Kind[]

const makeEnumerators = (chance: Chance, settings: WorldSettings): Enumerator[] => {
  const { interviews, days, fullTime, replacements, falsified, perFalsifier } = settings
  const twoWeeks = Math.min(days, 12)
  const falsifiers = enumeratorKinds.flatMap((kind) => {
    const strengths = createStrengths(chance)
    const count = Math.max(1, Math.round((interviews * falsified[kind]) / perFalsifier[kind]))
    return Array.from({ length: count }, (): Planted => ({ kind, strength: strengths() }))
  })
  const partTimers = [...falsifiers, ...Array.from({ length: replacements }, () => undefined)]
  const plans = partTimers.map((planted): { plan: number[]; planted: Planted | undefined } => {
    const kind = planted?.kind
    const isLong = kind === undefined ? chance.happens(0.5) : kind === 'shortcut'
    const count =
      kind === 'fast' || kind === 'heaped' || kind === 'shortcut'
        ? perFalsifier[kind]
        : chance.integer(24, 60)
    return { plan: partTimePlan(days, isLong ? 2 * twoWeeks : twoWeeks, count), planted }
  })
  const planned = plans.reduce((sum, { plan }) => sum + plan.reduce((all, count) => all + count, 0), 0)
  const daily = (1.03 * (interviews - planned)) / (fullTime * days * 0.94)
  for (let n = 0; n < fullTime; n += 1) {
    const usual = daily * (1 + 0.12 * normal(chance))
    const plan = Array.from({ length: days }, () =>
      chance.happens(0.06) ? 0 : Math.round(between(1, 14, usual + 1.3 * normal(chance))),
    )
    plans.push({ plan, planted: undefined })
  }
  const workers = makeWorkers(chance, plans.length, '841')
  const supervisors = makeWorkers(chance, Math.ceil(plans.length / 6), '861')
  return plans.map(({ plan, planted }, n) => {
    const [worker, supervisor] = [workers[n], supervisors[n % supervisors.length]]
    if (!worker || !supervisor) throw new Error('an enumerator has no name')
    return {
      worker,
      supervisor,
      team: n % supervisors.length,
      pace: Math.exp(settings.pace.between * normal(chance)),
      evasion: 0.02 * Math.exp(0.4 * normal(chance)),
      shortcuts: Math.max(0, 0.015 + 0.012 * normal(chance)),
      heaping: settings.ageHeaping * Math.exp(0.3 * normal(chance)),
      sendsEvery: chance.happens(0.15) ? chance.integer(2, 4) : 0,
      plan,
      planted,
      ...(planted && falsifierHabits(planted, settings)),
    }
  })
}

const roundedAge = (chance: Chance, age: number, heaping: number): number =>
  age >= 15 && chance.happens(heaping) ? Math.round(age / 5) * 5 : age

/** Records the answers of a household as this enumerator does. */
export const record = (
  chance: Chance,
  enumerator: Enumerator,
  household: Household,
): Pick<Draft, 'consents' | 'headAge' | 'members' | 'answers'> => {
  const answers = shortened(chance, household.answers, enumerator.shortcuts)
  const evasion = enumerator.evasion * (chance.happens(0.05) ? 12 : 0.7)
  for (const { name, list } of questions)
    if (list === 'opinion' && chance.happens(evasion))
      answers[name] = chance.happens(0.75) ? 'dont_know' : 'refused'
  const headAge = roundedAge(chance, household.headAge, enumerator.heaping)
  const members = household.members.map((member, n) => ({
    ...member,
    member_age: n === 0 ? headAge : roundedAge(chance, Number(member['member_age']), enumerator.heaping),
  }))
  return { consents: !chance.happens(0.015), headAge, members, answers }
}

/** Returns the position that a phone measures at a place. */
export const measured = (
  chance: Chance,
  place: Point,
  { position: { missing, accuracy: typical } }: WorldSettings,
): Draft['position'] => {
  if (chance.happens(missing)) return undefined
  // A position of the mobile network instead of satellites.
  if (chance.happens(0.001))
    return {
      ...moved(place, 2_500 * normal(chance), 2_500 * normal(chance)),
      accuracy: chance.integer(500, 2_000),
    }
  const accuracy = between(2, 90, typical * Math.exp(0.45 * normal(chance)) * (chance.happens(0.01) ? 9 : 1))
  const error = 0.45 * accuracy
  return {
    ...moved(place, error * normal(chance), error * normal(chance)),
    accuracy: Math.round(accuracy * 10) / 10,
  }
}

const durationOf = (
  chance: Chance,
  enumerator: Enumerator,
  { answers, members, consents }: Pick<Draft, 'answers' | 'members' | 'consents'>,
  { minutes, pace }: WorldSettings,
): number => {
  if (!consents) return chance.integer(90, 260) * 1_000
  const length = (Object.keys(answers).length + 3 * members.length) / 70
  return minutes * minute * enumerator.pace * (0.3 + 0.7 * length) * Math.exp(pace.within * normal(chance))
}

/** Returns the minutes on the way between two homes. */
const minutesBetween = (chance: Chance, from: Point, to: Point): number => {
  const metres = metresBetween(from, to)
  const way = metres < 2_500 ? metres / 75 : 10 + metres / 480
  return 3 + way + 7 * chance.fraction()
}

/** How far the clock of a phone is ahead, week by week; usually the network sets it. */
const makeDrift = (chance: Chance, weeks: number): number[] => {
  const isFree = chance.happens(0.2)
  return Array.from({ length: weeks + 1 }, () => (isFree ? 2 : 0.15) * normal(chance) * minute)
}

/** The villages of each team, which works in one of them until enough households were interviewed. */
const makeRoutes = (chance: Chance, { interviews, villageSize }: WorldSettings, teams: number) => {
  const count = Math.ceil(interviews / villageSize) + 2 * teams
  const villages = makeVillages(chance, count).toSorted((a, b) =>
    a.district.value < b.district.value ? -1 : a.district.value > b.district.value ? 1 : 0,
  )
  const perTeam = Math.ceil(villages.length / teams)
  return Array.from({ length: teams }, (_, n) => ({
    villages: villages.slice(n * perTeam, (n + 1) * perTeam),
    visited: 0,
    current: 0,
  }))
}

/** Generates the honest interviews, and the interviews of enumerators who falsify all their interviews. */
export const makeFieldwork = (
  chance: Chance,
  settings: WorldSettings,
  firstDay: (workingDay: number) => number,
): { drafts: Draft[]; households: Households; enumerators: Enumerator[] } => {
  const enumerators = makeEnumerators(chance, settings)
  const teams = Math.max(...enumerators.map(({ team }) => team)) + 1
  const routes = makeRoutes(chance, settings, teams)
  const households = createHouseholds(chance, settings)
  const drifts = new Map(enumerators.map((one) => [one, makeDrift(chance, Math.ceil(settings.days / 6))]))
  const drafts: Draft[] = []

  const nextVillage = (team: number): Village => {
    const route = routes[team]
    if (!route) throw new Error('a team has no villages')
    const village = route.villages[route.current % route.villages.length]
    if (!village) throw new Error('a team has no villages')
    route.visited += 1
    if (route.visited >= settings.villageSize) {
      route.visited = 0
      route.current += 1
    }
    return village
  }

  const workOneDay = (enumerator: Enumerator, workingDay: number): void => {
    let time = firstDay(workingDay) + firstHour + 20 * minute * normal(chance)
    let [hasRested, place] = [false, undefined as Point | undefined]
    const drift = drifts.get(enumerator)?.[Math.floor(workingDay / 6)] ?? 0
    const ofDay: Draft[] = []
    for (let n = 0; n < (enumerator.plan[workingDay] ?? 0); n += 1) {
      const household = households.next(nextVillage(enumerator.team))
      if (place) time += minutesBetween(chance, place, household.place) * minute
      ;({ place } = household)
      if (!hasRested && time > firstDay(workingDay) + firstHour + 4 * hour) {
        time += chance.integer(30, 60) * minute
        hasRested = true
      }
      const recorded = record(chance, enumerator, household)
      const start = time
      time += durationOf(chance, enumerator, recorded, settings)
      ofDay.push({
        enumerator,
        workingDay,
        household,
        ...recorded,
        start: start + drift,
        end: time + drift,
        position: measured(chance, household.place, settings),
        planted: enumerator.planted,
      })
    }
    for (const [n, draft] of ofDay.entries()) {
      const before = ofDay[n - chance.integer(1, 3)]
      // The respondent had no time: the form was saved, and continued after the next interviews.
      if (before && chance.happens(0.001)) draft.start = before.start - chance.integer(5, 9) * minute
      // The battery was empty, and the clock started again years ago.
      if (chance.happens(0.000_2)) {
        const back = 300 * day
        draft.start -= back
        draft.end -= back
      }
    }
    drafts.push(...ofDay)
  }
  for (let workingDay = 0; workingDay < settings.days; workingDay += 1)
    for (const enumerator of enumerators) workOneDay(enumerator, workingDay)
  return { drafts, households, enumerators }
}
