import { AppError } from '@baseline/contract/errors.ts'

import { limits } from '../limits.ts'

/** Calls that are limited together. */
export type Share = keyof typeof limits.fairShare.concurrent

interface Settings {
  concurrent: Readonly<Record<Share, number>>
  /** Maximum number of waiting calls. */
  waiting: number
  waitMs: Readonly<Record<Share, number>>
  /** A person with more waiting calls runs one at a time while others are active. */
  backlog: number
  /** Time after a call during which its person counts as active. */
  activeMs: number
}

interface Lane {
  running: number
  /** Starts the calls, in their order. */
  waiting: Set<() => void>
}

interface Person {
  /** The share whose turn was the longest time ago is first. */
  lanes: Map<Share, Lane>
  /** Time of the last call. */
  calledAt: number
}

const sumOf = ({ lanes }: Person, count: (lane: Lane) => number): number =>
  lanes.values().reduce((sum, lane) => sum + count(lane), 0)

/**
 * Limits the calls of one person that run at the same time in this process, so that one person cannot take
 * the database and the processor from the others. Further calls wait for their turn. A call that would wait
 * too long is refused with 429; nothing of it has run.
 */
export const createFairShare = (settings: Settings = limits.fairShare) => {
  const { concurrent, waitMs, backlog, activeMs } = settings
  const people = new Map<string, Person>()

  /** Finds the person, and forgets the others who have neither calls nor been active. */
  const callOf = (id: string): Person => {
    const person = people.get(id) ?? { lanes: new Map<Share, Lane>(), calledAt: 0 }
    person.calledAt = Date.now()
    // Inserts the person at the end: the least recently active person is first.
    people.delete(id)
    people.set(id, person)
    for (const [other, { lanes, calledAt }] of people) {
      if (calledAt >= Date.now() - activeMs) break
      if (lanes.size === 0) people.delete(other)
    }
    return person
  }

  const hasActiveOthers = (person: Person): boolean => {
    const from = Date.now() - activeMs
    return people.values().some((other) => other !== person && other.calledAt >= from)
  }

  const startWaiting = (person: Person): void => {
    const { lanes } = person
    // A copy, because a lane moves to the end when one of its calls starts.
    for (const [share, lane] of lanes.entries().toArray()) {
      for (const start of lane.waiting) {
        const isCrowding = sumOf(person, ({ waiting }) => waiting.size) > backlog && hasActiveOthers(person)
        if (isCrowding ? sumOf(person, ({ running }) => running) > 0 : lane.running >= concurrent[share])
          break
        lane.waiting.delete(start)
        lane.running += 1
        lanes.delete(share)
        lanes.set(share, lane)
        start()
      }
      if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(share)
    }
  }

  /** Ends when it is the person's turn. Returns a function that ends the turn, once. */
  return async (id: string, share: Share, gone: AbortSignal): Promise<() => void> => {
    if (gone.aborted) throw new AppError('errors.busy')
    const person = callOf(id)
    const lane = person.lanes.get(share) ?? { running: 0, waiting: new Set() }
    person.lanes.set(share, lane)
    if (lane.waiting.size >= settings.waiting) throw new AppError('errors.busy')
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        gone.removeEventListener('abort', refuse)
        resolve()
      }
      const refuse = (): void => {
        clearTimeout(timer)
        lane.waiting.delete(start)
        reject(new AppError('errors.busy'))
      }
      const timer = setTimeout(refuse, waitMs[share])
      gone.addEventListener('abort', refuse, { once: true })
      lane.waiting.add(start)
      startWaiting(person)
    })
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      lane.running -= 1
      startWaiting(person)
    }
  }
}
export type FairShare = ReturnType<typeof createFairShare>
