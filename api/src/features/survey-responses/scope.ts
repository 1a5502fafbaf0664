import { can } from '@baseline/contract/permissions.ts'
import type { Permission, Role } from '@baseline/contract/permissions.ts'

import { ownerWithoutRoles, selectScopeOwner, toScopeOwner } from '#platform/auth/memberships.ts'
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

/**
 * Loads the current roles and the current scope of a user. For jobs that run after the request: a role or a
 * membership revoked in the meantime no longer counts.
 */
export const loadReader = async (
  db: Db,
  scopeOf: ScopeOf,
  { userId, email }: { userId: string; email: string },
): Promise<Reader> => {
  const row = await db
    .selectFrom('users')
    .select(selectScopeOwner)
    .where('id', '=', userId)
    .where('disabled', '=', false)
    .executeTakeFirst()
  const owner = row ? toScopeOwner(row) : ownerWithoutRoles
  return { db, actor: { userId, roles: owner.roles }, scope: scopeOf({ ...owner, userId, email }) }
}
