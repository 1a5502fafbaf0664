import type pg from 'pg'

import { inTransaction } from '#database.ts'

export interface Account {
  uid: string
  email: string
  emailVerified: boolean
  disabled: boolean
}

/** The contract's schema converts addresses to lower case, as the library stores them. */
const columns = `id as uid, email, "emailVerified", disabled`

export const findByEmail = async (pool: pg.Pool, email: string): Promise<Account | undefined> =>
  (await pool.query<Account>(`select ${columns} from "user" where email = $1`, [email])).rows[0]

export const findPasswordHash = async (pool: pg.Pool, email: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ password: string }>(
    `select password from account join "user" on "user".id = account."userId"
     where email = $1 and "providerId" = 'credential'`,
    [email],
  )
  return rows[0]?.password
}

/** Stores another hash of the same password, unless the password was changed in the meantime. */
export const replacePasswordHash = async (
  pool: pg.Pool,
  email: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await pool.query(
    `update account set password = $3
     where "userId" = (select id from "user" where email = $1) and "providerId" = 'credential' and password = $2`,
    [email, from, to],
  )
}

export const endSession = async (pool: pg.Pool, token: string): Promise<void> => {
  await pool.query('delete from session where token = $1', [token])
}

/** Returns the open sessions of an account, the latest first. */
export const listSessions = async (
  pool: pg.Pool,
  uid: string,
): Promise<{ id: string; signedInAt: Date; usedAt: Date; userAgent: string | null }[]> => {
  const { rows } = await pool.query<{
    id: string
    signedInAt: Date
    usedAt: Date
    userAgent: string | null
  }>(
    `select id, "createdAt" as "signedInAt", "updatedAt" as "usedAt", "userAgent" from session
     where "userId" = $1 and "expiresAt" > now() order by "updatedAt" desc`,
    [uid],
  )
  return rows
}

/** Ends sessions, if they belong to this account. */
export const endSessionsOf = async (pool: pg.Pool, uid: string, ids: readonly string[]): Promise<void> => {
  await pool.query('delete from session where id = any($1) and "userId" = $2', [ids, uid])
}

export interface SecondFactor {
  /** False for users who sign in with a provider; then the provider asks for the second factor. */
  hasPassword: boolean
  hasApp: boolean
  passkeys: { id: string; name: string; createdAt: Date }[]
}

export const describeSecondFactor = async (pool: pg.Pool, uid: string): Promise<SecondFactor> => {
  const { rows } = await pool.query<Omit<SecondFactor, 'passkeys'>>(
    `select coalesce("twoFactorEnabled", false) as "hasApp",
       exists (select from account where "userId" = "user".id and password is not null) as "hasPassword"
     from "user" where id = $1`,
    [uid],
  )
  const passkeys = await pool.query<SecondFactor['passkeys'][number]>(
    `select id, coalesce(name, '') as name, "createdAt" from passkey where "userId" = $1 order by "createdAt"`,
    [uid],
  )
  return { hasPassword: false, hasApp: false, ...rows[0], passkeys: passkeys.rows }
}

export const hasPasskey = async (pool: pg.Pool, uid: string): Promise<boolean> =>
  (await pool.query('select from passkey where "userId" = $1 limit 1', [uid])).rowCount === 1

export const hasSecondFactor = async (pool: pg.Pool, uid: string): Promise<boolean> => {
  const { hasApp, passkeys } = await describeSecondFactor(pool, uid)
  return hasApp || passkeys.length > 0
}

/** Removes a passkey, if it belongs to this account. */
export const removePasskey = async (
  pool: pg.Pool,
  { uid, id }: { uid: string; id: string },
): Promise<void> => {
  await pool.query('delete from passkey where id = $1 and "userId" = $2', [id, uid])
}

/** Removes all second factors of an account, for a user who has lost them, and ends its sessions. */
export const removeSecondFactor = (pool: pg.Pool, uid: string): Promise<Account | undefined> =>
  inTransaction(pool, async (client) => {
    const updated = await client.query<Account>(
      `update "user" set "twoFactorEnabled" = false, "updatedAt" = now() where id = $1 returning ${columns}`,
      [uid],
    )
    for (const table of ['"twoFactor"', 'passkey', 'session'])
      await client.query(`delete from ${table} where "userId" = $1`, [uid])
    return updated.rows[0]
  })

/**
 * Invites an address. If it was registered before but never verified, that registration loses its sessions,
 * passwords and links: otherwise a stranger who registered first would inherit the rights of the invited
 * person.
 */
export const invite = (pool: pg.Pool, { id, email }: { id: string; email: string }): Promise<Account> =>
  inTransaction(pool, async (client) => {
    await client.query(
      `insert into "user" (id, name, email, "emailVerified", disabled, "createdAt", "updatedAt")
       values ($1, '', $2, false, false, now(), now()) on conflict (email) do nothing`,
      [id, email],
    )
    // Serialises concurrent invitations and resets of one address.
    const result = await client.query<Account>(`select ${columns} from "user" where email = $1 for update`, [
      email,
    ])
    const account = result.rows[0]
    if (!account) throw new Error('the account was deleted during its invitation')
    if (!account.emailVerified) {
      await client.query('delete from session where "userId" = $1', [account.uid])
      await client.query('delete from account where "userId" = $1', [account.uid])
      await client.query('delete from verification where value = $1', [account.uid])
    }
    return account
  })

/** Lets the latest link of an account expire later than the library does. */
export const prolongLatestLink = async (pool: pg.Pool, uid: string, hours: number): Promise<void> => {
  await pool.query(
    `update verification set "expiresAt" = now() + make_interval(hours => $2)
     where id = (select id from verification where value = $1 order by "createdAt" desc limit 1)`,
    [uid, hours],
  )
}

/**
 * Confirms the address after a password reset, whose link came from the mailbox. Removes providers that a
 * stranger may have attached before, and the other open links; the library ends the sessions.
 */
export const confirmAddress = (pool: pg.Pool, uid: string): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(
      `delete from account using "user"
       where account."userId" = $1 and "user".id = $1 and not "user"."emailVerified"
         and account."providerId" <> 'credential'`,
      [uid],
    )
    await client.query('delete from verification where value = $1', [uid])
    await client.query(
      `update "user" set "emailVerified" = true, "updatedAt" = now() where id = $1 and not "emailVerified"`,
      [uid],
    )
  })

/**
 * Disabling ends every session. Tokens already issued stay valid for minutes, so the api checks the flag
 * itself.
 */
export const setDisabled = (pool: pg.Pool, uid: string, disabled: boolean): Promise<Account | undefined> =>
  inTransaction(pool, async (client) => {
    const updated = await client.query<Account>(
      `update "user" set disabled = $2, "updatedAt" = now() where id = $1 returning ${columns}`,
      [uid, disabled],
    )
    if (disabled) await client.query('delete from session where "userId" = $1', [uid])
    return updated.rows[0]
  })

/** Deletes an account with its sessions, passwords, second factors and open links. */
export const remove = (pool: pg.Pool, uid: string): Promise<Account | undefined> =>
  inTransaction(pool, async (client) => {
    const deleted = await client.query<Account>(`delete from "user" where id = $1 returning ${columns}`, [
      uid,
    ])
    const [account] = deleted.rows
    await client.query('delete from verification where value = $1 or strpos(identifier, $2) > 0', [
      uid,
      account?.email ?? uid,
    ])
    return account
  })

/** For demo accounts only; see development-routes.ts. */
export const putAccount = (
  pool: pg.Pool,
  account: { id: string; email: string; emailVerified: boolean; passwordHash: string },
): Promise<Account> =>
  inTransaction(pool, async (client) => {
    const result = await client.query<Account>(
      `insert into "user" (id, name, email, "emailVerified", disabled, "createdAt", "updatedAt")
       values ($1, '', $2, $3, false, now(), now())
       on conflict (email) do update set "emailVerified" = excluded."emailVerified", "updatedAt" = now()
       returning ${columns}`,
      [account.id, account.email, account.emailVerified],
    )
    const row = result.rows[0]
    if (!row) throw new Error('the account was not written')
    await client.query(`delete from account where "userId" = $1 and "providerId" = 'credential'`, [row.uid])
    await client.query(
      `insert into account (id, "userId", "accountId", "providerId", password, "createdAt", "updatedAt")
       values (gen_random_uuid()::text, $1, $1, 'credential', $2, now(), now())`,
      [row.uid, account.passwordHash],
    )
    return row
  })
