import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

/** Takes the advisory lock on the rollups for this transaction. Returns false if another one holds it. */
const tryLock = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('response_counts')) as ours`.execute(tx)
  return rows[0]?.ours ?? false
}

const fold = async (tx: Db): Promise<void> => {
  await sql`select fold_response_deltas()`.execute(tx)
  await sql`select fold_flag_deltas()`.execute(tx)
}

export const foldCounts = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (await tryLock(tx)) await fold(tx)
  })

/** Folds every two seconds, so that the dashboard shows a new response within ten seconds. */
export const countsJob = job({
  name: 'response-counts',
  data: z.object({}),
  everyMs: 2_000,
  // Uses `streams`, which has no statement timeout: after a long downtime, a fold can exceed it.
  run: (_data, { streams }: { streams: Db }) => foldCounts(streams),
})

/** The rollups with their key columns and their figures. */
const rollups = [
  { table: 'response_counts', by: ['dimension', 'value', 'survey_id', 'status'], figures: ['n'] },
  {
    table: 'response_days',
    by: ['dimension', 'span', 'begins', 'value', 'survey_id'],
    figures: ['received', 'done', 'returned'],
  },
  { table: 'response_cells', by: ['level', 'cell', 'survey_id', 'district', 'status'], figures: ['n'] },
  {
    table: 'response_places',
    by: ['district', 'village_type', 'village_category', 'survey_id', 'status'],
    figures: ['n'],
  },
  { table: 'response_durations', by: ['dimension', 'value', 'survey_id', 'minutes'], figures: ['n'] },
  {
    table: 'response_localities',
    by: ['kind', 'cell', 'district', 'village', 'survey_id'],
    figures: ['n', 'x', 'y'],
  },
  { table: 'response_flag_counts', by: ['survey_id', 'severity'], figures: ['n'] },
] as const

/** Compares a rollup with the responses, corrects it, and returns the number of wrong rows. */
const correctRollup = async (tx: Db, { table, by, figures }: (typeof rollups)[number]): Promise<number> => {
  const joinSql = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts)
  const key = joinSql(by.map((column) => sql.ref(column)))
  const columns = joinSql([...by, ...figures].map((column) => sql.ref(column)))
  const forEachFigure = (toSql: (figure: string) => RawBuilder<unknown>) => joinSql(figures.map(toSql))
  const { rows } = await sql<{ wrong: number }>`
    with counted as materialized (select * from ${sql.table(`${table}_recomputed`)}),
      wrong as (
        select ${key}, ${forEachFigure((figure) => sql`coalesce(counted.${sql.ref(figure)}, 0) as ${sql.ref(figure)}`)}
        from ${sql.table(table)} known full join counted using (${key})
        where (${forEachFigure((figure) => sql`coalesce(counted.${sql.ref(figure)}, 0)`)})
          <> (${forEachFigure((figure) => sql`coalesce(known.${sql.ref(figure)}, 0)`)})
      ),
      corrected as (
        insert into ${sql.table(table)} (${columns}) select ${columns} from wrong
        on conflict (${key}) do update set ${forEachFigure((figure) => sql`${sql.ref(figure)} = excluded.${sql.ref(figure)}`)}
      )
    select count(*) wrong from wrong`.execute(tx)
  await sql`delete from ${sql.table(table)} where ${sql.ref(figures[0])} = 0`.execute(tx)
  return rows[0]?.wrong ?? 0
}

/**
 * Recounts all responses, corrects the rollups, and returns the number of wrong rows, which must be 0. One
 * snapshot of the database holds the responses, the rollups and the pending deltas.
 */
export const recount = (db: Db): Promise<number> =>
  db.connection().execute(async (connection) => {
    // Taken before the transaction, so that its snapshot is not older than the last fold of another process.
    await sql`select pg_advisory_lock(hashtext('response_counts'))`.execute(connection)
    try {
      return await connection
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await fold(tx)
          // PostgreSQL would cache the dimensions of nearly every response, which takes far longer than computing them.
          await sql`set local enable_memoize = off`.execute(tx)
          let wrongRows = 0
          for (const rollup of rollups) wrongRows += await correctRollup(tx, rollup)
          return wrongRows
        })
    } finally {
      await sql`select pg_advisory_unlock(hashtext('response_counts'))`.execute(connection)
    }
  })

export const recountJob = job({
  name: 'response-recount',
  data: z.object({}),
  schedule: '23 2 * * *',
  long: { concurrency: 1, hours: 6, retries: 2 },
  // Uses `streams`, which has no statement timeout: counting ten million responses exceeds it.
  run: async (_data, { db, streams }: { db: Db; streams: Db }) => {
    const wrongRows = await recount(streams)
    await db.insertInto('response_recounts').values({ wrong: wrongRows }).execute()
    if (wrongRows > 0) throw new Error(`${String(wrongRows)} counts of responses were wrong`)
  },
})
