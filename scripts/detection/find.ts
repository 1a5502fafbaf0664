import { sql } from 'kysely'

import { checkQueued } from '../../api/src/features/survey-responses/checks/check-job.ts'
import { findInSurvey } from '../../api/src/features/survey-responses/checks/enumerators/enumerators-job.ts'
import { calibrateChecks } from '../../api/src/features/survey-responses/checks/queued/calibrate-job.ts'
import { addRechecks } from '../../api/src/features/survey-responses/checks/rules/recheck-job.ts'
import { foldCounts } from '../../api/src/features/survey-responses/counts/counts-job.ts'
import type { Db } from '../../api/src/platform/database/database.ts'
import type { Findings, FoundEnumerator, FoundFlag } from './measure.ts'

const timeZone = 'Africa/Maputo'

/** Runs the checks of the worker, computes what they compare with, and checks again. */
const runChecks = async (db: Db, streams: Db): Promise<void> => {
  const check = () => checkQueued(streams, timeZone, 3_600)
  await check()
  await foldCounts(db)
  await calibrateChecks(streams, timeZone, 3_600)
  for (;;) {
    await addRechecks(streams)
    const { rows } = await sql`select from check_queue limit 1`.execute(streams)
    if (rows.length === 0) return
    await check()
  }
}

/** Compares the enumerators at the end of each day, as the worker does every night. */
const findEnumerators = async (db: Db, surveyId: string): Promise<FoundEnumerator[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text from enumerator_days where survey_id = ${surveyId} order by day`.execute(db)
  const found: FoundEnumerator[] = []
  for (const { day } of rows)
    for (const { investigator, finding } of await findInSurvey(db, surveyId, { timeZone, day }))
      if (finding.severity !== 'info')
        found.push({ investigator, rule: finding.rule, condition: finding.condition })
  return found
}

/** Runs all checks, and reads what they found. */
export const findFalsified = async (
  { db, streams }: { db: Db; streams: Db },
  surveyId: string,
): Promise<Findings> => {
  await runChecks(db, streams)
  const { rows: flags } = await sql<FoundFlag>`
    select response_id as "responseId", rule, severity from response_flags
    where survey_id = ${surveyId} and state = 'open' and severity <> 'info'`.execute(streams)
  const { rows: queue } = await sql<{ id: string }>`
    select response_id as id from review_queue where survey_id = ${surveyId}
    order by score desc, received_at, response_id limit 50`.execute(streams)
  const enumerators = await findEnumerators(streams, surveyId)
  return { flags, enumerators, queue: queue.map(({ id }) => id) }
}
