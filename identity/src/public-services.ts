import { getIP } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'

import type { Config } from '#config.ts'
import type { Accounts } from '#connected-accounts.ts'
import { headersFor } from '#forward.ts'
import type { Limit, RateLimiter } from '#rate-limits.ts'

export interface PublicServices {
  config: Config
  accounts: Accounts
  limiter: RateLimiter
}

/** Only the header that our own proxy sets names the sender; X-Forwarded-For is what the caller likes it to be. */
export const spendAsSender =
  ({ config, limiter }: Pick<PublicServices, 'config' | 'limiter'>) =>
  (kind: string, limit: Limit, request: FastifyRequest): Promise<void> => {
    const trusted = { advanced: { ipAddress: { ipAddressHeaders: [config.trustedIpHeader] } } }
    const sender = getIP(headersFor(config, request), trusted) ?? request.ip
    return limiter.spend(kind, sender, { ...limit, max: limit.max * config.rateLimitScale })
  }
