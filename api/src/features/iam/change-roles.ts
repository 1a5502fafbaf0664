import type { Role } from '@baseline/contract/permissions.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { keepAManager } from './keep-a-manager.ts'
import * as users from './queries.ts'

type Context = { db: Db; author: Author }
type Change = { email: string; roles: readonly Role[] }

const change = async (
  context: Context,
  action: 'grantRoles' | 'revokeRoles',
  { email, roles }: Change,
): Promise<void> => {
  const { id } = await users.getByEmail(context.db, email)
  const before = { roles: await users.rolesOf(context.db, id) }
  await (action === 'grantRoles' ? users.addRoles : users.removeRoles)(context.db, id, roles)
  const after = { roles: await users.rolesOf(context.db, id) }
  await audit(context, { entity: 'user', id, action, before, after })
}

export const grantRoles = (context: Context, wanted: Change): Promise<void> =>
  change(context, 'grantRoles', wanted)

export const revokeRoles = (context: Context, wanted: Change): Promise<void> =>
  keepAManager(context.db, () => change(context, 'revokeRoles', wanted))
