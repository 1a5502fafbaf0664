import { AppError } from '@baseline/contract/errors.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import type { Role } from '@baseline/contract/permissions.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Account } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { mailInvitation } from './mail-invitation.ts'
import { replaceAccess } from './memberships.ts'
import type { Access } from './memberships.ts'
import * as users from './queries.ts'

interface Invitation {
  account: Account
  names?: users.Names
  roles: readonly Role[]
  /** Without it, the user may read all responses. */
  access?: Access | undefined
  language: Language
}

/**
 * Creates a user with roles and mails a link to set the first password. Create the account before, outside
 * the transaction: this removes the password and sessions of a stranger before the user has roles.
 */
export const inviteUser = async (
  context: { db: Db; author: Author; enqueue: Enqueue },
  { account, names, roles, access, language }: Invitation,
): Promise<string> => {
  const { db: tx } = context
  const { uid, email, emailVerified } = account
  const existing = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (existing && emailVerified) throw new AppError('iam.errors.userAlreadyExists', { email })
  const { id } = await users.upsertInvited(tx, email, uid, names)
  await users.addRoles(tx, id, roles)
  if (access) await replaceAccess(tx, id, access)
  const after = { email, ...(names && users.complete(names)), roles, ...access }
  await audit(context, { entity: 'user', id, action: 'create', after })
  await mailInvitation(context, { email, language })
  return id
}
