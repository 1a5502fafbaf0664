import { createHash } from 'node:crypto'

import { linkLifetimeHours } from '@baseline/contract/auth/mails.ts'
import { passwordLength } from '@baseline/contract/auth/password.ts'
import { passkey } from '@better-auth/passkey'
import { APIError, betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { jwt } from 'better-auth/plugins/jwt'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type pg from 'pg'

import type { Config } from '#config.ts'
import { confirmAddress, endSession, hasPasskey } from '#directory.ts'
import { deliverLink, landingLink } from '#links.ts'
import type { Mailer } from '#mail.ts'
import { hashPassword, verifyPassword } from '#password-hash.ts'
import { nativeProviders } from '#providers.ts'

export const basePath = '/identity'
/**
 * Passes the client's address to the library. Only forward.ts sets it; a header of that name from a caller is
 * dropped.
 */
export const senderHeader = 'x-baseline-sender'

const hour = 3600
const day = 24 * hour
/**
 * Seconds that retired keys stay published: longer than the lifetime of their tokens, caches and clock skew.
 */
export const keyGraceSeconds = hour

/**
 * With https, browsers accept a cookie with this prefix only from this host and over https. It needs the path `/`;
 * the api ignores it. Other hosts of the domain cannot set or read it.
 */
export const cookieSettings = ({ publicOrigin }: Config) => {
  const isSecure = publicOrigin.startsWith('https:')
  return {
    cookiePrefix: isSecure ? '__Host-baseline' : 'baseline',
    // The library would add another prefix.
    useSecureCookies: false,
    defaultCookieAttributes: {
      path: isSecure ? '/' : basePath,
      secure: isSecure,
      httpOnly: true,
      sameSite: 'lax' as const,
    },
  }
}

/** Returns the token of a session cookie, which is followed by its signature. Only its browser knows the token. */
const sessionTokenIn = (config: Config, cookies: string | null | undefined): string | undefined => {
  const start = `${cookieSettings(config).cookiePrefix}.session_token=`
  return cookies
    ?.split('; ')
    .find((cookie) => cookie.startsWith(start))
    ?.slice(start.length)
    .split('.')[0]
}

/** Seconds until a session ends, however often it is used. */
export const maxSessionSeconds = 30 * day

const isTooOld = ({ createdAt }: { createdAt: Date }): boolean =>
  Date.now() - createdAt.getTime() > maxSessionSeconds * 1000

export interface AccountsServices {
  pool: pg.Pool
  mailer: Mailer
  /** Messages may contain email addresses; the receiver removes them. */
  onLibraryError: (message: string, error: unknown) => void
}

/** Derives the version from the secret, so that operators need not number their rotations. */
const versionOf = (secret: string): number => createHash('sha256').update(secret).digest().readUInt32BE(0)

/** Whether an address belongs to the demo accounts, whose domain is reserved. They are refused in production. */
export const isReservedAddress = ({ production }: Config, email: string): boolean =>
  production && email.endsWith('@example.org')

const isLockedOut = (config: Config, user: { email: string; disabled?: unknown }): boolean =>
  user.disabled === true || isReservedAddress(config, user.email)

const requireUserVerification = (isVerified: boolean | undefined): void => {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
}

/**
 * All settings of the library. Without its admin plugin: disabling a user takes one column and one hook, and
 * has no route.
 */
export const accountsOptions = (
  config: Config,
  { pool, mailer, onLibraryError }: AccountsServices,
  replacementProviders: GenericOAuthConfig[],
) =>
  ({
    appName: 'Baseline Survey',
    baseURL: config.publicOrigin,
    basePath,
    // Always a list: without one the library reads the secret from the environment.
    secrets: [config.secret, ...(config.previousSecret ? [config.previousSecret] : [])].map((value) => ({
      version: versionOf(value),
      value,
    })),
    database: pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        onLibraryError(
          message,
          details.find((detail) => detail instanceof Error),
        ),
    },
    trustedOrigins: [config.publicOrigin],
    // The public routes have their own limits: the library's window restarts with every request (see
    // rate-limits.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // Unverified users are signed in and sent to a page that tells them to verify. spec §2
      requireEmailVerification: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: linkLifetimeHours.passwordReset * hour,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }, request) => {
        const link = landingLink(config.publicOrigin, 'passwordReset', token)
        await deliverLink(mailer, { kind: 'passwordReset', to: user.email, link, request })
      },
      onPasswordReset: async ({ user }) => confirmAddress(pool, user.id),
    },
    emailVerification: {
      sendOnSignUp: false,
      expiresIn: linkLifetimeHours.verification * hour,
      sendVerificationEmail: async ({ user, token }, request) => {
        const link = landingLink(config.publicOrigin, 'verification', token)
        await deliverLink(mailer, { kind: 'verification', to: user.email, link, request })
      },
    },
    verification: { storeIdentifier: 'hashed' },
    user: { additionalFields: { disabled: { type: 'boolean', defaultValue: false, input: false } } },
    // Calls that need a recent proof of the user ask for the password instead.
    session: { expiresIn: 7 * day, updateAge: day, freshAge: 0 },
    account: {
      // Links accounts only if both addresses are verified, for every provider.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    socialProviders: nativeProviders(config),
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const user = await context?.context.internalAdapter.findUserById(session.userId)
            if (user && isLockedOut(config, user)) throw new APIError('FORBIDDEN', { code: 'USER_DISABLED' })
          },
          // Ends the previous session of the browser, whose cookie the new one replaces.
          after: async (session, context) => {
            const token = sessionTokenIn(config, context?.headers?.get('cookie'))
            if (token && token !== session.token) await endSession(pool, token)
          },
        },
      },
      account: {
        create: {
          // Drops the provider's tokens: we need the identity only, no access.
          before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          // Verification is the hot path: RS256 takes a third of the time of elliptic curves. 3072 bits are as strong
          // as a symmetric key of 128 bits.
          keyPairConfig: { alg: 'RS256', modulusLength: 3072 },
          rotationInterval: 30 * day,
          gracePeriod: keyGraceSeconds,
        },
        jwt: {
          issuer: config.tokenIssuer,
          audience: config.tokenAudience,
          expirationTime: '5m',
          definePayload: async ({ user, session }) => {
            // Refuses a session that was created while its account was being disabled, and a session that has
            // been prolonged for too long.
            if (isLockedOut(config, user) || isTooOld(session))
              throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED' })
            return {
              email: user.email,
              email_verified: user.emailVerified,
              sid: session.id,
              auth_time: Math.floor(session.createdAt.getTime() / 1000),
              second_factor: user['twoFactorEnabled'] === true || (await hasPasskey(pool, user.id)),
            }
          },
        },
      }),
      twoFactor(),
      passkey({
        rpName: 'Baseline Survey',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        // The passkey replaces password and code, so its device must verify the user. The library does not check.
        registration: {
          afterVerification: async ({ verification }) =>
            requireUserVerification(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: async ({ verification }) =>
            requireUserVerification(verification.authenticationInfo.userVerified),
        },
      }),
      ...(replacementProviders.length > 0 ? [genericOAuth({ config: replacementProviders })] : []),
    ],
    // Passes unexpected errors to our error handler; the library would print them with personal data.
    onAPIError: { errorURL: `${config.publicOrigin}/auth/signin`, throw: true },
    advanced: {
      ...cookieSettings(config),
      ipAddress: { ipAddressHeaders: [senderHeader] },
      // Explicit, because the library disables both checks when NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  }) satisfies BetterAuthOptions

const build = (...args: Parameters<typeof accountsOptions>) => betterAuth(accountsOptions(...args))
export type Auth = ReturnType<typeof build>
export const createAuth = build
