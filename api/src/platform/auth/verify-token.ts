import { AppError } from '@baseline/contract/errors.ts'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'

/** What a token proves: which account, whether its address is verified, and when its session began. Roles are never in it. */
export interface Identity {
  uid: string
  email: string
  emailVerified: boolean
  /** Undefined where the provider does not send the claim. */
  signedInAt: Date | undefined
}

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().min(1),
  email_verified: z.boolean(),
  /** OpenID Connect Core, section 2: when the person authenticated, in seconds. */
  auth_time: z.number().optional(),
  exp: z.number(),
})

const keysLiveMs = 600_000
/** A key that nobody has heard of is asked for at most so often: new ones count at once, invented ones cost little. */
const betweenFetchesMs = 1_000

/** A signature is not reckoned again for so long, and never beyond the end of its token; who may do what is asked anew. */
const provedMs = 30_000
const mostProved = 10_000

/** The rest is about reaching the identity service. */
const isAboutTheToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  error.code !== 'ERR_JOSE_GENERIC'

export type VerifyToken = (bearer: string) => Promise<Identity>

/** Local verification against the identity service's published keys; its outage does not stop us once they are known. */
export const tokenVerifier = ({
  identityUrl,
  tokenIssuer,
  tokenAudience,
}: {
  identityUrl: string
  tokenIssuer: string
  tokenAudience: string
}): VerifyToken => {
  const published = createRemoteJWKSet(new URL('/identity/jwks', identityUrl), {
    cacheMaxAge: keysLiveMs,
    cooldownDuration: betweenFetchesMs,
  })
  // A withdrawn key is forgotten soon; while the identity service is away, the last keys we saw still count.
  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      return await published(header, token)
    } catch (error) {
      const known = published.jwks()
      if (isAboutTheToken(error) || !known) throw error
      return createLocalJWKSet(known)(header, token)
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
      const { sub: uid, email, email_verified: emailVerified, auth_time: authTime, exp } = claims
      const signedInAt = authTime === undefined ? undefined : new Date(authTime * 1000)
      return { identity: { uid, email: email.toLowerCase(), emailVerified, signedInAt }, expires: exp * 1000 }
    } catch (cause) {
      const aboutTheToken = cause instanceof z.ZodError || isAboutTheToken(cause)
      throw new AppError(aboutTheToken ? 'errors.unauthenticated' : 'errors.unavailable', undefined, {
        cause,
      })
    }
  }
  const proved = new Map<string, { identity: Identity; until: number }>()
  return async (bearer) => {
    const before = proved.get(bearer)
    if (before && before.until > Date.now()) return before.identity
    const { identity, expires } = await verify(bearer)
    if (proved.size >= mostProved) proved.clear()
    proved.set(bearer, { identity, until: Math.min(Date.now() + provedMs, expires) })
    return identity
  }
}
