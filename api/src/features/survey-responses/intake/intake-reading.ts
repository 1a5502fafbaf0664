import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { reading } from '#platform/monitoring/reading.ts'

interface Intake {
  open: number
  /** Days since the last response of an open survey; null if none has any. */
  days: number | null
}

/** Longer than a weekend. After ten days without a response, the fieldwork has probably ended. */
const isSilent = (days: number | null): days is number => days !== null && days >= 3 && days < 10

export const intakeReading = reading({
  name: 'intake',
  metrics: {
    baseline_surveys_open: { help: 'Surveys that accept responses and are not past their last day' },
  },
  read: async ({ db }: { db: Db }) => {
    const { rows } = await sql<Intake>`
      select count(*) open, floor(extract(epoch from now() - max(last_response_at)) / 86400)::float8 days
      from surveys join survey_totals on survey_id = id
      where status = 'open' and (close_on is null or close_on >= current_date)`.execute(db)
    const { open, days } = rows[0] ?? { open: 0, days: null }
    return {
      samples: { baseline_surveys_open: [{ value: open }] },
      findings: isSilent(days) ? [{ key: 'intakeStopped', params: { days } }] : [],
    }
  },
})
