import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/** Requests that the enumerators of a survey are compared as soon as possible, such as after a change of a rule. */
export const requestEnumeratorChecks = async (tx: Db, surveyId: string): Promise<void> => {
  await sql`
    insert into enumerator_checks (survey_id) values (${surveyId})
    on conflict (survey_id) do update set is_stale = true, checked_at = null`.execute(tx)
}

/** Takes the next survey whose figures changed and that was not checked within the last hour. */
export const takeDueSurvey = async (tx: Db): Promise<string | undefined> => {
  const { rows } = await sql<{ surveyId: string }>`
    update enumerator_checks set is_stale = false, checked_at = now()
    where survey_id = (
      select survey_id from enumerator_checks
      where is_stale and (checked_at is null or checked_at < now() - interval '1 hour')
      order by checked_at nulls first, survey_id limit 1 for update skip locked)
    returning survey_id as "surveyId"`.execute(tx)
  return rows[0]?.surveyId
}

/** Makes all surveys due: also those without new interviews, whose enumerators may be silent. */
export const makeAllDue = async (db: Db): Promise<void> => {
  await sql`update enumerator_checks set is_stale = true, checked_at = null`.execute(db)
}
