import { AppError } from '@baseline/contract/errors.ts'
import { administratorRole } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

const findEnabledManager = (tx: Db) =>
  tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_id', 'users.id')
    .select('users.id')
    .where('role', '=', administratorRole)
    .where('disabled', '=', false)
    .limit(1)
    .executeTakeFirst()

/**
 * Runs a change that may remove a manager, and refuses it if no enabled manager remains. The advisory lock
 * serialises such changes, so that two managers cannot remove each other at the same time. spec §5
 */
export const keepAManager = async <T>(tx: Db, change: () => Promise<T>): Promise<T> => {
  await sql`select pg_advisory_xact_lock(hashtext('managers'))`.execute(tx)
  const before = await findEnabledManager(tx)
  const result = await change()
  if (before && !(await findEnabledManager(tx))) throw new AppError('iam.errors.lastManager')
  return result
}
