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
    ? chance.weighted({ inProgress: 8, submitted: 84, returned: 3, verified: 5 })
    : age < 21 * day
      ? chance.weighted({
          inProgress: 1,
          submitted: 35,
          onHold: 4,
          returned: 5,
          resubmitted: 5,
          verified: 30,
          approved: 18,
          rejected: 2,
        })
      : chance.weighted({
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
  const at = share * days
  return Math.floor(from + Math.floor(at) * day + (8 * 60 - offset + (at % 1) * 600) * minute)
}

const durationOf = (chance: Chance): number => {
  if (chance.happens(0.01)) return chance.whole(1, 4) * minute // a fabricated interview
  if (chance.happens(0.004)) return -chance.whole(1, 90) * minute // a clock that was set back
  return Math.round(18 + Math.exp(chance.around()) * 22) * minute
}

const positionOf = (chance: Chance, village: Village): SeededResponse['position'] => {
  if (chance.happens(0.02)) return undefined
  if (chance.happens(0.003)) return { latitude: 0, longitude: 0, accuracy: 0 }
  const far = chance.happens(0.004) ? 60 : 1
  const near = (centre: number) => Math.round((centre + chance.around() * 0.012 * far) * 1e6) / 1e6
  return {
    latitude: near(village.latitude),
    longitude: near(village.longitude),
    accuracy: Math.round(3 + chance.part() ** 3 * 60),
  }
}

/**
 * Number of different homes. Further responses reuse them in other villages: generating a home is slower than
 * storing it.
 */
const differentHomes = 5_000

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
    const endTime = createdAt - chance.whole(1, 20) * minute
    const startTime = endTime - durationOf(chance)
    const surveyDate = new Date(startTime + offset * minute).toISOString().slice(0, 10)
    const at = chance.whole(0, enumerators.length - 1)
    const [enumerator, supervisor] = [enumerators[at], supervisors[at % supervisors.length]]
    // Each enumerator works in the same few villages.
    const village = villages[(at * 7 + chance.whole(0, 11)) % villages.length]
    if (!enumerator || !supervisor || !village)
      throw new Error('no enumerator, supervisor or village to choose from')
    const position = positionOf(chance, village)
    const status = statusAt(chance, to - createdAt)
    const unfinished = status === 'inProgress'
    const home = homes[n % differentHomes] ?? makeHome(chance, surveyDate)
    if (n < differentHomes) homes.push(home)
    const given = { headName: home.headName, interviewDate: surveyDate, position }
    const identification = identify(chance, village, given)
    yield {
      createdAt,
      startTime,
      endTime: unfinished ? undefined : endTime,
      surveyDate,
      status,
      village,
      enumerator,
      supervisor,
      householdName: identification.household_name,
      position,
      identification,
      home,
      version: status === 'submitted' || unfinished ? 1 : status === 'approved' ? 3 : 2,
    }
  }
}
