import type pg from 'pg'

import { keyGraceSeconds } from '#accounts.ts'

/** Deletes expired rows, most of which the library leaves behind. */
export const purgeExpired = async (pool: pg.Pool): Promise<void> => {
  await pool.query('delete from session where "expiresAt" < now()')
  await pool.query('delete from verification where "expiresAt" < now()')
  await pool.query('delete from jwks where "expiresAt" < now() - make_interval(secs => $1)', [
    keyGraceSeconds,
  ])
  await pool.query('delete from rate_limits where window_ends_at < now()')
}
