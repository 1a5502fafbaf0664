import pg from 'pg'

import { checkQueued } from '../../api/src/features/survey-responses/checks/check-job.ts'
import { addRechecks } from '../../api/src/features/survey-responses/checks/rules/recheck-job.ts'
import { connect } from '../../api/src/platform/database/database.ts'

/**
 * Tables that the worker derives from responses, each with a query without the ids and times that differ from
 * computation to computation.
 */
const derived: Readonly<Record<string, string>> = {
  response_flags: `select response_id, rule, question, survey_id, investigator, condition, severity, state, evidence,
    evidence_hash, rule_version from response_flags where state not in ('fixed', 'withdrawn')`,
  review_queue: `select response_id, survey_id, investigator, district, flag_points, investigator_points, received_at
    from review_queue`,
  check_facts: 'select * from check_facts',
  check_photos: 'select * from check_photos',
  enumerator_facts: 'select * from enumerator_facts',
  enumerator_days: 'select * from enumerator_days',
  enumerator_values: 'select * from enumerator_values',
}

/** Differences between the stored rows and the rows of a computation from scratch. */
export interface Difference {
  table: string
  rows: number
  /** Rows that only one of the two has, in this order: stored, computed. */
  missing: string[]
  added: string[]
}

const readAll = async (owner: pg.Client): Promise<Map<string, Set<string>>> => {
  const found = new Map<string, Set<string>>()
  for (const [table, query] of Object.entries(derived)) {
    const { rows } = await owner.query<{ row: string }>(`select to_jsonb(r)::text as row from (${query}) r`)
    found.set(table, new Set(rows.map(({ row }) => row)))
  }
  return found
}

/** Removes what the worker derived, except the calibrations, and queues all responses. */
const startAgain = async (owner: pg.Client): Promise<void> => {
  await owner.query(`truncate response_flags, review_queue, check_queue, check_facts, check_photos, enumerator_facts,
    enumerator_days, enumerator_values`)
  await owner.query(
    'insert into check_queue (response_id, survey_id) select id, survey_id from survey_responses order by random()',
  )
}

/**
 * Checks what is queued, then everything from scratch, with the same calibrations. Returns the rows that differ. No
 * worker may run.
 */
export const compareWithRecomputation = async (urls: {
  owner: string
  app: string
}): Promise<Difference[]> => {
  const owner = new pg.Client({
    connectionString: urls.owner,
    options: '-c search_path=app,public -c statement_timeout=0',
  })
  await owner.connect()
  const { streams, close } = connect({ databaseUrl: urls.app, databasePoolSize: 2 }, () => {})
  const check = async () => {
    await checkQueued(streams, 'UTC', 36_000)
    for (;;) {
      const { rows } = await owner.query('select from check_rechecks limit 1')
      if (rows.length === 0) return
      await addRechecks(streams)
      await checkQueued(streams, 'UTC', 36_000)
    }
  }
  try {
    await check()
    const stored = await readAll(owner)
    await startAgain(owner)
    await check()
    const computed = await readAll(owner)
    return Object.keys(derived).map((table) => {
      const [before, after] = [
        stored.get(table) ?? new Set<string>(),
        computed.get(table) ?? new Set<string>(),
      ]
      return {
        table,
        rows: after.size,
        missing: [...before].filter((row) => !after.has(row)),
        added: [...after].filter((row) => !before.has(row)),
      }
    })
  } finally {
    await close()
    await owner.end()
  }
}
