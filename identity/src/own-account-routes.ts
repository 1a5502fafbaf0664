import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import * as directory from '#directory.ts'
import { forward, readResponse } from '#forward.ts'
import { requirePassword, requireSession } from '#own-session.ts'
import { requireStrongPassword } from '#passwords.ts'
import type { PublicServices } from '#public-services.ts'
import { validate } from '#validate.ts'

const PasswordChange = z.strictObject({
  currentPassword: z.string().min(1),
  newPassword: z.string().min(1),
})
const SessionId = z.object({ id: z.string() })

/** Registers the calls with which users change their password and see where they are signed in. */
export const registerOwnAccountRoutes = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, pool } = services

  app.post(
    `${basePath}/change-password`,
    { config: { securityEvent: 'passwordChange' } },
    async (request, reply) => {
      const body = validate(PasswordChange, request.body)
      const { user } = await requireSession(services, request)
      requireStrongPassword(body.newPassword, [user.email, user.name])
      await requirePassword(services, user, body.currentPassword)
      const call = { path: '/change-password', body: { ...body, revokeOtherSessions: true } }
      await readResponse(reply, await forward(accounts.auth, config, request, call))
      return { status: true }
    },
  )

  app.get(`${basePath}/sessions`, async (request) => {
    const { session } = await requireSession(services, request)
    const sessions = await directory.listSessions(pool, session.userId)
    return sessions.map((one) => ({ ...one, isCurrent: one.id === session.id }))
  })

  app.delete(`${basePath}/sessions/:id`, { config: { securityEvent: 'sessionEnd' } }, async (request) => {
    const { id } = validate(SessionId, request.params)
    const { session } = await requireSession(services, request)
    await directory.endSessionsOf(pool, session.userId, [id])
    return { status: true }
  })
}
