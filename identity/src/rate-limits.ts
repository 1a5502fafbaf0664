import { createHmac } from 'node:crypto'

import type pg from 'pg'

import { AuthError } from '#error-codes.ts'

export interface Limit {
  max: number
  seconds: number
}

/**
 * Limits per sender (see senders.ts), per email, and per both. Field offices share one address, so limits per
 * sender are wide. `failuresOfSender` stops password guessing: it locks out the guesser and not the user.
 * `failures` stops guessers with many addresses; it is wide because it locks out the user too. A browser that has
 * signed in to the account before is counted only by `failuresOfDevice` (see devices.ts). A success resets what
 * it counted.
 *
 * Not the library's limiter: its window restarts with every request, so a busy office that never sends 30
 * within a minute is still locked out after its thirtieth (better-auth 1.7.7, `lastRequest` in
 * rate-limiter/index.mjs).
 */
export const limits = {
  signIn: {
    sender: { max: 30, seconds: 60 },
    failuresOfSender: { max: 10, seconds: 600 },
    failures: { max: 100, seconds: 600 },
    failuresOfDevice: { max: 10, seconds: 600 },
  },
  signUp: { sender: { max: 30, seconds: 600 } },
  social: { sender: { max: 60, seconds: 60 } },
  // All kinds of account mails to one address count together, including mails that the api sends.
  mail: { sender: { max: 30, seconds: 600 }, email: { max: 5, seconds: 600 } },
  link: { sender: { max: 60, seconds: 60 } },
  // A thousand users behind one address renew every four minutes: 250 a minute, and each reload adds one.
  session: { sender: { max: 1200, seconds: 60 } },
} as const satisfies Record<string, Record<string, Limit>>

export interface RateLimiter {
  /** Counts one attempt. Throws with the seconds to wait if the limit is exceeded. */
  countAttempt: (kind: string, subject: string, limit: Limit) => Promise<void>
  reset: (kind: string, subject: string) => Promise<void>
}

export const rateLimiter = (pool: pg.Pool, secret: string): RateLimiter => {
  // Hashes the key, so that the table contains no readable addresses or emails.
  const keyOf = (kind: string, subject: string): string =>
    createHmac('sha256', secret).update(`${kind}\n${subject.toLowerCase()}`).digest('base64url')
  return {
    countAttempt: async (kind, subject, { max, seconds }) => {
      // A single statement, so that concurrent attempts all count.
      const { rows } = await pool.query<{ count: number; wait: number }>(
        `insert into rate_limits as limits (key, count, window_ends_at)
         values ($1, 1, now() + make_interval(secs => $2))
         on conflict (key) do update set
           count = case when limits.window_ends_at <= now() then 1 else limits.count + 1 end,
           window_ends_at = case when limits.window_ends_at <= now() then excluded.window_ends_at
                                 else limits.window_ends_at end
         returning count, ceil(extract(epoch from window_ends_at - now()))::integer as wait`,
        [keyOf(kind, subject), seconds],
      )
      const counter = rows[0]
      if (counter && counter.count > max)
        throw new AuthError('auth/too-many-requests', {
          retryAfterSeconds: Math.max(1, counter.wait),
          isRepeated: counter.count > max + 1,
        })
    },
    reset: async (kind, subject) => {
      await pool.query('delete from rate_limits where key = $1', [keyOf(kind, subject)])
    },
  }
}
