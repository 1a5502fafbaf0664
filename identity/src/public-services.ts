import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'

import type { Config } from '#config.ts'
import type { Accounts } from '#connected-accounts.ts'
import type { Limit, RateLimiter } from '#rate-limits.ts'
import { senderOf } from '#senders.ts'

export interface PublicServices {
  config: Config
  accounts: Accounts
  pool: pg.Pool
  limiter: RateLimiter
}

/**
 * Returns a function that counts an attempt for the limit of its sender. Call it before counting for the limit
 * of an email address, so that a sender over the limit does not use up the attempts of the address.
 */
export const countPerSender =
  ({ config, limiter }: Pick<PublicServices, 'config' | 'limiter'>) =>
  (kind: string, limit: Limit, request: FastifyRequest): Promise<void> =>
    limiter.countAttempt(kind, senderOf(request.ip), { ...limit, max: limit.max * config.rateLimitScale })

const Person = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() })

/** Omits the session token, which the library includes and scripts must never see. */
export const personOf = (user: unknown) => Person.parse(user)
