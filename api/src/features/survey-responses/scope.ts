import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/** The user who reads, and the connection. */
export interface Reader {
  db: Db
  actor: { userId: string; roles: readonly Role[] }
}

/**
 * Condition for the responses that a user may read: currently all. Every query on responses must include it.
 */
export const scope = (_reader: Reader): RawBuilder<boolean> => sql<boolean>`true`

/**
 * Returns the current roles of a user. For jobs that run after the request: a role revoked in the meantime no
 * longer counts.
 */
export const loadCurrentRoles = async (db: Db, userId: string): Promise<Role[]> => {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('role')
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ role }) => role)
}
