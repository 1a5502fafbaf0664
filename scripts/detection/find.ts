import { sql } from 'kysely'

import { checkQueued } from '../../api/src/features/survey-responses/checks/check-job.ts'
import type { Db } from '../../api/src/platform/database/database.ts'
import type { Findings, FoundFlag } from './measure.ts'

/** Runs the checks of the worker until none is left. */
const runChecks = async (streams: Db): Promise<void> => {
  await checkQueued(streams, 'Africa/Maputo', 3_600)
}

/** Runs all checks, and reads what they found. */
export const findFalsified = async (streams: Db, surveyId: string): Promise<Findings> => {
  await runChecks(streams)
  const { rows: flags } = await sql<FoundFlag>`
    select response_id as "responseId", rule, severity from response_flags
    where survey_id = ${surveyId} and state = 'open' and severity <> 'info'`.execute(streams)
  const { rows: queue } = await sql<{ id: string }>`
    select response_id as id from review_queue where survey_id = ${surveyId}
    order by score desc, received_at, response_id limit 50`.execute(streams)
  return { flags, enumerators: [], queue: queue.map(({ id }) => id) }
}
