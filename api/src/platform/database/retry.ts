import { setTimeout as pause } from 'node:timers/promises'

import { AppError } from '@baseline/contract/errors.ts'

import { limits } from '../limits.ts'

/** The connection was lost while a transaction was being committed: it may have happened or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the answer to COMMIT was lost', { cause })
  }
}

const transientCodes = new Set([
  '40001', // serialization
  '40P01', // deadlock
  '25006', // a standby that is about to be promoted
  '53300', // too many connections
  '57P01', // shut down by an administrator
  '57P02', // crashed
  '57P03', // starting up
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** The driver reports a lost connection without a code, so its words are all there is to go by. */
const connectionLost =
  /timeout exceeded when trying to connect|connection timeout|connection terminated|not queryable|query read timeout/i

/** What may go well a moment later, with no change on our side. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code === undefined
    ? connectionLost.test(error.message)
    : transientCodes.has(code) || code.startsWith('08')
}

/**
 * Tries again what is known not to have happened, or what may safely happen twice (`repeatable`); otherwise the
 * caller gets a 503 and decides, because an error does not mean that nothing was saved.
 */
export const retrying = async <T>(repeatable: boolean, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + limits.retryBudgetMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const unknown = error instanceof OutcomeUnknown
      if (!unknown && !isTransient(error)) throw error
      const wait = Math.random() * Math.min(50 * 2 ** attempt, 2_000)
      if ((unknown && !repeatable) || Date.now() + wait > deadline)
        throw new AppError('errors.unavailable', undefined, { cause: error })
      await pause(wait)
    }
  }
}
