import { AppError } from '@baseline/contract/errors.ts'
import type { NewUsers } from '@baseline/contract/iam/contract.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { fieldIssue } from '@baseline/contract/validation.ts'

import type { Author } from '#platform/audit.ts'
import type { Account, Directory } from '#platform/auth/directory.ts'
import type { Db } from '#platform/database/database.ts'
import type { Enqueue } from '#platform/jobs.ts'

import { inviteUser } from './invite-user.ts'
import * as users from './queries.ts'

export type Accounts = ReadonlyMap<string, Account>

/**
 * Returns whether an address already has a user. A user who signed up and never verified the address does not
 * count: otherwise a stranger could prevent the owner from being invited.
 */
const isTaken = (
  { roles, disabled, authenticationUid }: users.StoredUser,
  account: Account | undefined,
): boolean => !account || account.emailVerified || roles.length > 0 || disabled || authenticationUid === null

/** Names the taken addresses, each with its path in the request. spec §8 */
export const userExistsError = (
  takenEmails: readonly string[],
  pathOf: (email: string) => string,
): AppError =>
  new AppError('iam.errors.userAlreadyExists', {
    email: takenEmails.join(', '),
    issues: takenEmails.map((email) =>
      fieldIssue(pathOf(email), 'iam.errors.userAlreadyExists', { value: email }),
    ),
  })

/**
 * Creates the accounts before the transaction opens. Creates none if one address is taken, because creating
 * an account removes the password and sessions of an unverified account.
 */
export const createAccounts = async (
  { db, directory }: { db: Db; directory: Directory },
  emails: readonly string[],
): Promise<Accounts> => {
  for (const user of await users.findByEmails(db, emails))
    if (isTaken(user, await directory.findByEmail(user.email))) return new Map()
  const accounts = new Map<string, Account>()
  for (const email of emails) accounts.set(email, await directory.create(email))
  return accounts
}

/** Invites all users or none. The caller must serialise concurrent invitations of one address. spec §1 */
export const addUsers = async (
  context: { db: Db; author: Author; enqueue: Enqueue; language: Language },
  { emails, roles, userDetailsId = null, memberships = [], ...names }: NewUsers,
  accounts: Accounts,
): Promise<users.StoredUser[]> => {
  const existing = await users.findByEmails(context.db, emails)
  const takenEmails = existing
    .filter((user) => isTaken(user, accounts.get(user.email)))
    .map(({ email }) => email)
  if (takenEmails.length > 0)
    throw userExistsError(takenEmails, (email) => `data.emails.${String(emails.indexOf(email))}`)
  const access = userDetailsId !== null || memberships.length > 0 ? { userDetailsId, memberships } : undefined
  const ids: string[] = []
  for (const email of new Set(emails)) {
    const account = accounts.get(email)
    if (!account) throw new AppError('errors.unavailable')
    ids.push(await inviteUser(context, { account, names, roles, access, language: context.language }))
  }
  return users.getLocked(context.db, 'id', ids)
}
