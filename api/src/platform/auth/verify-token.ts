import { AppError } from '@baseline/contract/errors.ts'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

/** The identity that a token proves. Tokens never contain roles. */
export interface Identity {
  uid: string
  email: string
  emailVerified: boolean
  /** The start of the session; undefined if the provider does not send `auth_time`. */
  signedInAt: Date | undefined
  hasSecondFactor: boolean
}

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().min(1),
  email_verified: z.boolean(),
  /** OpenID Connect Core, section 2: the time of authentication, in seconds. */
  auth_time: z.number().optional(),
  /** Whether the account has an authenticator app or a passkey. */
  second_factor: z.boolean().default(false),
  exp: z.number(),
})

const keyCacheMs = 600_000
/** Limits fetches for unknown key ids: a new key works within a second, an invented id costs little. */
const fetchCooldownMs = 1_000

/** How long a verified token is cached, at most until it expires. Permissions are not cached. */
const tokenCacheMs = 30_000
const maxCachedTokens = 10_000

/** Returns true for an invalid token; other errors mean that the identity service is unreachable. */
const isTokenError = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC'

/** Says why a token is invalid, for the log. It contains no value of the token except its times. */
const describeTokenError = (error: unknown): string => {
  if (error instanceof errors.JWTExpired)
    return `token expired ${String(Math.round(Date.now() / 1000 - Number(error.payload.exp)))} s ago`
  return error instanceof errors.JOSEError
    ? `invalid token: ${error.message}`
    : 'invalid token: unexpected claims'
}

export type VerifyToken = (bearer: string) => Promise<Identity>

/** Verifies tokens with the cached keys of the identity service, so its outage does not stop this process. */
export const tokenVerifier = ({
  identityUrl,
  tokenIssuer,
  tokenAudience,
}: {
  identityUrl: string
  tokenIssuer: string
  tokenAudience: string
}): VerifyToken => {
  const remoteKeys = createRemoteJWKSet(new URL('/identity/jwks', identityUrl), {
    cacheMaxAge: keyCacheMs,
    cooldownDuration: fetchCooldownMs,
  })
  // A withdrawn key expires with the cache. During an outage, the last known keys still apply.
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      return await remoteKeys(header, token)
    } catch (error) {
      const lastKeys = remoteKeys.jwks()
      if (isTokenError(error) || !lastKeys) throw error
      return createLocalJWKSet(lastKeys)(header, token)
    }
  }
  const verify = async (bearer: string): Promise<{ identity: Identity; expires: number }> => {
    try {
      const { payload } = await jwtVerify(bearer, keys, {
        algorithms: ['RS256'],
        issuer: tokenIssuer,
        audience: tokenAudience,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: 5,
      })
      const claims = Claims.parse(payload)
      const { sub: uid, email, email_verified: emailVerified, auth_time: authTime } = claims
      const signedInAt = authTime === undefined ? undefined : new Date(authTime * 1000)
      const hasSecondFactor = claims.second_factor
      return {
        identity: { uid, email: email.toLowerCase(), emailVerified, signedInAt, hasSecondFactor },
        expires: claims.exp * 1000,
      }
    } catch (cause) {
      if (cause instanceof z.ZodError || isTokenError(cause))
        throw new AppError('errors.unauthenticated', undefined, {
          cause: new Error(describeTokenError(cause), { cause }),
        })
      throw new AppError('errors.unavailable', undefined, { cause })
    }
  }
  const verifiedTokens = new Map<string, { identity: Identity; until: number }>()
  return async (bearer) => {
    const cached = verifiedTokens.get(bearer)
    if (cached && cached.until > Date.now()) return cached.identity
    const { identity, expires } = await verify(bearer)
    if (verifiedTokens.size >= maxCachedTokens) verifiedTokens.clear()
    verifiedTokens.set(bearer, { identity, until: Math.min(Date.now() + tokenCacheMs, expires) })
    return identity
  }
}
