import type pg from 'pg'

import { keyGraceSeconds, maxSessionSeconds } from '#accounts.ts'

/** Days after which an account that was registered but never verified is deleted. */
const unverifiedDays = 30

const securityEventDays = 365

/** Deletes expired rows, most of which the library leaves behind. */
export const purgeExpired = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    `delete from session where "expiresAt" < now() or "createdAt" < now() - make_interval(secs => $1)`,
    [maxSessionSeconds],
  )
  await pool.query('delete from verification where "expiresAt" < now()')
  await pool.query('delete from jwks where "expiresAt" < now() - make_interval(secs => $1)', [
    keyGraceSeconds,
  ])
  await pool.query('delete from rate_limits where window_ends_at < now()')
  // Invited users have no password and no provider until they follow the link, which verifies them.
  await pool.query(
    `delete from "user" where not "emailVerified" and "createdAt" < now() - make_interval(days => $1)
       and exists (select from account where "userId" = "user".id)`,
    [unverifiedDays],
  )
  await pool.query('delete from security_events where at < now() - make_interval(days => $1)', [
    securityEventDays,
  ])
}
