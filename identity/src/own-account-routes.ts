import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import * as directory from '#directory.ts'
import { AuthError } from '#error-codes.ts'
import { forward, headersFor, readResponse } from '#forward.ts'
import { requireStrongPassword } from '#passwords.ts'
import { countPerSender } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import { validate } from '#validate.ts'

const PasswordChange = z.strictObject({
  currentPassword: z.string().min(1),
  newPassword: z.string().min(1),
})
const SessionId = z.object({ id: z.string() })

/** Registers the calls with which users change their password and see where they are signed in. */
export const registerOwnAccountRoutes = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, pool, limiter } = services
  const countAttempt = countPerSender(services)

  const requireSession = async (request: FastifyRequest) => {
    await countAttempt('session', limits.session.sender, request)
    const current = await accounts.auth.api.getSession({ headers: headersFor(request) })
    if (!current) throw new AuthError('auth/no-current-user')
    request.accountId = current.user.id
    return current
  }

  app.post(
    `${basePath}/change-password`,
    { config: { securityEvent: 'passwordChange' } },
    async (request, reply) => {
      const body = validate(PasswordChange, request.body)
      const { user } = await requireSession(request)
      // A stranger at an unlocked browser could guess the current password.
      await limiter.countAttempt('passwordChange', user.id, limits.signIn.failuresOfDevice)
      requireStrongPassword(body.newPassword, [user.email, user.name])
      const response = await forward(accounts.auth, config, request, {
        path: '/change-password',
        body: { ...body, revokeOtherSessions: true },
      })
      await readResponse(reply, response).catch((error: unknown) => {
        // The library's code for a wrong password is that of a missing one.
        if (error instanceof AuthError && error.code === 'auth/missing-password')
          throw new AuthError('auth/wrong-password', { cause: error })
        throw error
      })
      await limiter.reset('passwordChange', user.id)
      return { status: true }
    },
  )

  app.get(`${basePath}/sessions`, async (request) => {
    const { session } = await requireSession(request)
    const sessions = await directory.listSessions(pool, session.userId)
    return sessions.map((one) => ({ ...one, isCurrent: one.id === session.id }))
  })

  app.delete(`${basePath}/sessions/:id`, { config: { securityEvent: 'sessionEnd' } }, async (request) => {
    const { id } = validate(SessionId, request.params)
    const { session } = await requireSession(request)
    await directory.endSessionOf(pool, { uid: session.userId, id })
    return { status: true }
  })
}
