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
  { id, roles: held }: { id: string; roles: readonly Role[] },
  wanted: readonly Role[],
): Promise<void> => {
  const granted = wanted.filter((role) => !held.includes(role))
  const revoked = held.filter((role) => !wanted.includes(role))
  if (granted.length + revoked.length === 0) return
  const between = [...new Set([...held, ...granted])].toSorted()
  await users.addRoles(context.db, id, granted)
  await users.removeRoles(context.db, id, revoked)
  await users.update(context.db, [id], {})
  if (granted.length > 0)
    await audit(context, {
      entity: 'user',
      id,
      action: 'grantRoles',
      before: { roles: held },
      after: { roles: between },
    })
  if (revoked.length > 0)
    await audit(context, {
      entity: 'user',
      id,
      action: 'revokeRoles',
      before: { roles: between },
      after: { roles: between.filter((role) => !revoked.includes(role)) },
    })
}

const changeByEmail = (
  context: Context,
  email: string,
  wanted: (held: readonly Role[]) => readonly Role[],
): Promise<void> =>
  keepAManager(context.db, async () => {
    for (const user of await users.getLocked(context.db, 'email', [email]))
      await changeRoles(context, user, wanted(user.roles))
  })

export const grantRoles = (context: Context, { email, roles }: Change): Promise<void> =>
  changeByEmail(context, email, (held) => [...held, ...roles])

export const revokeRoles = (context: Context, { email, roles }: Change): Promise<void> =>
  changeByEmail(context, email, (held) => held.filter((role) => !roles.includes(role)))
