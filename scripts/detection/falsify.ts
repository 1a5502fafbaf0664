import type { Chance } from '../seed/chance.ts'
import { familyName, firstName } from '../seed/people.ts'
import { createStrengths, measured, minute, record } from './fieldwork.ts'
import type { Draft, Enumerator } from './fieldwork.ts'
import { drawOther, moved, normal, withoutHidden } from './households.ts'
import type { Answers, Households } from './households.ts'
import type { Kind } from './kinds.ts'
import { filters, questions } from './questionnaire.ts'
import type { WorldSettings } from './settings.ts'

interface Context {
  chance: Chance
  settings: WorldSettings
  households: Households
}

const isFilter = new Set(filters.map(({ name }) => name))

/** Changes this share of the answers that can be compared. */
const withChanges = (chance: Chance, answers: Answers, share: number): Answers => {
  const result = { ...answers }
  const comparable = questions.filter(({ name }) => name in answers)
  const count = Math.round(share * comparable.length)
  const changeable = comparable.filter(({ name }) => !isFilter.has(name))
  for (let n = 0; n < count; n += 1) {
    const [question] = changeable.splice(chance.integer(0, changeable.length - 1), 1)
    if (question) result[question.name] = drawOther(chance, question, result[question.name])
  }
  return withoutHidden(result)
}

/**
 * Copies an interview of the same enumerator into other households. Names, code, phone, place and time are new; the
 * more answers are changed, the weaker. (Near duplicates: Kuriakose & Robbins 2016; Simmons, Mercer, Schwarzer &
 * Kennedy 2016; clusters of copies: Koczela et al. 2015.)
 */
const copy = ({ chance }: Context, source: Draft, target: Draft, strength: number): void => {
  // The default limit is 90 % equal answers.
  const share = 0.1 / strength
  target.consents = true
  target.answers = withChanges(chance, source.answers, share)
  target.headAge = source.headAge
  target.members = source.members.map((member, n): Answers => {
    const sex = member['member_sex'] === 'male' ? 'male' : 'female'
    const own = target.household.members[n]?.['member_name']
    return { ...member, member_name: own ?? firstName(chance, sex) }
  })
  target.planted = { kind: 'copied', strength }
}

/**
 * Invents the interviews of a day at one spot: at home, or in the shade beside the road. (Curb-stoning; positions as
 * evidence: Bhuiyan & Lackie 2016, AAPOR/ASA task force 2020.)
 */
const inventAtSpot = (context: Context, ofDay: readonly Draft[], strength: number): void => {
  const { chance, households } = context
  const [first] = ofDay
  if (!first) return
  const spot = moved(first.household.place, 60 * normal(chance), 60 * normal(chance))
  // The default rule looks for positions within 10 metres of each other.
  const radius = 5 / strength
  for (const draft of ofDay) {
    const household = households.next(draft.household.village)
    const [distance, angle] = [radius * Math.sqrt(chance.fraction()), 2 * Math.PI * chance.fraction()]
    Object.assign(draft, record(chance, draft.enumerator, household), {
      household,
      consents: true,
      position: {
        ...moved(spot, distance * Math.cos(angle), distance * Math.sin(angle)),
        accuracy: chance.integer(30, 90) / 10,
      },
      planted: { kind: 'spot', strength },
    })
  }
}

/** Invents a day with interviews that overlap. (Impossible schedules: Finn & Ranchhod 2017; Birnbaum et al. 2013.) */
const overlap = (ofDay: readonly Draft[], strength: number): void => {
  let previous: Draft | undefined
  for (const draft of ofDay) {
    const duration = Math.max(draft.end - draft.start, 12 * minute)
    // The default rule allows two minutes.
    if (previous) draft.start = previous.end - 2 * strength * minute
    draft.end = draft.start + duration
    draft.planted = { kind: 'overlap', strength }
    previous = draft
  }
}

/**
 * Interviews a household again instead of the next one: facts are remembered, opinions are asked or invented again.
 * Below the threshold, the name is written in another way and the house is far away.
 */
const duplicate = (context: Context, source: Draft, target: Draft, strength: number): void => {
  const { chance, settings, households } = context
  const { household } = source
  // The default rule looks for the same household within 50 metres.
  const distance = 50 / strength
  const angle = 2 * Math.PI * chance.fraction()
  const isNamed = strength >= 1
  const hasPhone = strength >= 2 || (isNamed && chance.happens(0.5))
  const place = moved(household.place, distance * Math.cos(angle), distance * Math.sin(angle))
  const answers = { ...source.answers }
  for (const question of questions)
    if (question.name in answers && !isFilter.has(question.name) && chance.happens(0.4))
      answers[question.name] = drawOther(chance, question, answers[question.name])
  const [first = ''] = household.name.split(' ')
  Object.assign(target, {
    household: {
      ...household,
      place,
      name: isNamed ? household.name : `${first} ${familyName(chance)} ${familyName(chance)}`,
      code: isNamed ? household.code : target.household.code,
      phone: hasPhone ? (household.phone ?? households.newPhone()) : undefined,
    },
    consents: true,
    answers: withoutHidden(answers),
    headAge: source.headAge,
    members: source.members,
    position: measured(chance, place, settings),
    planted: { kind: 'duplicate', strength },
  })
}

/** Falsifies interviews of some of the enumerators, who do it repeatedly. */
export const falsify = (
  context: Context,
  drafts: readonly Draft[],
  enumerators: readonly Enumerator[],
): void => {
  const { chance, settings } = context
  const honest = enumerators.filter(({ planted, plan }) => !planted && plan.some((count) => count > 4))
  const offenders = honest.filter((_, n) => n % 3 === 0)
  const own = Map.groupBy(drafts, ({ enumerator }) => enumerator)
  const isHonest = (draft: Draft): boolean => !draft.planted && draft.consents

  const daysOf = (enumerator: Enumerator): Draft[][] =>
    [...Map.groupBy(own.get(enumerator) ?? [], ({ workingDay }) => workingDay).values()].filter(
      (ofDay) => ofDay.length >= 3 && ofDay.every((draft) => !draft.planted),
    )

  const plant = (kind: Kind, falsifyOnce: (strength: number) => number): void => {
    const strengths = createStrengths(chance)
    const planned = Math.round(settings.falsified[kind] * settings.interviews)
    let [done, tries] = [0, 0]
    while (done < planned && tries < 1_000) {
      done += falsifyOnce(strengths())
      tries += 1
    }
  }

  /** Days of which every interview is falsified. */
  const plantDays = (kind: 'spot' | 'overlap', change: (ofDay: readonly Draft[], strength: number) => void) =>
    plant(kind, (strength) => {
      const days = daysOf(chance.pick(offenders))
      if (days.length === 0) return 0
      const ofDay = chance.pick(days)
      change(ofDay, strength)
      return ofDay.length
    })
  plantDays('spot', (ofDay, strength) => inventAtSpot(context, ofDay, strength))
  plantDays('overlap', overlap)

  /** One honest interview that two to four later ones of the same enumerator repeat. */
  const plantRepeats = (
    kind: 'copied' | 'duplicate',
    change: (source: Draft, target: Draft, strength: number) => void,
  ) =>
    plant(kind, (strength) => {
      const interviews = own.get(chance.pick(offenders)) ?? []
      const from = chance.integer(0, interviews.length - 1)
      const source = interviews[from]
      if (!source || !isHonest(source)) return 0
      const later = interviews.slice(from + 1, from + 60).filter(isHonest)
      const targets =
        kind === 'copied' ? later : later.filter((one) => one.household.village === source.household.village)
      const size = Math.min(chance.integer(2, 4), targets.length)
      if (size < 2) return 0
      for (let n = 0; n < size; n += 1) {
        const [target] = targets.splice(chance.integer(0, targets.length - 1), 1)
        if (target) change(source, target, strength)
      }
      return size
    })
  plantRepeats('copied', (source, target, strength) => copy(context, source, target, strength))
  plantRepeats('duplicate', (source, target, strength) => duplicate(context, source, target, strength))
}
