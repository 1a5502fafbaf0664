import { setTimeout as pause } from 'node:timers/promises'

import { AppError } from '@baseline/contract/errors.ts'

import { limits } from '../limits.ts'

/** COMMIT failed with a transient error, such as a lost connection: the outcome is unknown. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('COMMIT failed with an unknown outcome', { cause })
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

/** The driver reports a lost connection without an error code, so this matches its message. */
const lostConnectionMessage =
  /timeout exceeded when trying to connect|connection timeout|connection terminated|not queryable|query read timeout/i

/** Returns true for errors that a retry may resolve, such as a deadlock or a lost connection. */
export const isTransient = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code === undefined
    ? lostConnectionMessage.test(error.message)
    : transientCodes.has(code) || code.startsWith('08')
}

/**
 * Retries with exponential backoff work that certainly did not happen, or that may happen twice
 * (`repeatable`). Otherwise the caller gets a 503 and decides, because the failed work may have been saved.
 */
export const withRetries = async <T>(repeatable: boolean, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + limits.retryBudgetMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const isOutcomeUnknown = error instanceof OutcomeUnknown
      if (!isOutcomeUnknown && !isTransient(error)) throw error
      const delayMs = Math.random() * Math.min(50 * 2 ** attempt, 2_000)
      if ((isOutcomeUnknown && !repeatable) || Date.now() + delayMs > deadline)
        throw new AppError('errors.unavailable', undefined, { cause: error })
      await pause(delayMs)
    }
  }
}
