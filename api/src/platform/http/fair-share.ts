import { AppError } from '@baseline/contract/errors.ts'

import { limits } from '../limits.ts'

/** Calls that are limited together. */
export type Share = keyof typeof limits.fairShare.concurrent

interface Settings {
  concurrent: Readonly<Record<Share, number>>
  /** Maximum number of waiting calls. */
  waiting: number
  waitMs: number
}

interface Lane {
  running: number
  waiting: Set<() => void>
}

/**
 * Limits the calls of one person that run at the same time in this process, so that one person cannot take
 * the database and the processor from the others. Further calls wait for their turn. A call that would wait
 * too long is refused with 429; nothing of it has run.
 */
export const createFairShare = ({ concurrent, waiting, waitMs }: Settings = limits.fairShare) => {
  const lanes = new Map<string, Lane>()

  const waitForTurn = ({ waiting: queue }: Lane, gone: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer)
        gone.removeEventListener('abort', refuse)
        resolve()
      }
      const refuse = (): void => {
        clearTimeout(timer)
        queue.delete(start)
        reject(new AppError('errors.busy'))
      }
      const timer = setTimeout(refuse, waitMs)
      queue.add(start)
      gone.addEventListener('abort', refuse, { once: true })
    })

  /** Runs `work` when it is the person's turn. `gone` aborts when the client has disconnected. */
  return async <T>(
    { person, share, gone }: { person: string; share: Share; gone: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> => {
    const key = `${share} ${person}`
    const lane = lanes.get(key) ?? { running: 0, waiting: new Set() }
    lanes.set(key, lane)
    if (lane.running < concurrent[share]) lane.running += 1
    else {
      if (lane.waiting.size >= waiting) throw new AppError('errors.busy')
      await waitForTurn(lane, gone)
    }
    try {
      return await work()
    } finally {
      const [next] = lane.waiting
      if (next) {
        // Passes its turn on, so the number of running calls stays the same.
        lane.waiting.delete(next)
        next()
      } else {
        lane.running -= 1
        if (lane.running === 0) lanes.delete(key)
      }
    }
  }
}
export type FairShare = ReturnType<typeof createFairShare>
