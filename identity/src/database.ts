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
  // Without a listener, a connection that the server closes while idle would end the process.
  pool.on('error', onError)
  return pool
}

/** One transaction; a statement that fails undoes them all. */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  const ignore = (): void => {}
  client.on('error', ignore)
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
    client.off('error', ignore)
    client.release(broken)
  }
}

/** The database is away, full or too slow: worth another try, unlike a mistake of ours. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return /^(ECONN|ENOTFOUND|ETIMEDOUT|EPIPE|08|53|57)/.test(code) || /timeout|terminated/i.test(error.message)
}
