import { pino } from 'pino'
import type { Logger } from 'pino'

/** The database's own words about an error can quote what a person typed; its codes cannot. */
const withoutPersonalData = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  if ('severity' in error) {
    const { code, constraint, table, routine } = error as {
      code?: string
      constraint?: string
      table?: string
      routine?: string
    }
    return { type: 'database', code, constraint, table, routine }
  }
  const { name, message, stack, cause } = error
  return { type: name, message, stack, ...(cause === undefined ? {} : { cause: withoutPersonalData(cause) }) }
}

export const createLogger = (level: string): Logger =>
  pino({ level, base: null, serializers: { err: withoutPersonalData } })
