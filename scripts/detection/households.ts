import type { Chance } from '../seed/chance.ts'
import { familyName, firstName } from '../seed/people.ts'
import type { Village } from '../seed/places.ts'
import { filters, lists, questions } from './questionnaire.ts'
import type { HouseholdQuestion, NumberDraw } from './questionnaire.ts'
import type { WorldSettings } from './settings.ts'

export type Answers = Record<string, unknown>
export interface Point {
  latitude: number
  longitude: number
}

export interface Household {
  village: Village
  code: string
  name: string
  phone: string | undefined
  place: Point
  /** Answers about the household that an honest interview would record, except the ages. */
  answers: Answers
  headAge: number
  members: readonly Answers[]
}

/** Returns a number with the standard normal distribution. */
export const normal = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance.fraction())) * Math.cos(2 * Math.PI * chance.fraction())

const metresPerDegree = 111_195

/** Returns the point this many metres to the north and to the east. */
export const moved = ({ latitude, longitude }: Point, north: number, east: number): Point => ({
  latitude: latitude + north / metresPerDegree,
  longitude: longitude + east / (metresPerDegree * Math.cos((latitude * Math.PI) / 180)),
})

export const metresBetween = (a: Point, b: Point): number => {
  const north = (a.latitude - b.latitude) * metresPerDegree
  const east = (a.longitude - b.longitude) * metresPerDegree * Math.cos((a.latitude * Math.PI) / 180)
  return Math.hypot(north, east)
}

const drawNumber = (chance: Chance, { median, spread, step, from, to }: NumberDraw): number => {
  const value = Math.round((median * Math.exp(spread * normal(chance))) / step) * step
  return Math.min(to, Math.max(from, value))
}

const pickFrom = (chance: Chance, weights: ReadonlyMap<string, number>): string => {
  let total = 0
  for (const weight of weights.values()) total += weight
  let remaining = chance.fraction() * total
  let last = ''
  for (const [value, weight] of weights) {
    remaining -= weight
    if (weight > 0) last = value
    if (remaining < 0) return value
  }
  return last
}

/** Distribution of the answers of a village, which differs from that of the others. */
type VillageHabits = ReadonlyMap<string, ReadonlyMap<string, number>>

const habitsOf = (chance: Chance, concentration: number): VillageHabits =>
  new Map(
    questions.flatMap(({ name, list, yes }) => {
      if (!list) return []
      const weights: Readonly<Record<string, number>> =
        yes === undefined ? lists[list] : { yes: 100 * yes, no: 100 * (1 - yes) }
      const shift = yes === undefined ? 0.5 : 0.2
      return [
        [
          name,
          new Map(
            Object.entries(weights).map(([value, weight]) => [
              value,
              weight === 0 ? 0 : weight ** concentration * Math.exp(shift * normal(chance)),
            ]),
          ),
        ] as const,
      ]
    }),
  )

/** Opinions of one person go in the same direction. */
const withMood = (weights: ReadonlyMap<string, number>, mood: number): ReadonlyMap<string, number> => {
  let position = -2
  return new Map(
    [...weights].map(([value, weight]) => [value, weight * Math.exp(mood * 0.35 * position++)] as const),
  )
}

/** Whether the question is asked after these answers. */
const isAsked = ({ after }: HouseholdQuestion, answers: Answers): boolean =>
  after === undefined || answers[after] === 'yes'

/** Returns another answer to the question. */
export const drawOther = (chance: Chance, { list, number }: HouseholdQuestion, answer: unknown): unknown => {
  if (number) {
    for (let tries = 0; tries < 20; tries += 1) {
      const value = drawNumber(chance, number)
      if (value !== answer) return value
    }
    return number.from === answer ? number.from + number.step : number.from
  }
  const options: readonly string[] = Object.entries(lists[list ?? 'yes_no'])
    .filter(([value, weight]) => weight > 0 && value !== answer)
    .map(([value]) => value)
  return chance.pick(options)
}

/** Generates households, village by village. */
export const createHouseholds = (chance: Chance, settings: WorldSettings) => {
  const villages = new Map<
    string,
    { habits: VillageHabits; homes: Household[]; hamlet: Point | undefined; compound: Household[] }
  >()

  const villageOf = (village: Village) => {
    const known = villages.get(village.name)
    if (known) return known
    const direction = chance.fraction() * 2 * Math.PI
    const distance = 1_200 + 800 * chance.fraction()
    const created = {
      habits: habitsOf(chance, settings.concentration),
      homes: [],
      // A few villages have houses on the other side of a hill.
      hamlet: chance.happens(0.04)
        ? moved(village, distance * Math.cos(direction), distance * Math.sin(direction))
        : undefined,
      compound: [],
    }
    villages.set(village.name, created)
    return created
  }

  const draw = (habits: VillageHabits, neighbour: Household | undefined): Answers => {
    const mood = normal(chance)
    const answers: Answers = {}
    for (const question of questions) {
      if (!isAsked(question, answers)) continue
      const weights = habits.get(question.name)
      const shared = neighbour?.answers[question.name]
      // Families in one compound have much in common.
      if (shared !== undefined && chance.happens(0.6)) answers[question.name] = shared
      else if (question.number) answers[question.name] = drawNumber(chance, question.number)
      else if (weights)
        answers[question.name] = pickFrom(
          chance,
          question.list === 'opinion' ? withMood(weights, mood) : weights,
        )
    }
    return answers
  }

  const drawMembers = (name: string, headAge: number, headSex: unknown): Answers[] => {
    const size = Math.max(1, Math.min(16, Math.round(4.8 * Math.exp(0.42 * normal(chance)))))
    const worksAt = (age: number): Answers =>
      age >= 15 ? { member_works: chance.happens(0.45) ? 'yes' : 'no' } : {}
    return Array.from({ length: size }, (_, n): Answers => {
      if (n === 0)
        return {
          member_name: name.split(' ')[0] ?? name,
          member_sex: headSex,
          member_age: headAge,
          member_relation: 'head',
          ...worksAt(headAge),
        }
      const sex = chance.happens(0.5) ? 'female' : 'male'
      const isSpouse = n === 1 && size > 2
      const age = isSpouse
        ? Math.max(17, headAge + chance.integer(-10, 4))
        : chance.happens(0.75)
          ? Math.max(0, Math.min(45, headAge - chance.integer(18, 42)))
          : chance.integer(0, 85)
      const relation = isSpouse ? 'spouse' : chance.pickWeighted({ child: 8, grandchild: 2, relative: 2 })
      return {
        member_name: firstName(chance, sex),
        member_sex: sex,
        member_age: age,
        member_relation: relation,
        ...worksAt(age),
      }
    })
  }

  /** Families share few names. */
  const family = (): string => {
    const [one, other] = [familyName(chance), familyName(chance)]
    return one < other ? one : other
  }
  const newPhone = (): string => `84${String(chance.integer(1_000_000, 9_999_999))}`

  const place = (village: Village, hamlet: Point | undefined): Point =>
    hamlet && chance.happens(0.15)
      ? moved(hamlet, 120 * normal(chance), 120 * normal(chance))
      : moved(village, 380 * normal(chance), 380 * normal(chance))

  /** Returns a household of the village that no interview was about. */
  const next = (village: Village): Household => {
    const state = villageOf(village)
    const waiting = state.compound.pop()
    if (waiting) return waiting
    const build = (at: Point, neighbour?: Household): Household => {
      const answers = draw(state.habits, neighbour)
      const name = `${firstName(chance, answers['head_sex'] === 'male' ? 'male' : 'female')} ${family()} ${family()}`
      const headAge = Math.max(18, Math.min(95, Math.round(46 + 15 * normal(chance))))
      const shared = chance.happens(0.012) ? state.homes.at(-1)?.phone : undefined
      const home = {
        village,
        code: `${village.name.slice(0, 2).toUpperCase()}${String(state.homes.length + 1).padStart(4, '0')}`,
        name,
        phone: shared ?? (chance.happens(0.7) ? newPhone() : undefined),
        place: at,
        answers,
        headAge,
        members: drawMembers(name, headAge, answers['head_sex']),
      }
      state.homes.push(home)
      return home
    }
    const home = build(place(village, state.hamlet))
    const { two, three } = settings.compounds
    const kind = chance.fraction()
    const others = kind < three / 3 ? 2 : kind < three / 3 + two / 2 ? 1 : 0
    for (let n = 0; n < others; n += 1)
      state.compound.push(build(moved(home.place, 4 * normal(chance), 4 * normal(chance)), home))
    return home
  }
  return { next, newPhone }
}
export type Households = ReturnType<typeof createHouseholds>

/** Removes the answers to questions that are no longer asked. */
export const withoutHidden = (answers: Answers): Answers => {
  const result = { ...answers }
  for (const question of questions) if (!isAsked(question, result)) delete result[question.name]
  return result
}

/** Answers "no" to some of the questions with follow-ups. */
export const shortened = (chance: Chance, answers: Answers, likelihood: number): Answers => {
  const result = { ...answers }
  for (const { name } of filters)
    if (result[name] === 'yes' && chance.happens(likelihood)) result[name] = 'no'
  return withoutHidden(result)
}
