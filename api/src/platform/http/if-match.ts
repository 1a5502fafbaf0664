import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { AppError, fieldError } from '@baseline/contract/errors.ts'
import { readEntities } from '@baseline/contract/reads.ts'

import type { Db } from '../database/database.ts'
import type { SignedInContext } from './context.ts'

/** Reads the version that a write expects, `"3"` or `3`. Without the header, a write replaces any version. */
export const readIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  const [, quoted, plain] = /^(?:"(\d{1,9})"|(\d{1,9}))$/.exec(header.trim()) ?? []
  const version = quoted ?? plain
  if (version === undefined) throw fieldError('If-Match', 'validation.mixed.default')
  return Number(version)
}

/** Finds who last saved a record and when, for the 409 response. Invitations do not change the record. */
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

/** The settings and commands of operators have no reads to record. */
type VersionContext = Pick<SignedInContext, 'ifMatch' | 'db' | 'author'> &
  Partial<Pick<SignedInContext, 'recordRead'>>

/**
 * Optimistic concurrency: refuses to overwrite a newer version, and returns it with its author and time. Pass
 * the record as its GET returns it, from a locked row: otherwise two callers with one version both pass.
 */
export const requireVersion = async (
  { ifMatch, db, author, recordRead }: VersionContext,
  current: { version: number },
  record: { entity: EntityName; id: string },
): Promise<void> => {
  if (ifMatch === undefined || ifMatch === current.version) return
  // The refusal contains the record, so a caller could read every record in this way.
  const entity = readEntities.find((name) => name === record.entity)
  if (entity && author.id !== undefined)
    recordRead?.({
      userId: author.id,
      entity,
      kind: 'record',
      recordId: record.id,
      filter: null,
      recordCount: 1,
    })
  throw new AppError('errors.conflict', { current, ...(await findLastSave(db, record)) })
}
