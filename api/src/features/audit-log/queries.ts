import type { AuditLogEntry, listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Selectable } from 'kysely'

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

const present = (row: Selectable<Schema['audit_log']>): AuditLogEntry => ({
  id: row.id,
  timestamp: row.timestamp.toISOString(),
  createdByEmail: row.created_by_email,
  entityName: row.entity_name,
  entityId: row.entity_id,
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
    ordered: (rows) => rows.selectAll().orderBy(column, direction).orderBy('id', direction),
    present,
  })
}
