import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'

/**
 * Maximum number of partitions. More would make every list slower to plan, so an operator must merge the
 * oldest.
 */
const maxPartitions = 12

/** Creates next year's partitions long before their first row. */
export const partitionsJob = job({
  name: 'response-partitions',
  data: z.object({}),
  schedule: '7 3 * * *',
  run: async (_data, { db }: { db: Db }) => {
    const { rows } = await sql<{ attached: number }>`select make_response_partitions() as attached`.execute(
      db,
    )
    await sql`select make_submission_partitions()`.execute(db)
    const attached = rows[0]?.attached ?? 0
    if (attached > maxPartitions)
      throw new Error(`${String(attached)} partitions of survey_responses: merge the oldest ones`)
  },
})
