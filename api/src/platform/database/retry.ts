import { setTimeout as pause } from 'node:timers/promises'

import { AppError } from '@baseline/contract/errors.ts'

import { limits } from '../limits.ts'

/** What is known after a database error: surely not applied, perhaps applied, or wrong whenever it is tried. */
type Outcome = 'notApplied' | 'unknown' | 'permanent'

const notApplied = new Set(['40001', '40P01', '25006', '57P03', '53300', 'ECONNREFUSED'])
const unknownOutcome = new Set(['57P01', '57P02', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

/** The driver reports a lost connection without a code, so its words are all there is to go by. */
const neverSent = /timeout exceeded when trying to connect|connection timeout|not queryable/i
const connectionLost = /connection terminated|query read timeout/i

export const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof Error)) return 'permanent'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined) {
    if (notApplied.has(code)) return 'notApplied'
    if (unknownOutcome.has(code) || code.startsWith('08')) return 'unknown'
    return 'permanent'
  }
  if (neverSent.test(error.message)) return 'notApplied'
  return connectionLost.test(error.message) ? 'unknown' : 'permanent'
}

/**
 * Tries again what is known not to have happened, or what may safely happen twice; otherwise the caller
 * gets a 503 and decides, because an error does not mean that nothing was saved.
 */
export const retrying = async <T>(repeatable: boolean, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + limits.retryBudgetMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const outcome = outcomeOf(error)
      if (outcome === 'permanent') throw error
      const wait = Math.random() * Math.min(50 * 2 ** attempt, 2_000)
      if ((outcome === 'unknown' && !repeatable) || Date.now() + wait > deadline)
        throw new AppError('errors.unavailable', undefined, { cause: error })
      await pause(wait)
    }
  }
}
