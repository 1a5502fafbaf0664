import { AsyncLocalStorage } from 'node:async_hooks'

import { pino } from 'pino'
import type { Logger } from 'pino'

const pick = (error: object, ...names: string[]) =>
  Object.fromEntries(
    Object.entries(error).filter(([name, value]) => names.includes(name) && value !== undefined),
  )

/** pg-boss reports errors as plain objects with the properties of the error. */
const isError = (error: unknown): error is Partial<Error> & object =>
  typeof error === 'object' && error !== null && (error instanceof Error || 'stack' in error)

/**
 * Returns the fields of an error that are safe to log. A message from the database can quote user input, a
 * message from a mail server an address; their codes cannot.
 */
export const withoutPersonalData = (error: unknown): object => {
  if (!isError(error)) return { type: typeof error }
  if ('severity' in error)
    return { type: 'database', ...pick(error, 'code', 'constraint', 'table', 'routine') }
  if ('responseCode' in error || 'envelope' in error)
    return { type: 'mail', ...pick(error, 'code', 'command', 'responseCode') }
  const { name = 'Error', message, stack, cause } = error
  return { type: name, message, stack, ...(cause === undefined ? {} : { cause: withoutPersonalData(cause) }) }
}

/** Fields of every log line that code writes while it runs in this context, such as the id of a job. */
export const logContext = new AsyncLocalStorage<Readonly<Record<string, string>>>()

export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: null,
    serializers: { err: withoutPersonalData },
    mixin: () => ({ ...logContext.getStore() }),
  })
