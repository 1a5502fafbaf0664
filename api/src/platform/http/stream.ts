import { Readable } from 'node:stream'

import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Db } from '../database/database.ts'
import { limits } from '../limits.ts'

/** Rows that are sent while they are read, at constant memory: the response to a list without a limit. */
export class StreamedRows<Row> {
  /** Rows written to the connection so far. */
  sentRows = 0
  readonly read: (snapshot: Db) => AsyncIterable<Row>
  constructor(read: (snapshot: Db) => AsyncIterable<Row>) {
    this.read = read
  }
}

/**
 * Allows one stream per user across all processes, so that one user cannot take every connection. The end of
 * the transaction releases the advisory lock.
 */
const lockStream = async (tx: Db, caller: string): Promise<void> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('stream'), hashtext(${caller})) as mine`.execute(tx)
  if (!rows[0]?.mine) throw new AppError('errors.tooManyRequests')
}

/**
 * Writes `{rows, count}` from one snapshot of the database, and validates each row. An error after the first
 * row truncates the response, so that a client cannot mistake it for a complete one.
 */
export const streamPage = async <Row>(
  streams: Db,
  caller: string,
  streamed: StreamedRows<Row>,
  rowSchema: z.ZodType,
  { seconds, idleSeconds }: { seconds: number; idleSeconds: number } = limits.stream,
): Promise<Readable> => {
  const tx = await streams
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  const end = async (rows?: AsyncIterator<Row>): Promise<void> => {
    await rows?.return?.().catch(() => undefined)
    await tx
      .rollback()
      .execute()
      .catch(() => undefined)
  }
  try {
    await lockStream(tx, caller)
    const rows = streamed.read(tx)[Symbol.asyncIterator]()
    // Reads the first row before sending anything, so that an early failure gets an error response.
    const first = await rows.next()
    const endAfter = (limit: number) =>
      setTimeout(
        () => stream.destroy(new Error(`the stream exceeded its limit of ${String(limit)} s`)),
        limit * 1000,
      )
    const total = endAfter(seconds)
    // Rows are read while the client takes them. A client that stops would hold a connection.
    const idle = endAfter(idleSeconds)
    const content = writePage(first, rows, rowSchema, () => {
      streamed.sentRows += 1
      idle.refresh()
    })
    const stream = Readable.from(content, { objectMode: false, highWaterMark: 65_536 })
    // Emitted after the end, after an error, and when the client disconnects.
    stream.once('close', () => {
      clearTimeout(total)
      clearTimeout(idle)
      void end(rows)
    })
    return stream
  } catch (error) {
    await end()
    throw error
  }
}

async function* writePage<Row>(
  first: IteratorResult<Row>,
  rows: AsyncIterator<Row>,
  rowSchema: z.ZodType,
  onRead: () => void,
): AsyncGenerator<string> {
  let count = 0
  yield '{"rows":['
  for (let next = first; !next.done; next = await rows.next()) {
    yield `${count === 0 ? '' : ','}${JSON.stringify(rowSchema.parse(next.value))}`
    count += 1
    onRead()
  }
  yield `],"count":${String(count)}}`
}
