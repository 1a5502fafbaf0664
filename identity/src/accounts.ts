import { createHash } from 'node:crypto'

import { linkLifetimeHours } from '@baseline/contract/auth/mails.ts'
import { passwordLength } from '@baseline/contract/auth/password.ts'
import { APIError, betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth'
import { jwt } from 'better-auth/plugins/jwt'
import type pg from 'pg'

import type { Config } from '#config.ts'
import { takeOver } from '#directory.ts'
import { deliverLink, landingLink } from '#links.ts'
import type { Mailer } from '#mail.ts'
import { nativeProviders } from '#providers.ts'

export const basePath = '/identity'
/** Tells the library who sent a request. Only forward.ts sets it: the same header of a caller is not passed on. */
export const senderHeader = 'x-baseline-sender'

const hour = 3600
const day = 24 * hour
/** How long retired keys stay published: longer than the tokens that they signed, plus what caches and clocks add. */
export const keyGraceSeconds = hour

export interface AccountsServices {
  pool: pg.Pool
  mailer: Mailer
  /** Its messages may hold addresses; the receiver removes them. */
  onLibraryError: (message: string, error: unknown) => void
}

/** A number that stays the same for the same secret, so that operators need not count their rotations. */
const versionOf = (secret: string): number => createHash('sha256').update(secret).digest().readUInt32BE(0)

/** The disabled stay out, and in production the demo accounts too: they live at a domain that nobody can own. */
const isShutOut = ({ production }: Config, user: { email: string; disabled?: unknown }): boolean =>
  user.disabled === true || (production && user.email.endsWith('@example.org'))

/** All settings of the library in one place. No admin plugin: disabling is one column and one hook, and has no route. */
export const accountsOptions = (
  config: Config,
  { pool, mailer, onLibraryError }: AccountsServices,
  standIns: GenericOAuthConfig[],
) =>
  ({
    appName: 'Baseline Survey',
    baseURL: config.publicOrigin,
    basePath,
    // A list even when there is one: otherwise the library looks into the environment by itself.
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
    // The public routes count by themselves: the library's window restarts with every request (see rate-limits.ts).
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // An unverified person is signed in and sent to a page that says so. spec §2
      requireEmailVerification: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      resetPasswordTokenExpiresIn: linkLifetimeHours * hour,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }, request) => {
        const link = landingLink(config.publicOrigin, 'passwordReset', token)
        await deliverLink(mailer, { kind: 'passwordReset', to: user.email, link, request })
      },
      onPasswordReset: async ({ user }) => takeOver(pool, user.id),
    },
    emailVerification: {
      sendOnSignUp: false,
      expiresIn: linkLifetimeHours * hour,
      sendVerificationEmail: async ({ user, token }, request) => {
        const link = landingLink(config.publicOrigin, 'verification', token)
        await deliverLink(mailer, { kind: 'verification', to: user.email, link, request })
      },
    },
    verification: { storeIdentifier: 'hashed' },
    user: { additionalFields: { disabled: { type: 'boolean', defaultValue: false, input: false } } },
    session: { expiresIn: 7 * day, updateAge: day },
    account: {
      // Verified to verified only, for every provider: none is believed by its name.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    socialProviders: nativeProviders(config),
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const user = await context?.context.internalAdapter.findUserById(session.userId)
            if (user && isShutOut(config, user)) throw new APIError('FORBIDDEN', { code: 'USER_DISABLED' })
          },
        },
      },
      account: {
        create: {
          // We only ask who somebody is; what the provider would let us do is none of our business.
          before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }),
        },
      },
    },
    plugins: [
      jwt({
        disableSettingJwtHeader: true,
        jwks: {
          // Verification is the hot path: a third of the cost of the elliptic curves.
          keyPairConfig: { alg: 'RS256', modulusLength: 2048 },
          rotationInterval: 30 * day,
          gracePeriod: keyGraceSeconds,
        },
        jwt: {
          issuer: config.tokenIssuer,
          audience: config.tokenAudience,
          expirationTime: '5m',
          definePayload: ({ user, session }) => {
            // A session that was being made at the very moment its account was disabled is none.
            if (isShutOut(config, user)) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED' })
            return {
              email: user.email,
              email_verified: user.emailVerified,
              sid: session.id,
              auth_time: Math.floor(session.createdAt.getTime() / 1000),
            }
          },
        },
      }),
      ...(standIns.length > 0 ? [genericOAuth({ config: standIns })] : []),
    ],
    // What nobody expected goes to our own error handler; the library would print it whole, personal data included.
    onAPIError: { errorURL: `${config.publicOrigin}/auth/signin`, throw: true },
    advanced: {
      cookiePrefix: 'baseline',
      useSecureCookies: config.publicOrigin.startsWith('https:'),
      // The api never sees the session: a call with only the cookie is nobody's.
      defaultCookieAttributes: { path: basePath, httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [senderHeader] },
      // Written out because the library switches both off when NODE_ENV is test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
  }) satisfies BetterAuthOptions

const build = (...args: Parameters<typeof accountsOptions>) => betterAuth(accountsOptions(...args))
export type Auth = ReturnType<typeof build>
export const createAuth = build
