import type { Role } from '@baseline/contract/permissions.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import { keepAManager } from './keep-a-manager.ts'
import * as users from './queries.ts'

type Context = { db: Db; author: Author }
type Change = { email: string; roles: readonly Role[] }

/** Gives a user exactly these roles, and records granted and revoked roles. Call it in `keepAManager`. */
export const changeRoles = async (
  context: Context,
  { id, roles: currentRoles }: { id: string; roles: readonly Role[] },
  newRoles: readonly Role[],
): Promise<void> => {
  const granted = newRoles.filter((role) => !currentRoles.includes(role))
  const revoked = currentRoles.filter((role) => !newRoles.includes(role))
  if (granted.length + revoked.length === 0) return
  const rolesAfterGrant = [...new Set([...currentRoles, ...granted])].toSorted()
  await users.addRoles(context.db, id, granted)
  await users.removeRoles(context.db, id, revoked)
  await users.update(context.db, [id], {})
  if (granted.length > 0)
    await audit(context, {
      entity: 'user',
      id,
      action: 'grantRoles',
      before: { roles: currentRoles },
      after: { roles: rolesAfterGrant },
    })
  if (revoked.length > 0)
    await audit(context, {
      entity: 'user',
      id,
      action: 'revokeRoles',
      before: { roles: rolesAfterGrant },
      after: { roles: rolesAfterGrant.filter((role) => !revoked.includes(role)) },
    })
}

const changeByEmail = (
  context: Context,
  email: string,
  computeRoles: (currentRoles: readonly Role[]) => readonly Role[],
): Promise<void> =>
  keepAManager(context.db, async () => {
    for (const user of await users.getLocked(context.db, 'email', [email]))
      await changeRoles(context, user, computeRoles(user.roles))
  })

export const grantRoles = (context: Context, { email, roles }: Change): Promise<void> =>
  changeByEmail(context, email, (currentRoles) => [...currentRoles, ...roles])

export const revokeRoles = (context: Context, { email, roles }: Change): Promise<void> =>
  changeByEmail(context, email, (currentRoles) => currentRoles.filter((role) => !roles.includes(role)))
