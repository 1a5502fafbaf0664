import { sql } from 'kysely'

import { compiledOnce, prepared } from './database.ts'
import type { Db } from './database.ts'

/** The id of a new record, and the time of its transaction. Both are from the clock of the database. */
export interface NewRecord {
  id: string
  createdAt: Date
}

interface Started {
  ids: string[]
  created_at: Date
}

const start = compiledOnce<Started, { count: number; lockMs: string }>((db, { count, lockMs }) => ({
  compile: () =>
    sql<Started>`
      select ${prepared} now() as created_at, array(select uuidv7() from generate_series(1, ${count}::int)) as ids
      from set_config('lock_timeout', ${lockMs}, true)`.compile(db),
}))

/** Generates the ids of new records. Sets how long the transaction waits for a lock; 0 means without limit. */
export const startRecords = async (tx: Db, count: number, lockMs = 0): Promise<NewRecord[]> => {
  const [started] = await start(tx, { count, lockMs: String(lockMs) })
  return (started?.ids ?? []).map((id) => ({ id, createdAt: started?.created_at ?? new Date() }))
}
