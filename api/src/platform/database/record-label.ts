import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** The id of a record, from a text that may also be another id, such as `settings`. */
export const toUuid = (text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when pg_input_is_valid(${text}, 'uuid') then ${text}::uuid end`

/** The current name of each type of record. */
const labels: Record<EntityName, (id: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  user: (id) => sql`(select coalesce(full_name, email) from users where id = ${id})`,
  userDetails: (id) => sql`(select concat_ws(' ', first_name, last_name) from user_details where id = ${id})`,
  device: (id) => sql`(select label from field_devices where id = ${id})`,
  submission: (id) => sql`(select instance_id from field_submissions where id = ${id})`,
  survey: (id) => sql`(select label from surveys where id = ${id})`,
  surveyResponse: (id) => sql`(select display_id from survey_responses where id = ${id})`,
  comment: (id) => sql`(select display_id from survey_responses where id =
    (select response_id from response_comments where id = ${id}))`,
  surveyExport: (id) => sql`(select survey_label from survey_exports where id = ${id})`,
  flag: (id) => sql`(select display_id from survey_responses where id = ${id})`,
  answerQuery: (id) => sql`(select display_id from survey_responses where id = ${id})`,
  checkRule: (
    id,
  ) => sql`(select rule || ' · ' || label from check_rules join surveys on surveys.id = survey_id
    where check_rules.id = ${id})`,
  bulkReview: () => sql`null`,
  settings: () => sql`null`,
}

/** Selects the current name of the record that a log entry is about. */
export const recordLabel = (entry: { entity: RawBuilder<unknown>; id: RawBuilder<unknown> }) =>
  sql<string | null>`case ${entry.entity} ${sql.join(
    Object.entries(labels).map(([name, select]) => sql`when ${sql.lit(name)} then ${select(entry.id)}`),
    sql` `,
  )} end`
