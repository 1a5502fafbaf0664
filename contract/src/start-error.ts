/** An error that the operator fixes in the configuration. Its message says all: a stack trace adds nothing. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}

/** Remedies for errors of the database, by SQLSTATE. */
const remedies: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refused the password. Check the user and the password in the address of the database.',
  '28000': 'PostgreSQL refused the user. Check the user in the address of the database, and pg_hba.conf.',
  '3D000': 'The database does not exist. Run the setup of the database first.',
  '3F000': 'The database has no schemas. Run the setup of the database first.',
  '42P01': 'The database lacks tables. Migrate it first.',
  '42883': 'The database lacks functions. Migrate it first.',
  '53300': 'PostgreSQL has no connection left. Increase max_connections.',
  '57P03': 'PostgreSQL is starting up.',
}

const connectionErrors =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/

/** Explains in one line why a process could not start; undefined for an error that is not the operator's. */
export const explainStartError = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if (error instanceof ConfigurationError) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (connectionErrors.test(code) || /timeout exceeded when trying to connect/.test(error.message)) {
    // Node tries each address of a host, and reports their errors together.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    return `The database does not respond: ${first instanceof Error ? first.message : code}`
  }
  const remedy = remedies[code]
  return remedy && `${remedy} (${code})`
}
