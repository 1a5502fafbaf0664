import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'

import type { Db } from '../database/database.ts'

/** The version a caller wants to replace, as `"3"` or `3`; without the header whatever is there is replaced. */
export const readIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  const [, quoted, plain] = /^(?:"(\d{1,9})"|(\d{1,9}))$/.exec(header.trim()) ?? []
  const version = quoted ?? plain
  if (version === undefined) {
    const problem: FieldProblem = { path: 'If-Match', key: 'validation.mixed.default', params: {} }
    throw new AppError('errors.invalid', { problems: [problem] })
  }
  return Number(version)
}

/** Who saved a record last and when, for the person whose version is stale. An invitation changes no record. */
const findLastSave = (db: Db, { entity, id }: { entity: EntityName; id: string }) =>
  db
    .selectFrom('audit_log')
    .select(['created_by_email as savedBy', 'timestamp as savedAt'])
    .where('entity_name', '=', entity)
    .where('entity_id', '=', id)
    .where('action', '<>', 'invite')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Refuses to overwrite a version that another person has saved in the meantime, and answers with it and with who saved
 * it when. Give the record as its GET would answer, from a row that is locked: otherwise two callers with the same
 * version both pass.
 */
export const requireVersion = async (
  { ifMatch, db }: { ifMatch: number | undefined; db: Db },
  current: { version: number },
  record: { entity: EntityName; id: string },
): Promise<void> => {
  if (ifMatch === undefined || ifMatch === current.version) return
  throw new AppError('errors.conflict', { current, ...(await findLastSave(db, record)) })
}
