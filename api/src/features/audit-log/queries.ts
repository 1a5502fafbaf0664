import type { AuditLogEntry, EntityName, listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { all, answerList, filtersOn, orderOf } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'

type Query = Input<typeof listAuditLog>['query']

const columns = {
  timestamp: 'timestamp',
  createdByEmail: 'created_by_email',
  entityName: 'entity_name',
  action: 'action',
  entityId: 'entity_id',
} as const

/** What each kind of record is called today; an id may be anything, so it is only read where it can be one. */
const recordId = sql`case when pg_input_is_valid(entity_id, 'uuid') then entity_id::uuid end`
const labels: Record<EntityName, RawBuilder<string | null>> = {
  user: sql`(select coalesce(full_name, email) from users where id = ${recordId})`,
  userDetails: sql`(select concat_ws(' ', first_name, last_name) from user_details where id = ${recordId})`,
  survey: sql`(select label from surveys where id = ${recordId})`,
  surveyResponse: sql`(select display_id from survey_responses where id = ${recordId})`,
  comment: sql`(select display_id from survey_responses where id =
    (select response_id from response_comments where id = ${recordId}))`,
  surveyExport: sql`(select survey_label from survey_exports where id = ${recordId})`,
  settings: sql`null`,
}
const label = sql<string | null>`case entity_name ${sql.join(
  Object.entries(labels).map(([name, text]) => sql`when ${sql.lit(name)} then ${text}`),
  sql` `,
)} end`

/** A record that is gone is still called what an entry says it was. */
const labelIn = (values: unknown): string | undefined => {
  const textOf = (field: string): string => {
    const value: unknown = typeof values === 'object' && values ? Reflect.get(values, field) : undefined
    return typeof value === 'string' ? value : ''
  }
  const name = `${textOf('firstName')} ${textOf('lastName')}`.trim()
  return name || textOf('displayId') || textOf('label') || textOf('email') || undefined
}

const present = (row: Selectable<Schema['audit_log']> & { label: string | null }): AuditLogEntry => ({
  id: row.id,
  timestamp: row.timestamp.toISOString(),
  createdByEmail: row.created_by_email,
  entityName: row.entity_name,
  entityId: row.entity_id,
  entityLabel: row.label ?? labelIn(row.values.after) ?? labelIn(row.values.before) ?? null,
  action: row.action,
  values: row.values,
})

const { contains, equals, oneOf, within } = filtersOn('audit_log')

/** One page, newest first unless asked otherwise; without a limit the whole log as a stream. spec §4 */
export const list = (db: Db, { filter = {}, orderBy = 'timestamp_DESC', ...page }: Query) => {
  const { column, direction } = orderOf(columns, orderBy)
  return answerList(db, page, {
    matching: (from) =>
      from
        .selectFrom('audit_log')
        .where(
          all(
            within('timestamp', filter.timestampRange),
            contains('created_by_email', filter.createdByEmail),
            oneOf('entity_name', filter.entityNames),
            oneOf('action', filter.action),
            equals('entity_id', filter.entityId),
          ),
        ),
    ordered: (rows) =>
      rows.selectAll().select(label.as('label')).orderBy(column, direction).orderBy('id', direction),
    present,
  })
}
