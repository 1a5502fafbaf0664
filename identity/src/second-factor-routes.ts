import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { basePath } from '#accounts.ts'
import { cookieValue, rememberDevice } from '#devices.ts'
import * as directory from '#directory.ts'
import { AuthError } from '#error-codes.ts'
import { forward, headersFor, readResponse } from '#forward.ts'
import { requirePassword, requireSession } from '#own-session.ts'
import { countPerSender, personOf } from '#public-services.ts'
import type { PublicServices } from '#public-services.ts'
import { limits } from '#rate-limits.ts'
import { personName, validate } from '#validate.ts'

const Password = z.strictObject({ password: z.string().min(1) })
const Code = z.strictObject({ code: z.string().regex(/^\d{6}$/) })
const RecoveryCode = z.strictObject({ code: z.string().min(1).max(30) })
const SetUp = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const RecoveryCodes = z.object({ backupCodes: z.array(z.string()) })
const SignedIn = z.object({ token: z.string(), user: z.unknown() })
const PasskeySignedIn = z.object({ user: z.unknown() })
/** The answer of the browser's authenticator. The library verifies it. */
const Credential = z.looseObject({ id: z.string(), rawId: z.string(), type: z.literal('public-key') })
const NewPasskey = z.strictObject({ response: Credential, name: personName })
const PasskeySignIn = z.strictObject({ response: Credential })
const PasskeyRemoval = z.strictObject({ password: z.string().min(1) })
const PasskeyId = z.object({ id: z.string() })

/** Seconds during which the library accepts a code: its own half minute, the one before and the one after. */
const codeLifetimeSeconds = 90

/**
 * Registers the calls for codes of an authenticator app, recovery codes and passkeys. An account with either needs
 * one of them besides its password; a passkey also signs in without the password.
 */
export const registerSecondFactorRoutes = (app: FastifyInstance, services: PublicServices): void => {
  const { config, accounts, pool, limiter } = services
  const countAttempt = countPerSender(services)
  const call = async (request: FastifyRequest, reply: FastifyReply, path: string, body: unknown) =>
    readResponse(reply, await forward(accounts.auth, config, request, { path, body }))
  const get = async (request: FastifyRequest, reply: FastifyReply, path: string) =>
    readResponse(reply, await forward(accounts.auth, config, request, { method: 'GET', path }))

  /** Refuses unverified accounts: their address may belong to another person, who would be locked out. */
  const requireVerified = async (request: FastifyRequest) => {
    const { user, session } = await requireSession(services, request)
    if (!user.emailVerified) throw new AuthError('auth/invalid-credential')
    return { user, session }
  }

  /**
   * Runs a change of the second factor, and ends the other sessions of the account: a stranger may have opened them
   * without it.
   */
  const endOtherSessions = async <T>(
    { id, userId }: { id: string; userId: string },
    change: () => Promise<T>,
  ): Promise<T> => {
    const sessions = await directory.listSessions(pool, userId)
    const result = await change()
    const others = sessions.map((session) => session.id).filter((other) => other !== id)
    await directory.endSessionsOf(pool, userId, others)
    return result
  }

  /** Returns the account that has sent its password and still needs its second factor. */
  const findChallenged = async (request: FastifyRequest): Promise<string | undefined> => {
    const [identifier] = cookieValue(config, request, 'two_factor')?.split('.') ?? []
    if (!identifier) return undefined
    const { internalAdapter } = await accounts.auth.$context
    return (await internalAdapter.findVerificationValue(identifier))?.value
  }

  const signInWith = async (request: FastifyRequest, reply: FastifyReply, path: string, code: string) => {
    await countAttempt('signIn', limits.signIn.sender, request)
    request.accountId = await findChallenged(request)
    return SignedIn.parse(await call(request, reply, path, { code }))
  }

  app.get(`${basePath}/second-factor`, async (request) => {
    const { user } = await requireSession(services, request)
    return directory.describeSecondFactor(pool, user.id)
  })

  app.post(
    `${basePath}/two-factor/enable`,
    { config: { securityEvent: 'secondFactorSetUp' } },
    async (request, reply) => {
      const body = validate(Password, request.body)
      const { user } = await requireVerified(request)
      await requirePassword(services, user, body.password)
      const answer = await call(request, reply, '/two-factor/enable', body)
      const { totpURI, backupCodes } = SetUp.parse(answer)
      return { uri: totpURI, recoveryCodes: backupCodes }
    },
  )

  // Without a session this is the second step of a sign-in, otherwise the last step of setting up.
  app.post(
    `${basePath}/two-factor/verify-totp`,
    { config: { securityEvent: 'secondFactor' } },
    async (request, reply) => {
      const { code } = validate(Code, request.body)
      const verify = () => signInWith(request, reply, '/two-factor/verify-totp', code)
      const current = await accounts.auth.api.getSession({ headers: headersFor(request) })
      const { token, user } = await (current ? endOtherSessions(current.session, verify) : verify())
      const person = personOf(user)
      request.accountId = person.id
      // The library accepts a code more than once while it is valid. A code that a stranger has seen must not be.
      await limiter
        .countAttempt('usedCode', `${person.id} ${code}`, { max: 1, seconds: codeLifetimeSeconds })
        .catch(async (error: unknown) => {
          await directory.endSession(pool, token)
          reply.removeHeader('set-cookie')
          throw new AuthError('auth/wrong-code', { cause: error })
        })
      rememberDevice(config, reply, { email: person.email, id: undefined })
      return { user: person }
    },
  )

  app.post(
    `${basePath}/two-factor/verify-backup-code`,
    { config: { securityEvent: 'recoveryCode' } },
    async (request, reply) => {
      const { code } = validate(RecoveryCode, request.body)
      const { user } = await signInWith(request, reply, '/two-factor/verify-backup-code', code)
      return { user: personOf(user) }
    },
  )

  app.post(
    `${basePath}/two-factor/generate-backup-codes`,
    { config: { securityEvent: 'secondFactorSetUp' } },
    async (request, reply) => {
      const body = validate(Password, request.body)
      const { user } = await requireVerified(request)
      await requirePassword(services, user, body.password)
      const answer = await call(request, reply, '/two-factor/generate-backup-codes', body)
      return { recoveryCodes: RecoveryCodes.parse(answer).backupCodes }
    },
  )

  app.post(
    `${basePath}/two-factor/disable`,
    { config: { securityEvent: 'secondFactorRemoval' } },
    async (request, reply) => {
      const body = validate(Password, request.body)
      const { user, session } = await requireVerified(request)
      await requirePassword(services, user, body.password)
      await endOtherSessions(session, () => call(request, reply, '/two-factor/disable', body))
      return { status: true }
    },
  )

  app.post(`${basePath}/passkey/registration`, async (request, reply) => {
    const { password } = validate(Password, request.body)
    const { user } = await requireVerified(request)
    await requirePassword(services, user, password)
    return get(request, reply, '/passkey/generate-register-options')
  })

  app.post(
    `${basePath}/passkey/verify-registration`,
    { config: { securityEvent: 'secondFactorSetUp' } },
    async (request, reply) => {
      const body = validate(NewPasskey, request.body)
      const { session } = await requireVerified(request)
      await endOtherSessions(session, () => call(request, reply, '/passkey/verify-registration', body))
      return { status: true }
    },
  )

  app.delete(
    `${basePath}/passkeys/:id`,
    { config: { securityEvent: 'secondFactorRemoval' } },
    async (request) => {
      const { id } = validate(PasskeyId, request.params)
      const { password } = validate(PasskeyRemoval, request.body)
      const { user, session } = await requireVerified(request)
      await requirePassword(services, user, password)
      await endOtherSessions(session, () => directory.removePasskey(pool, { uid: user.id, id }))
      return { status: true }
    },
  )

  app.post(`${basePath}/passkey/authentication`, async (request, reply) => {
    await countAttempt('signIn', limits.signIn.sender, request)
    const options = await get(request, reply, '/passkey/generate-authenticate-options')
    // The library only asks for the PIN or fingerprint if the device likes to.
    return { ...options, userVerification: 'required' }
  })

  app.post(
    `${basePath}/passkey/verify-authentication`,
    { config: { securityEvent: 'passkeySignIn' } },
    async (request, reply) => {
      const body = validate(PasskeySignIn, request.body)
      await countAttempt('signIn', limits.signIn.sender, request)
      const { user } = PasskeySignedIn.parse(
        await call(request, reply, '/passkey/verify-authentication', body),
      )
      const person = personOf(user)
      request.accountId = person.id
      rememberDevice(config, reply, { email: person.email, id: undefined })
      return { user: person }
    },
  )
}
