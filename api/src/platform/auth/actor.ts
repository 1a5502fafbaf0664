import { AppError } from '@baseline/contract/errors.ts'
import type { Access } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import type { Role } from '@baseline/contract/permissions.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { audit } from '../audit.ts'
import { compiledOnce, prepared } from '../database/database.ts'
import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { limits } from '../limits.ts'
import { createSharedReads } from '../shared-reads.ts'
import { ownerWithoutRoles, selectScopeOwner, toScopeOwner } from './memberships.ts'
import type { ScopeOwnerRow } from './memberships.ts'
import type { ScopeOwner } from './scope.ts'
import type { Identity } from './verify-token.ts'

/** The caller of a request, as stored in the database at that moment. */
export interface Actor {
  /** Undefined while the account is not linked to a user record. */
  userId: string | undefined
  identity: Identity
  roles: readonly Role[]
  memberships: ScopeOwner['memberships']
  userDetailsId: ScopeOwner['userDetailsId']
  team: ScopeOwner['team']
  /** The end of the time to set up a second factor; undefined if none is needed. */
  secondFactorDueAt: Date | undefined
}

type UserRow = Pick<
  Selectable<Schema['users']>,
  'id' | 'authentication_uid' | 'disabled' | 'last_sign_in_at' | 'second_factor_asked_at'
> &
  ScopeOwnerRow

const selectByUids = compiledOnce<UserRow, { uids: readonly string[] }>((db, { uids }) =>
  db
    .selectFrom('users')
    .modifyFront(prepared)
    .select([
      'users.id',
      'users.authentication_uid',
      'users.disabled',
      'users.last_sign_in_at',
      'users.second_factor_asked_at',
    ])
    .select(selectScopeOwner)
    .where(sql<boolean>`authentication_uid = any(${uids}::text[])`),
)

/** Returns a function that reads the user of an account. Calls that wait share one query. */
export const createUserReader = (db: Db) =>
  createSharedReads<UserRow>(limits.userReads, async (uids) => {
    const users = await selectByUids(db, { uids })
    return new Map(users.map((user) => [user.authentication_uid ?? '', user]))
  })
export type ReadUser = ReturnType<typeof createUserReader>

/**
 * Links a verified account to its user record on the first call, or creates the record. An unverified account
 * gets neither: a stranger who registers with an invited manager's email would become a manager, and anyone
 * could fill the list of users.
 */
const linkOrCreate = (db: Db, { uid, email }: Identity): Promise<void> =>
  inTransaction(db, async (tx) => {
    const linked = await tx
      .updateTable('users')
      .set((eb) => ({ authentication_uid: uid, version: eb('version', '+', 1), updated_at: new Date() }))
      .where('email', '=', email)
      .where('authentication_uid', 'is', null)
      .returning('id')
      .executeTakeFirst()
    const created = linked
      ? undefined
      : await tx
          .insertInto('users')
          .values({ email, authentication_uid: uid })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
    const user = linked ?? created
    // The record belongs to another account, or a concurrent call was first.
    if (!user) return
    await audit(
      { db: tx, author: { id: user.id, email } },
      linked
        ? {
            entity: 'user',
            id: user.id,
            action: 'update',
            before: { authenticationUid: null },
            after: { authenticationUid: uid },
          }
        : { entity: 'user', id: user.id, action: 'create', after: { email, authenticationUid: uid } },
    )
  })

/**
 * Stores the start of a session on its first call: one write per session. `skip locked` avoids waiting for a
 * concurrent change of the same user; the next call stores it then.
 */
const recordSignIn = async (db: Db, user: UserRow, signedInAt: Date | undefined): Promise<void> => {
  if (!signedInAt || (user.last_sign_in_at !== null && user.last_sign_in_at >= signedInAt)) return
  await sql`
    update users set last_sign_in_at = ${signedInAt} where id = (
      select id from users where id = ${user.id} and (last_sign_in_at is null or last_sign_in_at < ${signedInAt})
      for update skip locked)`.execute(db)
}

/** Days that users have to set up a second factor. */
const secondFactorGraceDays = 14

/** Returns until when the user must set up a second factor. The first call stores that the user was asked. */
const loadSecondFactorDueAt = async (db: Db, user: UserRow): Promise<Date> => {
  const askedAt = user.second_factor_asked_at ?? new Date()
  if (user.second_factor_asked_at === null)
    await db
      .updateTable('users')
      .set({ second_factor_asked_at: askedAt })
      .where('id', '=', user.id)
      .where('second_factor_asked_at', 'is', null)
      .execute()
  return new Date(askedAt.getTime() + secondFactorGraceDays * 24 * 3600_000)
}

interface ActorSource {
  db: Db
  readUser: ReadUser
  secondFactorRoles: readonly Role[]
}

/** Reads the user on every request, so that disabling and revoking apply from the next call. spec §6 */
export const loadActor = async (
  { db, readUser, secondFactorRoles }: ActorSource,
  identity: Identity,
): Promise<Actor> => {
  let user = await readUser(identity.uid)
  if (!user && identity.emailVerified) {
    await linkOrCreate(db, identity)
    user = await readUser(identity.uid)
  }
  if (user?.disabled) throw new AppError('auth/user-disabled')
  if (user) await recordSignIn(db, user, identity.signedInAt)
  // An unverified address grants no roles.
  const owner = identity.emailVerified && user ? toScopeOwner(user) : ownerWithoutRoles
  const needsSecondFactor =
    !identity.hasSecondFactor && owner.roles.some((role) => secondFactorRoles.includes(role))
  return {
    userId: user?.id,
    identity,
    ...owner,
    secondFactorDueAt: user && needsSecondFactor ? await loadSecondFactorDueAt(db, user) : undefined,
  }
}

/** Throws unless the actor has this access. spec §6 */
export const requireAccess = (actor: Actor, access: Exclude<Access, 'anyone'>): void => {
  if (access === 'signedIn') return
  const isMember = actor.identity.emailVerified && actor.roles.length > 0
  if (!isMember || (access !== 'member' && !can(actor, access))) throw new AppError('errors.forbidden')
  if (actor.secondFactorDueAt && actor.secondFactorDueAt <= new Date())
    throw new AppError('auth.secondFactor.overdue')
}
