import type { ResponseStatus } from '../../contract/src/survey-responses/status.ts'
import type { Chance } from './chance.ts'
import { identify, makeHome } from './household.ts'
import type { Home } from './household.ts'
import type { Worker } from './people.ts'
import type { Village } from './places.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** UTC offset of Mozambique in minutes; the same all year. */
const offset = 2 * 60

export interface SeededResponse {
  createdAt: number
  startTime: number
  endTime: number | undefined
  surveyDate: string
  status: ResponseStatus
  village: Village
  enumerator: Worker
  supervisor: Worker
  householdName: string
  position: { latitude: number; longitude: number; accuracy: number } | undefined
  /** The answers: these, followed by the answers of the home. */
  identification: ReturnType<typeof identify>
  home: Home
  version: number
}

export interface Staff {
  enumerators: readonly Worker[]
  supervisors: readonly Worker[]
}

/** Older responses are more often decided. */
const statusAt = (chance: Chance, age: number): ResponseStatus =>
  age < 3 * day
    ? chance.pickWeighted({ inProgress: 8, submitted: 84, returned: 3, verified: 5 })
    : age < 21 * day
      ? chance.pickWeighted({
          inProgress: 1,
          submitted: 35,
          onHold: 4,
          returned: 5,
          resubmitted: 5,
          verified: 30,
          approved: 18,
          rejected: 2,
        })
      : chance.pickWeighted({
          inProgress: 0.3,
          submitted: 3,
          onHold: 1,
          returned: 1.5,
          resubmitted: 1,
          verified: 8,
          approved: 82,
          rejected: 3.2,
        })

/** Returns a time between 8:00 and 18:00 local time, for a share from 0 to 1 of the whole period. */
const workingTime = (from: number, to: number, share: number): number => {
  const days = (to - from) / day
  const dayOffset = share * days
  return Math.floor(from + Math.floor(dayOffset) * day + (8 * 60 - offset + (dayOffset % 1) * 600) * minute)
}

const durationOf = (chance: Chance): number => {
  if (chance.happens(0.01)) return chance.integer(1, 4) * minute // a fabricated interview
  if (chance.happens(0.004)) return -chance.integer(1, 90) * minute // a clock that was set back
  return Math.round(18 + Math.exp(chance.deviation()) * 22) * minute
}

const positionOf = (chance: Chance, village: Village): SeededResponse['position'] => {
  if (chance.happens(0.02)) return undefined
  if (chance.happens(0.003)) return { latitude: 0, longitude: 0, accuracy: 0 }
  const spread = chance.happens(0.004) ? 60 : 1
  const scatter = (centre: number) => Math.round((centre + chance.deviation() * 0.012 * spread) * 1e6) / 1e6
  return {
    latitude: scatter(village.latitude),
    longitude: scatter(village.longitude),
    accuracy: Math.round(3 + chance.fraction() ** 3 * 60),
  }
}

/**
 * Number of different homes. Further responses reuse them in other villages: generating a home is slower than
 * storing it.
 */
const homeCount = 5_000

/** Generates interviews in the order of receipt; most are plausible, a few are not. */
export function* makeResponses(
  chance: Chance,
  { enumerators, supervisors }: Staff,
  villages: readonly Village[],
  { count, from, to }: { count: number; from: number; to: number },
): Generator<SeededResponse> {
  const homes: Home[] = []
  for (let n = 0; n < count; n += 1) {
    const createdAt = Math.min(workingTime(from, to, n / count), to)
    const endTime = createdAt - chance.integer(1, 20) * minute
    const startTime = endTime - durationOf(chance)
    const surveyDate = new Date(startTime + offset * minute).toISOString().slice(0, 10)
    const index = chance.integer(0, enumerators.length - 1)
    const [enumerator, supervisor] = [enumerators[index], supervisors[index % supervisors.length]]
    // Each enumerator works in the same few villages.
    const village = villages[(index * 7 + chance.integer(0, 11)) % villages.length]
    if (!enumerator || !supervisor || !village)
      throw new Error('no enumerator, supervisor or village to choose from')
    const position = positionOf(chance, village)
    const status = statusAt(chance, to - createdAt)
    const isUnfinished = status === 'inProgress'
    const home = homes[n % homeCount] ?? makeHome(chance, surveyDate)
    if (n < homeCount) homes.push(home)
    const interview = { headName: home.headName, interviewDate: surveyDate, position }
    const identification = identify(chance, village, interview)
    yield {
      createdAt,
      startTime,
      endTime: isUnfinished ? undefined : endTime,
      surveyDate,
      status,
      village,
      enumerator,
      supervisor,
      householdName: identification.household_name,
      position,
      identification,
      home,
      version: status === 'submitted' || isUnfinished ? 1 : status === 'approved' ? 3 : 2,
    }
  }
}
