import { createChance } from '../seed/chance.ts'
import type { Chance } from '../seed/chance.ts'
import { falsify } from './falsify.ts'
import { day, makeFieldwork, minute, zoneOffset } from './fieldwork.ts'
import type { Draft } from './fieldwork.ts'
import type { Answers } from './households.ts'
import type { Planted } from './kinds.ts'
import { questions } from './questionnaire.ts'
import type { WorldSettings } from './settings.ts'

/** An interview as a phone sends it. Times are in milliseconds since 1970. */
export interface Interview {
  enumerator: { name: string; mobileNumber: string }
  supervisor: string
  start: number
  end: number
  received: number
  values: Answers
  /** How it was falsified; undefined if it is honest. */
  planted: Planted | undefined
}

const dateOf = (time: number): string => new Date(time + zoneOffset).toISOString().slice(0, 10)
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6

const valuesOf = ({ household, start, position, consents, ...draft }: Draft): Answers => {
  const identification: Answers = {
    interview_date: dateOf(start),
    district: household.village.district.value,
    village: household.village.name,
    household_code: household.code,
    household_name: household.name,
    ...(position && {
      position: {
        latitude: rounded(position.latitude),
        longitude: rounded(position.longitude),
        accuracy: position.accuracy,
      },
    }),
    consent: consents ? 'yes' : 'no',
  }
  if (!consents) return identification
  return {
    ...identification,
    head_age: draft.headAge,
    household_size: draft.members.length,
    members: draft.members,
    ...Object.fromEntries(
      questions.flatMap(({ name }) => (name in draft.answers ? [[name, draft.answers[name]]] : [])),
    ),
    ...(household.phone && { phone: household.phone }),
  }
}

/** Returns when the server receives an interview: at once, in the evening, or after some days without a network. */
const receiptOf = (
  chance: Chance,
  { enumerator, workingDay, end }: Draft,
  firstDay: (day: number) => number,
) => {
  const evening = (from: number) =>
    firstDay(from) + 18 * 60 * minute - zoneOffset + chance.integer(0, 90) * minute
  const sent =
    enumerator.sendsEvery > 0
      ? evening(Math.ceil((workingDay + 1) / enumerator.sendsEvery) * enumerator.sendsEvery - 1)
      : chance.happens(0.75)
        ? end + chance.integer(1, 40) * minute
        : evening(workingDay)
  return Math.max(sent, end + minute)
}

/**
 * Generates a survey whose last working day ends at `until`, midnight of the zone. The same settings generate the same
 * interviews, moved by whole days.
 */
export const makeWorld = (settings: WorldSettings, until: number): Interview[] => {
  const chance = createChance(settings.seed)
  // Six working days a week.
  const firstDay = (workingDay: number): number => {
    const back = settings.days - workingDay
    return until - (back + Math.floor((back - 1) / 6)) * day
  }
  const { drafts, households, enumerators } = makeFieldwork(chance, settings, firstDay)
  falsify({ chance, settings, households }, drafts, enumerators)
  // The enumerators do a little more than planned: honest interviews from the whole period are left out.
  const surplus = drafts.length - settings.interviews
  const honest = drafts.filter(({ planted }) => !planted)
  const left = new Set(
    Array.from({ length: surplus }, (_, n) => honest[Math.floor((n * honest.length) / surplus)]),
  )
  const performed = drafts.filter((draft) => !left.has(draft))
  return performed
    .map((draft) => ({
      enumerator: { name: draft.enumerator.worker.name, mobileNumber: draft.enumerator.worker.mobileNumber },
      supervisor: draft.enumerator.supervisor.name,
      start: Math.round(draft.start),
      end: Math.round(draft.end),
      received: Math.min(until + day - minute, Math.round(receiptOf(chance, draft, firstDay))),
      values: valuesOf(draft),
      planted: draft.planted,
    }))
    .toSorted((a, b) => a.received - b.received)
}

/** Returns the last midnight in Mozambique. */
export const lastMidnight = (now: number): number => Math.floor((now + zoneOffset) / day) * day - zoneOffset
