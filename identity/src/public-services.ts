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

/** Spend it before the limit per email: a sender over the limit must not use up that of another person. */
export const countPerSender =
  ({ config, limiter }: Pick<PublicServices, 'config' | 'limiter'>) =>
  (kind: string, limit: Limit, request: FastifyRequest): Promise<void> =>
    limiter.countAttempt(kind, senderOf(request.ip), { ...limit, max: limit.max * config.rateLimitScale })

const Person = z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean(), name: z.string() })

/** Omits the session token, which the library includes and scripts must never see. */
export const personOf = (user: unknown) => Person.parse(user)
