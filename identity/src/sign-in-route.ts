import { passwordLength } from '@baseline/contract/auth/password.ts'
import { email } from '@baseline/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import { knownDevice, rememberDevice } from '#devices.ts'
import * as directory from '#directory.ts'
import { AuthError } from '#error-codes.ts'
import { forward, readResponse } from '#forward.ts'
import { hashPassword, isOutdated } from '#password-hash.ts'
import { countPerSender, personOf } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import type { Limit } from '#rate-limits.ts'
import { senderOf } from '#senders.ts'
import { validate } from '#validate.ts'

export const SignIn = z.strictObject({
  email,
  password: z.string().min(1),
  rememberMe: z.boolean().default(true),
})

const SignInResult = z.union([
  z.object({ twoFactorRedirect: z.literal(true) }),
  z.object({ user: z.unknown(), token: z.string() }),
])

/** Registers the sign-in with a password. spec §1 */
export const registerSignInRoute = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, pool, limiter } = services
  const countAttempt = countPerSender(services)

  app.post(`${basePath}/sign-in/email`, { config: { securityEvent: 'signIn' } }, async (request, reply) => {
    const body = validate(SignIn, request.body)
    await countAttempt('signIn', limits.signIn.sender, request)
    const device = knownDevice(config, request, body.email)
    const counters: { kind: string; subject: string; limit: Limit }[] =
      device === undefined
        ? [
            {
              kind: 'signInFailuresOfSender',
              subject: `${body.email} ${senderOf(request.ip)}`,
              limit: limits.signIn.failuresOfSender,
            },
            { kind: 'signInFailures', subject: body.email, limit: limits.signIn.failures },
          ]
        : [{ kind: 'signInFailuresOfDevice', subject: device, limit: limits.signIn.failuresOfDevice }]
    for (const { kind, subject, limit } of counters) await limiter.countAttempt(kind, subject, limit)
    // No account has such a password; the library would report it as weak instead of wrong.
    if (body.password.length > passwordLength.max) throw new AuthError('auth/wrong-password')

    const hashBefore = await directory.findPasswordHash(pool, body.email)
    const response = await forward(accounts.auth, config, request, { path: '/sign-in/email', body })
    const result = SignInResult.parse(await readResponse(reply, response))
    const isChallenged = 'twoFactorRedirect' in result
    // Detects a race with a password reset, which changes the hash before it ends the sessions. A session
    // created after that is ended here; the cookie of a challenge is not sent.
    if ((await directory.findPasswordHash(pool, body.email)) !== hashBefore) {
      if (!isChallenged) await directory.endSession(pool, result.token)
      reply.removeHeader('set-cookie')
      throw new AuthError('auth/wrong-password')
    }

    for (const { kind, subject } of counters) await limiter.reset(kind, subject)
    if (hashBefore !== undefined && isOutdated(hashBefore))
      await directory.replacePasswordHash(pool, body.email, {
        from: hashBefore,
        to: await hashPassword(body.password),
      })

    const account = await directory.findByEmail(pool, body.email)
    const hasPasskey = account !== undefined && (await directory.hasPasskey(pool, account.uid))
    if (!isChallenged && !hasPasskey) {
      rememberDevice(config, reply, { email: body.email, id: device })
      return { user: personOf(result.user) }
    }
    // The library asks only for codes, not for a passkey.
    if (!isChallenged) {
      await directory.endSession(pool, result.token)
      reply.removeHeader('set-cookie')
    }
    request.refusal = { code: 'auth/second-factor-required', isRepeated: false }
    return { secondFactors: [...(isChallenged ? ['app'] : []), ...(hasPasskey ? ['passkey'] : [])] }
  })
}
