import { passwordProblem } from '@baseline/contract/auth/password-strength.ts'

import type { Auth } from '#accounts.ts'
import { AuthError } from '#error-codes.ts'

/** Throws if a new password is easy to guess. `ownData` is the email address and the name of its user. */
export const requireStrongPassword = (password: string, ownData: readonly string[]): void => {
  if (passwordProblem(password, ownData)) throw new AuthError('auth/weak-password')
}

/** Returns the user of a link to reset a password; undefined if the link is not valid. */
export const userOfResetLink = async (
  auth: Auth,
  token: string,
): Promise<{ id: string; email: string; name: string } | undefined> => {
  const { internalAdapter } = await auth.$context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return (link && (await internalAdapter.findUserById(link.value))) ?? undefined
}
