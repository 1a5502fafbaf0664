import { createHash } from 'node:crypto'

import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Compilable, CompiledQuery } from 'kysely'
import pg from 'pg'
import Cursor from 'pg-cursor'

import { limits } from '../limits.ts'
import type { Schema } from './schema.ts'

/** The pool, or a transaction on it: query functions take either first. */
export type Db = Kysely<Schema>

// Counts arrive as int8, which pg would hand over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A calendar date has no zone; as a Date it would become the day before, west of Greenwich.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

// Lists are full of times, and the engine reads those of UTC ten times as fast as the driver does.
const readTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  /^\d{4}-/.test(text) && text.endsWith('+00')
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readTime(text),
)

const mark = '/* often */'

/**
 * Stands in front of statements that are made over and over: each connection then plans them once, which takes longer
 * than running them. Nothing in them may vary but what any plan suits. design 2
 */
export const often = sql`${sql.raw(mark)}`

/**
 * A statement that is put together once. Nothing in it varies but its parameters, in the order that they stand in: for the
 * few that every call makes, putting them together takes as long as sending them.
 */
export const kept = <Row>(build: (db: Db) => Compilable<Row>) => {
  let compiled: CompiledQuery<Row> | undefined
  return async (db: Db, parameters: readonly unknown[]): Promise<Row[]> => {
    compiled ??= build(db).compile()
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

const names = new Map<string, string>()
const named = (statement: unknown): unknown => {
  if (typeof statement !== 'string' || !statement.includes(mark)) return statement
  const name = names.get(statement) ?? createHash('sha256').update(statement).digest('base64url')
  names.set(statement, name)
  return { name, text: statement }
}

class Client extends pg.Client {
  override query = ((statement: unknown, ...rest: unknown[]): unknown =>
    // eslint-disable-next-line typescript/unbound-method -- `apply` gives it its client
    Reflect.apply(pg.Client.prototype.query, this, [named(statement), ...rest])) as pg.Client['query'] // its overloads, passed on
}

/**
 * Connects with the limits every connection carries. Both the pool and each client have an error
 * listener: without one, a database restart would end this process.
 *
 * Streams have a pool of their own. A statement's time limit goes on running while a cursor waits for a slow
 * reader, and a limit on the driver's side would end a stream early without an error; streams have a timer instead.
 */
export const connect = (
  { databaseUrl, databasePoolSize }: { databaseUrl: string; databasePoolSize: number },
  onConnectionError: (error: Error) => void,
) => {
  const open = (options: pg.PoolConfig): { db: Db; pool: pg.Pool } => {
    const pool = new pg.Pool({
      Client,
      connectionString: databaseUrl,
      connectionTimeoutMillis: limits.database.connectMs,
      keepAlive: true,
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
    // Starting helpers takes longer than what our statements leave them to do, and many people ask at once.
    options: '-c max_parallel_workers_per_gather=0',
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
