import pg from 'pg'

/** Opens a connection pool. `url` must use the role `baseline_identity`, whose search_path is `identity`. */
export const openPool = (url: string, size: number, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: 'baseline-identity',
  })
  // An `error` event without a listener ends the process. The pool emits the error of an idle connection
  // again; this second event is ignored.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  return pool
}

/**
 * Runs `work` in one transaction: commits when it resolves, rolls back when it throws. `work` must not catch
 * the error of a statement, because COMMIT would then roll back without an error.
 */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  let rollbackError: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      rollbackError = cause
    })
    throw error
  } finally {
    // An error closes the connection instead of returning it to the pool.
    client.release(rollbackError)
  }
}

/** Codes of the operating system: no connection to the server, or no answer to the DNS query. */
const connectionErrors = /^(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)/
/** SQLSTATE classes: 08 connection, 53 insufficient resources, 57 operator intervention, such as a timeout. */
const outageClasses = /^(08|53|57)/

/** Whether the database is unreachable, out of resources or too slow, so that a retry may succeed. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return connectionErrors.test(code) || outageClasses.test(code) || /timeout|terminated/i.test(error.message)
}
