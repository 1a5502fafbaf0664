import { verifyJWT } from 'better-auth/crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Config } from '#config.ts'
import type { Accounts } from '#connected-accounts.ts'
import { AuthError } from '#error-codes.ts'
import { headersFor } from '#forward.ts'

const Claims = z.object({ email: z.string(), updateTo: z.never().optional() })

/**
 * Accepts a verification link only with a session of the same account. A stranger can register another
 * person's address and trigger the mail; if the owner's click were enough, the stranger would have a verified
 * account. Returns the id of the account.
 */
export const requireOwnSession = async (
  { config, accounts }: { config: Config; accounts: Accounts },
  request: FastifyRequest,
  token: string,
): Promise<string> => {
  const claims = Claims.safeParse(await verifyJWT<unknown>(token, config.secret))
  if (!claims.success) throw new AuthError('auth/invalid-action-code')
  const session = await accounts.auth.api.getSession({ headers: headersFor(request) })
  if (session?.user.email !== claims.data.email) throw new AuthError('auth/session-required')
  return session.user.id
}
