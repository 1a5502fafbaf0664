import { Readable } from 'node:stream'

import { AppError } from '@baseline/contract/errors.ts'
import type { z } from 'zod'

import { limits } from '../limits.ts'

/** Rows that are sent while they are read, at constant memory: the answer of a list without a limit. */
export class StreamedRows<Row> {
  readonly rows: AsyncIterable<Row>
  constructor(rows: AsyncIterable<Row>) {
    this.rows = rows
  }
}

/** Who is being streamed to: one stream at a time per person keeps one person from taking every connection. */
const streaming = new Set<string>()

/** Writes `{rows, count}`; each row passes the row's schema, and a stream has a time limit. */
export const streamPage = <Row>(
  person: string,
  { rows }: StreamedRows<Row>,
  rowSchema: z.ZodType,
): Readable => {
  if (streaming.has(person)) throw new AppError('errors.tooManyRequests')
  streaming.add(person)
  const deadline = Date.now() + limits.stream.seconds * 1000
  const chunks = async function* (): AsyncGenerator<string> {
    let count = 0
    yield '{"rows":['
    for await (const row of rows) {
      // Ending without the closing bracket makes the answer unreadable, never silently short.
      if (Date.now() > deadline) throw new AppError('errors.unavailable')
      yield `${count === 0 ? '' : ','}${JSON.stringify(rowSchema.parse(row))}`
      count += 1
    }
    yield `],"count":${String(count)}}`
  }
  const stream = Readable.from(chunks(), { objectMode: false })
  // `close` comes after the end, after an error and when the caller goes away.
  stream.once('close', () => streaming.delete(person))
  return stream
}
