import pg from 'pg'

/** Role `baseline_identity`, whose search_path is the schema `identity`. */
export const openPool = (url: string, size: number, onError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    application_name: 'baseline-identity',
  })
  // Without listeners a connection that the server closes would end the process, in use or idle. Each connection tells
  // of its own error; the pool repeats those of the idle ones.
  pool.on('connect', (client) => client.on('error', onError))
  pool.on('error', () => {})
  return pool
}

/** One transaction; a statement that fails undoes them all. */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** The database is away, full or too slow: worth another try, unlike a mistake of ours. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|08|53|57)/.test(code) || /timeout|terminated/i.test(error.message)
}
