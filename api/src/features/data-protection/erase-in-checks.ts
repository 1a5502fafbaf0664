import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

import type { ErasureRow } from './erasures.ts'

/** Flags whose rule no longer finds anything keep the evidence and the enumerator of their last check. */
const closed = sql`state in ('fixed', 'withdrawn')`

/** Writes the current name of the enumerator to all flags. A check updates only flags that it finds again. */
const renameInFlags = (tx: Db) =>
  sql`
    update response_flags flag set investigator = r.investigator_name_folded
    from survey_responses r
    where r.id = flag.response_id and flag.investigator <> r.investigator_name_folded`.execute(tx)

/** Removes the closed flags whose evidence names a response that was deleted. */
const removeFlagsNamingDeleted = (tx: Db) =>
  sql`
    delete from response_flags
    where ${closed} and evidence ->> 'otherId' is not null and not exists (
      select from survey_responses r where r.id = (evidence ->> 'otherId')::uuid)`.execute(tx)

/** Removes the closed flags of an anonymous survey: their evidence has answers that were removed. */
const removeFlagsOfSurvey = (tx: Db, surveyId: string) =>
  sql`delete from response_flags where survey_id = ${surveyId} and ${closed}`.execute(tx)

/** Removes figures of villages and findings about enumerators that no response has any more. */
const removeUnused = async (tx: Db): Promise<void> => {
  await sql`
    delete from check_calibrations known
    where key <> '' and not exists (
      select from check_facts f where f.survey_id = known.survey_id and f.village = known.key)`.execute(tx)
  await sql`
    delete from enumerator_flags known
    where not exists (
      select from enumerator_facts f
      where f.survey_id = known.survey_id and f.investigator = known.investigator)`.execute(tx)
}

/**
 * Removes what the checks know of the erased data. They compute facts, figures and flags of the changed responses again,
 * and flags of others that were compared with them.
 */
export const eraseInChecks = async (
  { streams, checkChanged }: { streams: Db; checkChanged: () => Promise<void> },
  { kind, survey_id: surveyId }: ErasureRow,
): Promise<void> => {
  await checkChanged()
  await inTransaction(streams, async (tx) => {
    // No check writes older names at the same time.
    await sql`select pg_advisory_xact_lock(hashtext('check-responses'))`.execute(tx)
    if (kind === 'household') await removeFlagsNamingDeleted(tx)
    else await renameInFlags(tx)
    if (surveyId !== null) await removeFlagsOfSurvey(tx, surveyId)
    await removeUnused(tx)
  })
}
