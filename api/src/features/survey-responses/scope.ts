import { can } from '@baseline/contract/permissions.ts'
import type { Permission, Role } from '@baseline/contract/permissions.ts'

import type { Scope, ScopeOf } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'

/** The user who reads, the connection, and the responses that the user may read. */
export interface Reader {
  db: Db
  actor: { userId: string; roles: readonly Role[] }
  scope: Scope
}

/**
 * Whether the reader may see the exports and reviews of other users. With a limited scope they may not,
 * because these may cover responses outside of it.
 */
export const seesJobsOfOthers = (
  { actor, scope }: Pick<Reader, 'actor' | 'scope'>,
  permission: Permission,
): boolean => scope === 'all' && can(actor, permission)

const loadCurrentRoles = async (db: Db, userId: string): Promise<Role[]> => {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('role')
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .execute()
  return rows.map(({ role }) => role)
}

/**
 * Loads the current roles and the current scope of a user. For jobs that run after the request: a role
 * revoked in the meantime no longer counts.
 */
export const loadReader = async (
  db: Db,
  scopeOf: ScopeOf,
  { userId, email }: { userId: string; email: string },
): Promise<Reader> => {
  const roles = await loadCurrentRoles(db, userId)
  return { db, actor: { userId, roles }, scope: scopeOf({ userId, email, roles }) }
}
