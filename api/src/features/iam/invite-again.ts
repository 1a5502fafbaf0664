import { AppError } from '@baseline/contract/errors.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Account, Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { mailInvitation } from './mail-invitation.ts'
import * as users from './queries.ts'

/**
 * Returns the account of a user with an unverified address; creates it if missing, as after an import.
 * Refuses a verified user, who can request a new password instead.
 */
export const getAccountToInvite = async (
  { db, directory }: { db: Db; directory: Directory },
  id: string,
): Promise<Account> => {
  const user = await users.find(db, id)
  if (!user) throw new AppError('iam.errors.userNotFound')
  if (user.disabled || (await directory.findByEmail(user.email))?.emailVerified)
    throw new AppError('iam.errors.notInvitable')
  return directory.create(user.email)
}

/** Sends the invitation again, and records it, because each link gives access to the account. */
export const inviteAgain = async (
  context: { db: Db; author: Author; enqueue: Enqueue; language: Language },
  id: string,
  { uid, email }: Account,
): Promise<void> => {
  await users.upsertInvited(context.db, email, uid)
  await audit(context, { entity: 'user', id, action: 'invite', after: { email } })
  await mailInvitation(context, { email, language: context.language })
}
