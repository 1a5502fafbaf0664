import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import type { WorkFilter } from './read-work.ts'

/** Open flags of a person's responses, and decisions about them. */
export interface FlagFigures {
  warnings: number
  errors: number
  confirmed: number
  waived: number
}

export const noFlags: FlagFigures = { warnings: 0, errors: 0, confirmed: 0, waived: 0 }

/** Counts the flags of each enumerator of a survey. */
export const countFlags = async (
  db: Db,
  { surveyId, scope }: WorkFilter,
): Promise<ReadonlyMap<string, FlagFigures>> => {
  const condition = inScope('survey_responses', scope)
  const visible = condition
    ? sql`and response_id in (select id from survey_responses where survey_id = ${surveyId} and ${condition})`
    : sql``
  const { rows } = await sql<FlagFigures & { investigator: string }>`
    select investigator,
      (count(*) filter (where state = 'open' and severity = 'warn'))::int as warnings,
      (count(*) filter (where state = 'open' and severity = 'error'))::int as errors,
      (count(*) filter (where state = 'confirmed'))::int as confirmed,
      (count(*) filter (where state = 'waived'))::int as waived
    from response_flags
    where survey_id = ${surveyId} and state in ('open', 'confirmed', 'waived') ${visible}
    group by 1`.execute(db)
  return new Map(rows.map(({ investigator, ...figures }) => [investigator, figures]))
}
