import { createHash, timingSafeEqual } from 'node:crypto'

import { accountMails, linkLifetimeHours } from '@baseline/contract/auth/mails.ts'
import type { AccountMail } from '@baseline/contract/auth/mails.ts'
import { email } from '@baseline/contract/fields.ts'
import { languages } from '@baseline/contract/messages/translate.ts'
import { createEmailVerificationToken } from 'better-auth/api'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'

import { isReservedAddress } from '#accounts.ts'
import type { Config } from '#config.ts'
import type { Accounts } from '#connected-accounts.ts'
import { registerDevelopmentRoutes } from '#development-routes.ts'
import * as directory from '#directory.ts'
import { AuthError } from '#error-codes.ts'
import { captureLink, landingLink } from '#links.ts'
import type { Mailer } from '#mail.ts'
import { limits } from '#rate-limits.ts'
import type { RateLimiter } from '#rate-limits.ts'
import { listSecurityEvents, SecurityEventQuery } from '#security-log.ts'
import { validate } from '#validate.ts'

export interface InternalServices {
  config: Config
  accounts: Accounts
  pool: pg.Pool
  mailer: Mailer
  limiter: RateLimiter
}

const ByEmail = z.strictObject({ email })
const Uid = z.object({ uid: z.string() })
const Disabled = z.strictObject({ disabled: z.boolean() })
const Link = z.strictObject({ kind: z.enum(accountMails), email })
const Mail = z.strictObject({
  kind: z.enum(accountMails),
  email,
  language: z.enum(languages),
  inviter: z.string().max(600).optional(),
})

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const requireFound = <T>(value: T | undefined): T => {
  if (value === undefined) throw new AuthError('auth/user-not-found', { status: 404 })
  return value
}

/**
 * Calls of the api. The edge proxy forwards only /identity, so these are not public; the token is a second
 * barrier.
 */
export const registerInternalRoutes = (app: FastifyInstance, services: InternalServices): void => {
  const { config, accounts, pool, mailer, limiter } = services
  const createLink = async (kind: AccountMail, to: string): Promise<string> => {
    const account = requireFound(await directory.findByEmail(pool, to))
    if (kind === 'verification') {
      const lifetime = linkLifetimeHours.verification * 3600
      const token = await createEmailVerificationToken(config.secret, account.email, undefined, lifetime)
      return landingLink(config.publicOrigin, 'verification', token)
    }
    const link = await captureLink(() =>
      accounts.auth.api.requestPasswordReset({ body: { email: account.email } }),
    )
    if (kind === 'invitation')
      await directory.prolongLatestLink(pool, account.uid, linkLifetimeHours.invitation)
    return requireFound(link)
  }
  const expectedDigest = digest(`Bearer ${config.serviceToken}`)

  app.register(
    async (internal) => {
      internal.addHook('onRequest', async (request) => {
        // Compares digests of equal length, so that the time reveals neither the token nor its length.
        if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expectedDigest))
          throw new AuthError('auth/no-current-user')
      })

      internal.post('/accounts', async (request) => {
        const { email: address } = validate(ByEmail, request.body)
        if (isReservedAddress(config, address)) throw new AuthError('auth/invalid-email')
        const { generateId } = await accounts.auth.$context
        const id = generateId({ model: 'user' })
        if (!id) throw new Error('the library must generate ids, not the database')
        return directory.invite(pool, { id, email: address })
      })

      internal.get('/accounts', async (request) =>
        requireFound(await directory.findByEmail(pool, validate(ByEmail, request.query).email)),
      )

      internal.put('/accounts/:uid/disabled', async (request) => {
        const { disabled } = validate(Disabled, request.body)
        return requireFound(await directory.setDisabled(pool, validate(Uid, request.params).uid, disabled))
      })

      internal.delete('/accounts/:uid', async (request) =>
        requireFound(await directory.remove(pool, validate(Uid, request.params).uid)),
      )

      internal.delete('/accounts/:uid/second-factor', async (request) =>
        requireFound(await directory.removeSecondFactor(pool, validate(Uid, request.params).uid)),
      )

      internal.post('/links', async (request) => {
        const { kind, email: to } = validate(Link, request.body)
        return { link: await createLink(kind, to) }
      })

      internal.post('/mail-attempts', async (request) => {
        const { email: to } = validate(ByEmail, request.body)
        await limiter.countAttempt('mailToAddress', to, limits.mail.email)
        return { status: true }
      })

      internal.post('/mails', async (request) => {
        const { kind, email: to, language, inviter } = validate(Mail, request.body)
        const link = await createLink(kind, to)
        await mailer.send({ kind, to, link, language, inviter })
        return { status: true }
      })

      internal.post('/security-events', async (request) =>
        listSecurityEvents(pool, validate(SecurityEventQuery, request.body)),
      )

      if (!config.production) registerDevelopmentRoutes(internal, services)
    },
    { prefix: '/internal' },
  )
}
