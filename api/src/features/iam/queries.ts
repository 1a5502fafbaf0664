import { AppError } from '@baseline/contract/errors.ts'
import type { Role } from '@baseline/contract/permissions.ts'

import type { Db } from '#platform/database/database.ts'

/** Locks the record until the end of the transaction: what is read stays true while it is changed. */
export const getByEmail = async (tx: Db, email: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email', 'authentication_uid', 'disabled'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('iam.errors.userNotFound')
  return user
}

export const rolesOf = async (db: Db, userId: string): Promise<Role[]> => {
  const rows = await db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .orderBy('role')
    .execute()
  return rows.map(({ role }) => role)
}

export const addRoles = async (tx: Db, userId: string, roles: readonly Role[]): Promise<void> => {
  if (roles.length === 0) return
  await tx
    .insertInto('user_roles')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const removeRoles = async (tx: Db, userId: string, roles: readonly Role[]): Promise<void> => {
  if (roles.length === 0) return
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).where('role', 'in', roles).execute()
}

/** An invited person's record belongs to the account that the invitation made or cleared. */
export const upsertInvited = async (tx: Db, email: string, uid: string): Promise<{ id: string }> =>
  tx
    .insertInto('users')
    .values({ email, authentication_uid: uid })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ authentication_uid: uid, updated_at: new Date() }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
