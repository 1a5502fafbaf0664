import type { ReadEntity, ReadKind } from '@baseline/contract/reads.ts'
import { sql } from 'kysely'

import { prepared } from './database/database.ts'
import type { Db } from './database/database.ts'
import { limits } from './limits.ts'

/** A read of personal data by a user. */
export interface Read {
  userId: string
  entity: ReadEntity
  kind: ReadKind
  recordId: string | null
  filter: Readonly<Record<string, unknown>> | null
  recordCount: number
}

/** PostgreSQL accepts neither NUL nor lone surrogates in JSON; one such text would fail the whole batch. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

const shorten = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member)]))
  if (!Array.isArray(value)) return storable(value)
  const max = limits.readLog.filterValues
  const shown: unknown[] = value.slice(0, max).map(storable)
  return value.length > max ? [...shown, { more: value.length - max }] : shown
}

/** Limits the size of a stored filter: a filter can have a thousand values. Null without any value. */
export const shortenFilter = (filter: object): Read['filter'] => {
  const fields = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, shorten(value)] as const],
  )
  return fields.length > 0 ? Object.fromEntries(fields) : null
}

/** Stores reads with one statement, whose text does not depend on their number. The database sets the time. */
export const insertReads = async (db: Db, reads: readonly Read[]): Promise<void> => {
  await sql`${prepared} insert into read_log (user_id, entity, kind, record_id, filter, record_count)
    select "userId", entity, kind, "recordId", filter, "recordCount"
    from jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) reads
      ("userId" uuid, entity text, kind text, "recordId" uuid, filter jsonb, "recordCount" int)`.execute(db)
}

interface Window {
  read: Read
  /** Records of further reads, which are not stored yet. */
  recordCount: number
  endsAt: number
}

/** A record or a file that is read again within the window adds no information; pages are summed. */
const isSummed = ({ kind }: Read): boolean => kind === 'list' || kind === 'wholeList'

/**
 * Collects reads in memory and stores them every second, so that a call does not wait for its entry. The first
 * read of a record, or of a list with a filter, is stored at once. Further reads of the same user within a
 * minute become one entry. A failed write is repeated; reads never fail because of the log.
 */
export const createReadRecorder = (
  write: (reads: readonly Read[]) => Promise<void>,
  onError: (error: unknown, details: { waiting: number; dropped: number }) => void,
  { flushMs, mergeMs, entries }: { flushMs: number; mergeMs: number; entries: number } = limits.readLog,
) => {
  /** In the order of their ends, because all have the same length. */
  const windows = new Map<string, Window>()
  let unsaved: Read[] = []
  let writing = Promise.resolve()
  let isFailing = false

  const record = (read: Read): void => {
    if (read.recordCount === 0) return
    const key = JSON.stringify([read.userId, read.entity, read.kind, read.recordId, read.filter])
    const open = windows.get(key)
    if (open) {
      if (isSummed(read)) open.recordCount += read.recordCount
      return
    }
    unsaved.push(read)
    if (windows.size < entries) windows.set(key, { read, recordCount: 0, endsAt: Date.now() + mergeMs })
  }

  const closeWindows = (until: number): void => {
    for (const [key, { read, recordCount, endsAt }] of windows) {
      if (endsAt > until) break
      windows.delete(key)
      if (recordCount > 0) unsaved.push({ ...read, recordCount })
    }
  }

  const save = async (): Promise<void> => {
    if (unsaved.length === 0) return
    const batch = unsaved
    unsaved = []
    try {
      await write(batch)
      isFailing = false
    } catch (error) {
      // Keeps the newest reads if the database is unavailable for long.
      const waiting = [...batch, ...unsaved]
      unsaved = waiting.slice(-entries)
      const dropped = waiting.length - unsaved.length
      if (!isFailing || dropped > 0) onError(error, { waiting: unsaved.length, dropped })
      isFailing = true
    }
  }

  /** Stores what is due. One write runs at a time. */
  const flush = (until = Date.now()): Promise<void> => {
    closeWindows(until)
    writing = writing.then(save)
    return writing
  }
  const timer = setInterval(() => void flush(), flushMs).unref()

  return {
    record,
    flush,
    close: async (): Promise<void> => {
      clearInterval(timer)
      await flush(Infinity)
    },
  }
}
export type ReadRecorder = ReturnType<typeof createReadRecorder>
