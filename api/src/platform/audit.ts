import { isDeepStrictEqual } from 'node:util'

import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'

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
interface AuditContext {
  db: Db
  author: Author
}

const rowOf = ({ id, email }: Author, { before, after, ...entry }: Entry) => ({
  created_by_id: id ?? null,
  created_by_email: email,
  entity_name: entry.entity,
  entity_id: entry.id,
  action: entry.action,
  values: JSON.stringify(
    before && after ? pickChanges(before, after) : { before: before ?? null, after: after ?? null },
  ),
})

/** Records several changes. Not a prepared statement: its text varies with the number of entries. */
export const auditAll = async ({ db, author }: AuditContext, entries: readonly Entry[]): Promise<void> => {
  if (entries.length === 0) return
  await db
    .insertInto('audit_log')
    .values(entries.map((entry) => rowOf(author, entry)))
    .execute()
}

const insertEntry = compiledOnce<unknown, ReturnType<typeof rowOf>>((db, row) =>
  db.insertInto('audit_log').values(row).modifyEnd(prepared),
)

/** Records a change. Use the transaction of the change, so that neither exists without the other. spec §3 */
export const audit = async ({ db, author }: AuditContext, entry: Entry): Promise<void> => {
  await insertEntry(db, rowOf(author, entry))
}
