import { Readable } from 'node:stream'

import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Db } from '../database/database.ts'
import { limits } from '../limits.ts'

/** Rows that are sent while they are read, at constant memory: the answer of a list without a limit. */
export class StreamedRows<Row> {
  readonly read: (snapshot: Db) => AsyncIterable<Row>
  constructor(read: (snapshot: Db) => AsyncIterable<Row>) {
    this.read = read
  }
}

/**
 * One stream at a time per person, over all processes, keeps one person from taking every connection. The lock
 * goes with the transaction, however that ends.
 */
const takeTurn = async (tx: Db, person: string): Promise<void> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('stream'), hashtext(${person})) as mine`.execute(tx)
  if (!rows[0]?.mine) throw new AppError('errors.tooManyRequests')
}

/**
 * Writes `{rows, count}` from one snapshot of the database. Each row passes the row's schema. Whatever goes
 * wrong after the first row breaks the answer off before its end, so that it cannot be mistaken for a whole one.
 */
export const streamPage = async <Row>(
  streams: Db,
  person: string,
  streamed: StreamedRows<Row>,
  rowSchema: z.ZodType,
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
    await takeTurn(tx, person)
    const rows = streamed.read(tx)[Symbol.asyncIterator]()
    // Read before anything is sent, so that what fails at once is answered as an error.
    const first = await rows.next()
    const stream = Readable.from(page(first, rows, rowSchema), { objectMode: false, highWaterMark: 65_536 })
    const timer = setTimeout(
      () => stream.destroy(new Error('the stream took too long')),
      limits.stream.seconds * 1000,
    )
    // Comes after the end, after an error, and when the reader goes away.
    stream.once('close', () => {
      clearTimeout(timer)
      void end(rows)
    })
    return stream
  } catch (error) {
    await end()
    throw error
  }
}

async function* page<Row>(
  first: IteratorResult<Row>,
  rows: AsyncIterator<Row>,
  rowSchema: z.ZodType,
): AsyncGenerator<string> {
  let count = 0
  yield '{"rows":['
  for (let next = first; !next.done; next = await rows.next()) {
    yield `${count === 0 ? '' : ','}${JSON.stringify(rowSchema.parse(next.value))}`
    count += 1
  }
  yield `],"count":${String(count)}}`
}
