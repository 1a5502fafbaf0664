import type { Role } from '@baseline/contract/permissions.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { keepAManager } from './keep-a-manager.ts'
import * as users from './queries.ts'

interface Change {
  email: string
  roles: readonly Role[]
}

export const grantRoles = async (
  context: { db: Db; author: Author },
  { email, roles }: Change,
): Promise<void> => {
  const { id } = await users.getByEmail(context.db, email)
  const before = await users.rolesOf(context.db, id)
  await users.addRoles(context.db, id, roles)
  const after = await users.rolesOf(context.db, id)
  await audit(context, {
    entity: 'user',
    id,
    action: 'grantRoles',
    before: { roles: before },
    after: { roles: after },
  })
}

export const revokeRoles = (context: { db: Db; author: Author }, { email, roles }: Change): Promise<void> =>
  keepAManager(context.db, async () => {
    const { id } = await users.getByEmail(context.db, email)
    const before = await users.rolesOf(context.db, id)
    await users.removeRoles(context.db, id, roles)
    const after = await users.rolesOf(context.db, id)
    await audit(context, {
      entity: 'user',
      id,
      action: 'revokeRoles',
      before: { roles: before },
      after: { roles: after },
    })
  })
