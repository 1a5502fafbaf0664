import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'

/** Adds what each survey gained or lost to its totals, in one statement, so that nothing is counted twice or lost. */
export const totalsJob = job({
  name: 'survey-totals',
  data: z.object({}),
  schedule: '* * * * *',
  run: async (_data, { db }: { db: Db }) => {
    await sql`
      with taken as (delete from survey_total_deltas returning survey_id, gained, last_response_at),
        summed as (
          select survey_id, sum(gained) gained, max(last_response_at) last_response_at from taken group by survey_id
        )
      update survey_totals t
      set response_count = t.response_count + summed.gained,
        last_response_at = greatest(t.last_response_at, summed.last_response_at)
      from summed where summed.survey_id = t.survey_id`.execute(db)
  },
})
