import type { Db } from '#platform/database/database.ts'
import { reading } from '#platform/monitoring/reading.ts'

/** The result of the last recount. Any value but 0 is a defect of the product. */
export const countsReading = reading({
  name: 'counts',
  metrics: {
    baseline_response_counts_wrong: {
      help: 'Counts of responses that the last nightly recount found wrong, and corrected',
    },
  },
  read: async ({ db }: { db: Db }) => {
    const last = await db
      .selectFrom('response_recounts')
      .select('wrong')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const wrong = last?.wrong ?? 0
    return {
      samples: { baseline_response_counts_wrong: [{ value: wrong }] },
      findings: wrong > 0 ? [{ key: 'countsWrong', params: { count: wrong } }] : [],
    }
  },
})
