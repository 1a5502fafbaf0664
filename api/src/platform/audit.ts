import { isDeepStrictEqual } from 'node:util'

import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from './database/database.ts'
import type { Db } from './database/database.ts'

/** The author of a change in the audit log; operators' commands have no user record. */
export interface Author {
  id: string | undefined
  email: string
}

type Fields = Readonly<Record<string, unknown>>

/** Keeps only the fields that an update changed. */
const pickChanges = (before: Fields, after: Fields): { before: Fields; after: Fields } => {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Returns whether an update changes any field; otherwise there is nothing to record. */
export const hasChanges = (before: Fields, after: Fields): boolean =>
  Object.keys(pickChanges(before, after).after).length > 0

interface Entry {
  entity: EntityName
  id: string
  action: AuditAction
  before?: Fields
  after?: Fields
}
/** A change with its author. */
export interface AuditEntry extends Entry {
  author: Author
}
interface AuditContext {
  db: Db
  author: Author
}

const rowOf = ({ author: { id, email }, before, after, ...entry }: AuditEntry) => ({
  created_by_id: id ?? null,
  created_by_email: email,
  entity_name: entry.entity,
  entity_id: entry.id,
  action: entry.action,
  values: before && after ? pickChanges(before, after) : { before: before ?? null, after: after ?? null },
})

const insertEntries = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () =>
    sql`
      insert into audit_log (created_by_id, created_by_email, entity_name, entity_id, action, "values")
      select created_by_id, created_by_email, entity_name, entity_id, action, "values"
      from json_populate_recordset(null::audit_log, ${rows}::json) ${prepared}`.compile(db),
}))

/** Records changes, each with its own author. Use the transaction of the changes. spec §3 */
export const auditEach = async (tx: Db, entries: readonly AuditEntry[]): Promise<void> => {
  if (entries.length > 0) await insertEntries(tx, { rows: JSON.stringify(entries.map(rowOf)) })
}

/** Records several changes of one author. */
export const auditAll = ({ db, author }: AuditContext, entries: readonly Entry[]): Promise<void> =>
  auditEach(
    db,
    entries.map((entry) => ({ ...entry, author })),
  )

/** Records a change. Use the transaction of the change, so that neither exists without the other. spec §3 */
export const audit = (context: AuditContext, entry: Entry): Promise<void> => auditAll(context, [entry])
