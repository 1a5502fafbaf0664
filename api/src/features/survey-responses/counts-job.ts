import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

/** Taken by whoever changes the counts themselves, until the end of the transaction. */
const ours = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('response_counts')) as ours`.execute(tx)
  return rows[0]?.ours ?? false
}

/** Adds what changed to the counts, in one statement, so that nothing is counted twice or lost. */
export const foldCounts = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await ours(tx))) return
    await sql`
      with taken as (delete from response_deltas returning *),
        totals as (
          update survey_totals t
          set response_count = t.response_count + gained,
            last_response_at = greatest(t.last_response_at, received_at)
          from (select survey_id, sum(n) gained, max(received_at) received_at from taken group by survey_id) summed
          where summed.survey_id = t.survey_id
        )
      insert into response_counts as known
      select of.dimension, of.value, survey_id, status, sum(n)
      from taken, response_dimensions(survey_date, investigator, mobile_number, supervisor, district, taken.village,
        taken.village_type, taken.village_category) of
      group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
      on conflict (dimension, value, survey_id, status) do update set n = known.n + excluded.n`.execute(tx)
  })

const everyMs = 5_000
const forMs = 55_000

/** Begun every minute, because that is how often the queue begins anything, it goes on until the next begins. */
export const countsJob = job({
  name: 'response-counts',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (_data, { db }: { db: Db }) => {
    for (const until = Date.now() + forMs; Date.now() < until; await sleep(everyMs)) await foldCounts(db)
  },
})

/**
 * Counts everything again and says how many counts were wrong, which must be none; then puts them right. One snapshot of
 * the database holds the responses, the counts and what is yet to be added to them.
 */
export const recount = (db: Db): Promise<number> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('response_counts'))`.execute(tx)
      const { rows } = await sql<{ wrong: number }>`
        with known as (
            select dimension, value, survey_id, status, sum(n) n from response_counts_now group by 1, 2, 3, 4 having sum(n) <> 0
          ),
          counted as materialized (select * from response_counts_again),
          wrong as (
            select dimension, value, survey_id, status, coalesce(counted.n, 0) - coalesce(known.n, 0) n
            from known full join counted using (dimension, value, survey_id, status)
            where known.n is distinct from counted.n
          ),
          mended as (
            insert into response_counts as known select * from wrong
            on conflict (dimension, value, survey_id, status) do update set n = known.n + excluded.n
          )
        select count(*) wrong from wrong`.execute(tx)
      await sql`delete from response_counts where n = 0`.execute(tx)
      return rows[0]?.wrong ?? 0
    })

export const recountJob = job({
  name: 'response-recount',
  data: z.object({}),
  schedule: '23 2 * * *',
  // Counting ten million takes longer than any other statement may.
  run: async (_data, { db, streams }: { db: Db; streams: Db }) => {
    const wrong = await recount(streams)
    await db.insertInto('response_recounts').values({ wrong }).execute()
    if (wrong > 0) throw new Error(`${String(wrong)} counts of responses were wrong`)
  },
})

/** What the last counting again found is a metric; anything but 0 is a mistake of ours that somebody must hear of. */
export const watchCounts = (register: Registry, db: Db): Gauge =>
  new Gauge({
    name: 'response_counts_wrong',
    help: 'Counts of responses that the last nightly recount found wrong, and put right',
    registers: [register],
    async collect() {
      const last = await db
        .selectFrom('response_recounts')
        .select('wrong')
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst()
        // Without a database there are still the other metrics.
        .catch(() => undefined)
      if (last) this.set(last.wrong)
    },
  })
