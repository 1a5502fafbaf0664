import type { FastifyRequest } from 'fastify'

import * as directory from '#directory.ts'
import { AuthError } from '#error-codes.ts'
import { headersFor } from '#forward.ts'
import { verifyPassword } from '#password-hash.ts'
import { countPerSender } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'

/** Returns the session of the sender; 401 without one. */
export const requireSession = async (services: PublicServices, request: FastifyRequest) => {
  await countPerSender(services)('session', limits.session.sender, request)
  const current = await services.accounts.auth.api.getSession({ headers: headersFor(request) })
  if (!current) throw new AuthError('auth/no-current-user')
  request.accountId = current.user.id
  return current
}

/**
 * Refuses a call whose user does not know the password of the account. Counts the wrong passwords, because a
 * stranger at an unlocked browser could guess. The library also verifies the password, but hashes a new one first.
 */
export const requirePassword = async (
  { limiter, pool }: PublicServices,
  { id, email }: { id: string; email: string },
  password: string,
): Promise<void> => {
  await limiter.countAttempt('ownPassword', id, limits.signIn.failuresOfDevice)
  const hash = await directory.findPasswordHash(pool, email)
  if (hash === undefined || !(await verifyPassword({ hash, password })))
    throw new AuthError('auth/wrong-password')
  await limiter.reset('ownPassword', id)
}
