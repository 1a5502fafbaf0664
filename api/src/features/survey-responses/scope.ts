import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Db } from '#platform/database/database.ts'

/** Who looks, and through which connection. */
export interface Reader {
  db: Db
  actor: { userId: string; roles: readonly Role[] }
}

/** Which responses somebody may see: today whoever may read any may read all. Every query on responses asks this. */
export const scope = (_reader: Reader): RawBuilder<boolean> => sql<boolean>`true`

/** For work that goes on after the call that asked for it: a role that was taken away meanwhile no longer counts. */
export const rolesHeldNow = async (db: Db, userId: string): Promise<Role[]> => {
  const held = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('role')
    .where('user_id', '=', userId)
    .where('disabled', '=', false)
    .execute()
  return held.map(({ role }) => role)
}
