import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'

import { readRules } from '../read-rules.ts'
import { calibrateDurations } from './calibrate-durations.ts'
import { calibrateMatches } from './calibrate-matches.ts'
import { calibrateVillages } from './calibrate-villages.ts'
import type { Calibrate } from './calibrations.ts'

const rules: readonly Calibrate[] = [calibrateDurations, calibrateVillages, calibrateMatches]

/**
 * Computes figures again whose responses have changed. Holds the lock of the checks: no response is compared with the
 * old figures after the responses to check again are in the queue.
 */
const calibrateBatch = (db: Db, calibrate: Calibrate, timeZone: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('check-responses'))`.execute(tx)
    return calibrate(tx, async (surveyIds) => (await readRules(tx, surveyIds, timeZone)).rulesOf)
  })

/** Computes the figures that are older than an hour or missing, until the time is over. */
export const calibrateChecks = async (db: Db, timeZone: string, seconds: number): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  for (const calibrate of rules)
    while ((await calibrateBatch(db, calibrate, timeZone)) && Date.now() < deadline);
}

export const calibrateJob = job({
  name: 'calibrate-checks',
  data: z.object({}),
  schedule: '*/10 * * * *',
  run: (_data, { streams, timeZone }: { streams: Db; timeZone: string }) =>
    calibrateChecks(streams, timeZone, 300),
})
