import { passwordLength } from '@baseline/contract/auth/password.ts'
import { email } from '@baseline/contract/fields.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import { providerNames } from '#config.ts'
import { AuthError } from '#error-codes.ts'
import { answerOf, forward, headersFor } from '#forward.ts'
import { deliverLinks } from '#links.ts'
import { spendAsSender } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import { ownPage, personName, read } from '#read.ts'
import { registerSocialRoutes } from '#social-routes.ts'
import { requireOwnSession } from '#verify-email.ts'

const password = z.string().min(1)
const SignIn = z.strictObject({ email, password, rememberMe: z.boolean().default(true) })
const SignUp = SignIn.extend({ name: personName.default('') })
const Reset = z.strictObject({ token: z.string().min(1), newPassword: password })
const Token = z.strictObject({ token: z.string().min(1) })
const Nothing = z.strictObject({}).nullish()

/**
 * The library has some forty endpoints; these are the ones the world may call, each with a body of our own choosing.
 * Everything else does not exist: there is no route for it.
 */
export const registerPublicRoutes = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, limiter } = services
  const spend = spendAsSender(services)
  // Where the link in a mail leads is ours to say; other clients of the library name it, so it may be named.
  const page = ownPage(config.publicOrigin).optional()
  const ResetMail = z.strictObject({ email, redirectTo: page })
  const VerificationMail = z.strictObject({ email, callbackURL: page })
  const call = async (request: FastifyRequest, reply: FastifyReply, path: string, body?: unknown) =>
    answerOf(reply, await forward(accounts.auth, config, request, { path, body }))

  app.post(`${basePath}/sign-in/email`, async (request, reply) => {
    const body = read(SignIn, request.body)
    await spend('signIn', limits.signIn.sender, request)
    await limiter.spend('signInFailures', body.email, limits.signIn.failures)
    // Nobody has such a password; the library would call it weak, which is not the point when signing in.
    if (body.password.length > passwordLength.max) throw new AuthError('auth/wrong-password')
    const { user } = await call(request, reply, '/sign-in/email', body)
    await limiter.forgive('signInFailures', body.email)
    return { user: personOf(user) }
  })

  app.post(`${basePath}/sign-up/email`, async (request, reply) => {
    const body = read(SignUp, request.body)
    await spend('signUp', limits.signUp.sender, request)
    const { user } = await call(request, reply, '/sign-up/email', body)
    return { user: personOf(user) }
  })

  app.post(`${basePath}/sign-out`, async (request, reply) => {
    read(Nothing, request.body)
    await spend('session', limits.session.sender, request)
    await call(request, reply, '/sign-out')
    return { status: true }
  })

  app.post(`${basePath}/request-password-reset`, async (request, reply) => {
    const { email: to } = read(ResetMail, request.body)
    await spend('mail', limits.mail.sender, request)
    await limiter.spend('passwordResetMail', to, limits.mail.email)
    await call(request, reply, '/request-password-reset', { email: to })
    return { status: true }
  })

  app.post(`${basePath}/reset-password`, async (request, reply) => {
    const body = read(Reset, request.body)
    await spend('link', limits.link.sender, request)
    await call(request, reply, '/reset-password', body)
    return { status: true }
  })

  app.post(`${basePath}/send-verification-email`, async (request, reply) => {
    const { email: to } = read(VerificationMail, request.body)
    await spend('mail', limits.mail.sender, request)
    await limiter.spend('verificationMail', to, limits.mail.email)
    const session = await accounts.auth.api.getSession({ headers: headersFor(config, request) })
    const done = session?.user.emailVerified && session.user.email === to
    if (done) return { status: true }
    await deliverLinks(session ? 'wait' : 'later', () =>
      call(request, reply, '/send-verification-email', { email: to }),
    )
    return { status: true }
  })

  app.get(`${basePath}/verify-email`, async (request, reply) => {
    const { token } = read(Token, request.query)
    await spend('link', limits.link.sender, request)
    await requireOwnSession(services, request, token)
    const query = `?${new URLSearchParams({ token }).toString()}`
    await answerOf(reply, await forward(accounts.auth, config, request, { path: '/verify-email', query }))
    return { status: true }
  })

  app.get(`${basePath}/token`, async (request, reply) => {
    await spend('session', limits.session.sender, request)
    return call(request, reply, '/token')
  })

  app.get(`${basePath}/jwks`, async (request, reply) => call(request, reply, '/jwks'))

  app.get(`${basePath}/providers`, async () => accounts.configuredProviders)

  registerSocialRoutes(app, services, providerNames)
}

const Person = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() })

/** The library would also tell the session's token, which no script should ever hold. */
const personOf = (user: unknown) => Person.parse(user)
