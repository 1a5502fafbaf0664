import { createHash } from 'node:crypto'

import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Compilable, CompiledQuery, Expression } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'

import { limits } from '../limits.ts'
import type { Schema } from './schema.ts'

/** The pool or a transaction: the first parameter of query functions. */
export type Db = Kysely<Schema>

// Counts are int8, which pg returns as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A date has no time zone; as a JavaScript Date it would become the day before, west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// Lists contain many timestamps, and `new Date` parses UTC ten times as fast as the driver.
const readTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  /^\d{4}-/.test(text) && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readTime(text),
)

const preparedMark = '/* prepared */'

/**
 * Sends this query as a named prepared statement, planned once per connection. Use for frequent queries that
 * take longer to plan than to run, and only where one generic plan suits all parameters.
 */
export const prepared = sql`${sql.raw(preparedMark)}`

/** Marks the position of a named parameter in a compiled query. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Placeholders<Parameters> = { readonly [Name in keyof Parameters]: Expression<Parameters[Name]> }

/** Refuses keys that `Parameters` does not have, also in an object that is not a literal. */
type Exact<Given, Parameters> = Given & Record<Exclude<keyof Given, keyof Parameters>, never>

/**
 * Compiles a query once per process; each call binds its parameters by name. `build` gets one placeholder per
 * key of `Parameters`; other values in the query are the same for every call. Use for the few queries of
 * every request: building them takes as long as sending them.
 */
export const compiledOnce = <Row, Parameters extends Record<string, unknown> = Record<string, never>>(
  build: (db: Db, placeholders: Placeholders<Parameters>) => Compilable<Row>,
) => {
  const compile = (db: Db, names: readonly string[]): CompiledQuery<Row> => {
    const placeholders: unknown = Object.fromEntries(
      names.map((name) => [name, sql`${new Placeholder(name)}`]),
    )
    return build(db, placeholders as Placeholders<Parameters>).compile() // `Exact` allows no other names
  }
  let compiled: CompiledQuery<Row> | undefined
  return async <Given extends Parameters>(db: Db, parameters: Exact<Given, Parameters>): Promise<Row[]> => {
    compiled ??= compile(db, Object.keys(parameters))
    const values = compiled.parameters.map((value) =>
      value instanceof Placeholder ? parameters[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: values })
    return rows
  }
}

const statementNames = new Map<string, string>()
const withName = (statement: unknown): unknown => {
  if (typeof statement !== 'string' || !statement.includes(preparedMark)) return statement
  const name = statementNames.get(statement) ?? createHash('sha256').update(statement).digest('base64url')
  statementNames.set(statement, name)
  return { name, text: statement }
}

class Client extends pg.Client {
  override query = ((statement: unknown, ...rest: unknown[]): unknown =>
    // eslint-disable-next-line typescript/unbound-method -- `Reflect.apply` passes `this`
    Reflect.apply(pg.Client.prototype.query, this, [withName(statement), ...rest])) as pg.Client['query'] // keeps the overloads
}

/**
 * Opens the connection pools. Both the pool and each client have an error listener: without one, a database
 * restart would end this process.
 *
 * Streams use a separate pool without query timeouts. A statement timeout also counts while a cursor waits
 * for a slow client, and a driver timeout would end a stream early without an error: a timer replaces both.
 */
export const connect = (
  { databaseUrl, databasePoolSize }: { databaseUrl: string; databasePoolSize: number },
  onConnectionError: (error: Error) => void,
) => {
  const open = ({
    settings = '',
    ...options
  }: pg.PoolConfig & { settings?: string }): { db: Db; pool: pg.Pool } => {
    const pool = new pg.Pool({
      Client,
      connectionString: databaseUrl,
      connectionTimeoutMillis: limits.database.connectMs,
      keepAlive: true,
      // PostgreSQL compiles queries that it takes for expensive, which takes longer than executing ours.
      options: `-c jit=off ${settings}`,
      ...options,
    })
    pool.on('error', onConnectionError)
    pool.on('connect', (client) => client.on('error', onConnectionError))
    return { db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) }), pool }
  }
  const { db, pool } = open({
    max: databasePoolSize,
    statement_timeout: limits.database.statementMs,
    query_timeout: limits.database.statementMs + 5_000,
    // Disables parallel query: starting workers takes longer than these short queries, and many run at once.
    settings: '-c max_parallel_workers_per_gather=0',
    idle_in_transaction_session_timeout: limits.database.idleInTransactionMs,
  })
  const streams = open({ max: limits.stream.connections, statement_timeout: 0 })
  return {
    db,
    pool,
    streams: streams.db,
    close: async () => {
      await db.destroy()
      await streams.db.destroy()
    },
  }
}
