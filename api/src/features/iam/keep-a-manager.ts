import { AppError } from '@baseline/contract/errors.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/**
 * Runs a change that may take a manager away, and refuses it when no enabled manager would remain. The
 * lock lets such changes through one by one, so two managers cannot remove each other at the same time. spec §5
 */
export const keepAManager = async <T>(tx: Db, change: () => Promise<T>): Promise<T> => {
  await sql`select pg_advisory_xact_lock(hashtext('managers'))`.execute(tx)
  const result = await change()
  const manager = await tx
    .selectFrom('users')
    .innerJoin('user_roles', 'user_id', 'users.id')
    .select('users.id')
    .where('role', '=', 'manager')
    .where('disabled', '=', false)
    .limit(1)
    .executeTakeFirst()
  if (!manager) throw new AppError('iam.errors.lastManager')
  return result
}
