import { email } from '@baseline/contract/fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import { providerNames } from '#config.ts'
import { AuthError } from '#error-codes.ts'
import { forward, headersFor, readResponse } from '#forward.ts'
import { deliverLinks } from '#links.ts'
import { registerOwnAccountRoutes } from '#own-account-routes.ts'
import { requireStrongPassword, userOfResetLink } from '#passwords.ts'
import { countPerSender, personOf } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import { registerSecondFactorRoutes } from '#second-factor-routes.ts'
import { registerSignInRoute, SignIn } from '#sign-in-route.ts'
import { registerSocialRoutes } from '#social-routes.ts'
import { personName, validate } from '#validate.ts'
import { requireOwnSession } from '#verify-email.ts'

const SignUp = SignIn.extend({ name: personName.default('') })
const Reset = z.strictObject({ token: z.string().min(1), newPassword: z.string().min(1) })
const Verification = z.strictObject({ token: z.string().min(1) })
const MailRequest = z.strictObject({ email })
const EmptyBody = z.strictObject({}).nullish()
/**
 * With `optional=true`, a missing session is not an error: for pages that do not know whether the user is
 * signed in.
 */
const TokenQuery = z.strictObject({ optional: z.literal('true').optional() })

/**
 * The public endpoints, each with its own body schema. The library has about forty; all others have no route.
 */
export const registerPublicRoutes = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, limiter } = services
  const countAttempt = countPerSender(services)
  const call = async (request: FastifyRequest, reply: FastifyReply, path: string, body?: unknown) =>
    readResponse(reply, await forward(accounts.auth, config, request, { path, body }))

  app.post(`${basePath}/sign-up/email`, { config: { securityEvent: 'signUp' } }, async (request, reply) => {
    const body = validate(SignUp, request.body)
    await countAttempt('signUp', limits.signUp.sender, request)
    if (!config.isSignUpOpen) throw new AuthError('auth/sign-up-closed')
    requireStrongPassword(body.password, [body.email, body.name])
    const { user } = await call(request, reply, '/sign-up/email', body)
    return { user: personOf(user) }
  })

  app.post(`${basePath}/sign-out`, async (request, reply) => {
    validate(EmptyBody, request.body)
    await countAttempt('session', limits.session.sender, request)
    await call(request, reply, '/sign-out')
    return { status: true }
  })

  app.post(
    `${basePath}/request-password-reset`,
    { config: { securityEvent: 'passwordResetMail' } },
    async (request, reply) => {
      const { email: to } = validate(MailRequest, request.body)
      await countAttempt('mail', limits.mail.sender, request)
      await limiter.countAttempt('mailToAddress', to, limits.mail.email)
      await call(request, reply, '/request-password-reset', { email: to })
      return { status: true }
    },
  )

  app.post(
    `${basePath}/reset-password`,
    { config: { securityEvent: 'passwordReset' } },
    async (request, reply) => {
      const body = validate(Reset, request.body)
      await countAttempt('link', limits.link.sender, request)
      const user = await userOfResetLink(accounts.auth, body.token)
      if (user) request.accountId = user.id
      requireStrongPassword(body.newPassword, user ? [user.email, user.name] : [])
      await call(request, reply, '/reset-password', body)
      return { status: true }
    },
  )

  app.post(`${basePath}/send-verification-email`, async (request, reply) => {
    const { email: to } = validate(MailRequest, request.body)
    await countAttempt('mail', limits.mail.sender, request)
    await limiter.countAttempt('mailToAddress', to, limits.mail.email)
    const session = await accounts.auth.api.getSession({ headers: headersFor(request) })
    const isVerified = session?.user.emailVerified && session.user.email === to
    if (isVerified) return { status: true }
    await deliverLinks(session ? 'wait' : 'later', () =>
      call(request, reply, '/send-verification-email', { email: to }),
    )
    return { status: true }
  })

  // A POST: the library verifies with a GET, whose URL would leave the token in the logs of proxies.
  app.post(
    `${basePath}/verify-email`,
    { config: { securityEvent: 'emailVerification' } },
    async (request, reply) => {
      const { token } = validate(Verification, request.body)
      await countAttempt('link', limits.link.sender, request)
      request.accountId = await requireOwnSession(services, request, token)
      const query = `?${new URLSearchParams({ token }).toString()}`
      await readResponse(
        reply,
        await forward(accounts.auth, config, request, { method: 'GET', path: '/verify-email', query }),
      )
      return { status: true }
    },
  )

  app.get(`${basePath}/token`, async (request, reply) => {
    const { optional } = validate(TokenQuery, request.query)
    await countAttempt('session', limits.session.sender, request)
    try {
      return await call(request, reply, '/token')
    } catch (error) {
      if (optional && error instanceof AuthError && error.status === 401) return { token: null }
      throw error
    }
  })

  app.get(`${basePath}/jwks`, async (request, reply) => {
    const keys = await call(request, reply, '/jwks')
    void reply.header('cache-control', 'public, max-age=300')
    return keys
  })

  app.get(`${basePath}/options`, async () => ({
    providers: accounts.configuredProviders,
    isSignUpOpen: config.isSignUpOpen,
  }))

  registerSignInRoute(app, services)
  registerOwnAccountRoutes(app, services)
  registerSecondFactorRoutes(app, services)
  registerSocialRoutes(app, services, providerNames)
}
