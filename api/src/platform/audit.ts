import { isDeepStrictEqual } from 'node:util'

import type { AuditAction, EntityName } from '@baseline/contract/audit-log/contract.ts'

import type { Db } from './database/database.ts'

/** Who the change is written down for; operators' commands have no user record. */
export interface Author {
  id: string | undefined
  email: string
}

type Fields = Readonly<Record<string, unknown>>

/** On an update only the fields that changed are kept. */
const changed = (before: Fields, after: Fields): { before: Fields; after: Fields } => {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (from: Fields) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Written in the transaction of the change itself, so neither can be there without the other. spec §3 */
export const audit = async (
  { db, author }: { db: Db; author: Author },
  entry: { entity: EntityName; id: string; action: AuditAction; before?: Fields; after?: Fields },
): Promise<void> => {
  const { before, after } = entry
  const values = before && after ? changed(before, after) : { before: before ?? null, after: after ?? null }
  await db
    .insertInto('audit_log')
    .values({
      created_by_id: author.id ?? null,
      created_by_email: author.email,
      entity_name: entry.entity,
      entity_id: entry.id,
      action: entry.action,
      values: JSON.stringify(values),
    })
    .execute()
}
