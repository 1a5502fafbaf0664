import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type pg from 'pg'

import type { Accounts } from '#connected-accounts.ts'

const migrationsFolder = join(import.meta.dirname, '../migrations')

const findMissingMigrations = async (pool: pg.Pool): Promise<string[]> => {
  const files = await readdir(migrationsFolder)
  const needed = files.filter((file) => file.endsWith('.sql')).map((file) => file.slice(0, -'.sql'.length))
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  const applied = new Set(rows.map(({ name }) => name))
  return needed.filter((name) => !applied.has(name)).toSorted()
}

/** Says why the service cannot sign in users; undefined if it can. */
export const findProblem = async (pool: pg.Pool, { auth }: Accounts): Promise<string | undefined> => {
  try {
    const missing = await findMissingMigrations(pool)
    if (missing.length > 0) return `the database lacks ${missing.join(', ')}: migrate it`
  } catch {
    return 'the database does not respond'
  }
  try {
    await auth.api.signJWT({ body: { payload: { sub: 'readiness' } } })
    return undefined
  } catch {
    return 'no token can be created: IDENTITY_SECRET or IDENTITY_PREVIOUS_SECRET must be the secret of the signing key'
  }
}
