import { sql } from 'kysely'
import { z } from 'zod'

import type { Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'
import type { Queue } from '#platform/jobs.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { cleanUp, removeDueFiles } from './clean-up.ts'
import { eraseHousehold } from './erase-household.ts'
import { eraseInChecks } from './erase-in-checks.ts'
import { erasePerson } from './erase-person.ts'
import { registerErasure, restoreErasures } from './erasure-register.ts'
import * as erasures from './erasures.ts'
import { anonymiseSurvey, findDueSurveys } from './retention.ts'

interface Services {
  db: Db
  streams: Db
  storage: FileStorage
  directory: Directory
  /** Checks the responses that have changed. */
  checkChanged: () => Promise<void>
}

const eraseRecords = (services: Services, erasure: erasures.ErasureRow): Promise<void> => {
  if (erasure.kind === 'household') return eraseHousehold(services.streams, erasure)
  if (erasure.kind === 'person') return erasePerson(services, erasure)
  return anonymiseSurvey(services.streams, erasure)
}

/** Erases, then removes names, counts and files. Continues where a killed worker stopped. */
export const erase = async (services: Services, id: string): Promise<void> => {
  const { db, storage } = services
  const erasure = await erasures.get(db, id)
  if (erasure.state === 'SUCCESS') return
  try {
    await registerErasure(storage, erasure)
    await eraseRecords(services, erasure)
    await eraseInChecks(services, erasure)
    await cleanUp(services, id)
  } catch (error) {
    await db.updateTable('erasures').set({ state: 'FAILED' }).where('id', '=', id).execute()
    throw error
  }
  await db
    .updateTable('erasures')
    .set({ state: 'SUCCESS', texts: [], finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const erasureJob = job({
  name: 'erasure',
  data: z.strictObject({ id: z.uuid() }),
  long: { concurrency: 1, hours: 12, retries: 10 },
  run: ({ id }, services: Services) => erase(services, id),
})

/** Erasures whose job ended without success, or was lost with a restored database. */
const findUnfinished = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from erasures where state <> 'SUCCESS' and not exists (
      select from jobs.job where name = ${erasureJob.name} and data ->> 'id' = erasures.id::text
        and state in ('created', 'retry', 'active'))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Starts an erasure for each survey whose retention period has ended. */
const startRetention = (db: Db): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('retention'))`.execute(tx)
    for (const { id, months } of await findDueSurveys(tx))
      await tx
        .insertInto('erasures')
        .values({
          kind: 'survey',
          survey_id: id,
          reason: `End of the retention period of ${String(months)} months`,
          created_by_email: 'system',
        })
        .execute()
  })

/** Adds what is due: erasures of the register that a restored database lacks, and ends of retention periods. */
const addDueErasures = async (services: Services): Promise<string[]> => {
  await restoreErasures(services)
  await startRetention(services.db)
  return findUnfinished(services.db)
}

/** Runs the due erasures at once, for operators. Returns their ids. */
export const runDue = async (services: Services): Promise<string[]> => {
  const ids = await addDueErasures(services)
  for (const id of ids) await erase(services, id)
  return ids
}

/** Starts the due erasures, and removes the files that were created to hand data over. */
export const dataProtectionJob = job({
  name: 'data-protection',
  data: z.object({}),
  schedule: '*/10 * * * *',
  run: async (_data, services: Services & { queue: Pick<Queue, 'enqueue'> }) => {
    for (const id of await addDueErasures(services))
      await services.queue.enqueue(services.db, erasureJob, { id })
    await removeDueFiles(services)
  },
})
