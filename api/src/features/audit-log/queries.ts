import type { AuditLogEntry, listAuditLog } from '@baseline/contract/audit-log/contract.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Selectable } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { cappedCount, contains, orderOf } from '#platform/database/list.ts'
import type { Schema } from '#platform/database/schema.ts'
import { StreamedRows } from '#platform/http/stream.ts'
import { limits } from '#platform/limits.ts'

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

const matching = (db: Db, filter: NonNullable<Query['filter']>) => {
  const [from, to] = filter.timestampRange ?? []
  let rows = db.selectFrom('audit_log')
  if (from) rows = rows.where('timestamp', '>=', new Date(from))
  if (to) rows = rows.where('timestamp', '<=', new Date(to))
  if (filter.createdByEmail) rows = rows.where('created_by_email', 'ilike', contains(filter.createdByEmail))
  if (filter.entityNames?.length) rows = rows.where('entity_name', 'in', filter.entityNames)
  if (filter.action?.length) rows = rows.where('action', 'in', filter.action)
  if (filter.entityId) rows = rows.where('entity_id', '=', filter.entityId)
  return rows
}

async function* presented(
  rows: AsyncIterable<Selectable<Schema['audit_log']>>,
): AsyncGenerator<AuditLogEntry> {
  for await (const row of rows) yield present(row)
}

/** One page, newest first unless asked otherwise; without a limit the whole log as a stream. spec §4 */
export const list = async (db: Db, { filter = {}, orderBy = 'timestamp_DESC', limit, offset }: Query) => {
  const { column, direction } = orderOf(columns, orderBy)
  const ordered = (from: Db) =>
    matching(from, filter).selectAll().orderBy(column, direction).orderBy('id', direction).offset(offset)
  if (limit === undefined)
    return new StreamedRows((snapshot) => presented(ordered(snapshot).stream(limits.stream.batchRows)))
  const rows = await ordered(db).limit(limit).execute()
  return { rows: rows.map(present), ...(await cappedCount(db, matching(db, filter))) }
}
