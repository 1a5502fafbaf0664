import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import type { ProviderName } from '#config.ts'
import * as directory from '#directory.ts'
import { translateRedirectError } from '#error-codes.ts'
import type { AuthCode } from '#error-codes.ts'
import { forward, passCookies, readResponse } from '#forward.ts'
import { countPerSender } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import { ownPage, validate } from '#validate.ts'

/** Registers the sign-in with google, facebook or twitter, or with the issuer that replaces them. spec §1 */
export const registerSocialRoutes = (
  app: FastifyInstance,
  services: PublicServices,
  names: readonly ProviderName[],
): void => {
  const { config, accounts, pool } = services
  const countAttempt = countPerSender(services)

  const page = ownPage(config.publicOrigin)
  const SocialSignIn = z.strictObject({
    provider: z.enum(names),
    callbackURL: page.default(`${config.publicOrigin}/`),
    errorCallbackURL: page.default(`${config.publicOrigin}/auth/signin`),
  })

  app.post(`${basePath}/sign-in/social`, async (request, reply) => {
    const body = validate(SocialSignIn, request.body)
    await countAttempt('social', limits.social.sender, request)
    await accounts.connect(body.provider)
    const { url } = await readResponse(
      reply,
      await forward(accounts.auth, config, request, { path: '/sign-in/social', body }),
    )
    return { url, redirect: true }
  })

  /** Returns the session that a response of the library creates. */
  const sessionOf = async (response: Response) => {
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    return (await accounts.auth.api.getSession({ headers: new Headers({ cookie }) }))?.session
  }

  const signInPage = (code: AuthCode): string => {
    const url = new URL('/auth/signin', config.publicOrigin)
    url.searchParams.set('error', code)
    return url.href
  }

  const Callback = z.object({ provider: z.enum(names) })
  app.get(
    `${basePath}/callback/:provider`,
    { config: { securityEvent: 'socialSignIn' } },
    async (request, reply) => {
      const callback = Callback.safeParse(request.params)
      if (!callback.success) return reply.callNotFound()
      await countAttempt('social', limits.social.sender, request)
      const { search } = new URL(request.url, config.publicOrigin)
      const path = `/callback/${callback.data.provider}`
      const response = await forward(accounts.auth, config, request, { path, query: search })
      const location = response.headers.get('location')
      if (!location) return readResponse(reply, response)
      const { url, code } = replaceError(location, config.publicOrigin)
      const session = code ? undefined : await sessionOf(response)
      request.accountId = session?.userId
      // The provider does not report whether it asked for a second factor. Therefore it cannot replace ours.
      if (session && (await directory.hasSecondFactor(pool, session.userId))) {
        await directory.endSession(pool, session.token)
        request.refusal = { code: 'auth/second-factor-with-password', isRepeated: false }
        return reply.redirect(signInPage('auth/second-factor-with-password'), 302)
      }
      if (code) request.refusal = { code, isRepeated: false }
      passCookies(reply, response)
      return reply.redirect(url, 302)
    },
  )
}

/** Replaces the error of the library or the provider with our code; no external text reaches the page. */
const replaceError = (location: string, publicOrigin: string): { url: string; code?: AuthCode } => {
  const url = new URL(location, publicOrigin)
  const error = url.searchParams.get('error')
  if (error === null || url.origin !== publicOrigin) return { url: url.href }
  const code = translateRedirectError(error)
  url.searchParams.set('error', code)
  url.searchParams.delete('error_description')
  return { url: url.href, code }
}
