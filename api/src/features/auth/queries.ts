import type { CurrentUser, Profile } from '@baseline/contract/auth/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'
import { sql } from 'kysely'

import type { Actor } from '#platform/auth/actor.ts'
import { avatarFiles, changeAvatar } from '#platform/auth/avatars.ts'
import type { Membership, Scope } from '#platform/auth/scope.ts'
import type { Db } from '#platform/database/database.ts'
import type { FileStorage } from '#platform/storage/storage.ts'
import { filesForAudit, presentFiles } from '#platform/storage/stored-files.ts'

const profileOf = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'full_name as fullName',
      'phone_number as phoneNumber',
      'version',
    ])
    .select((eb) => avatarFiles(eb).as('avatars'))
    .where('id', '=', userId)

const emptyProfile = {
  fullName: null,
  firstName: null,
  lastName: null,
  phoneNumber: null,
  avatars: [],
  version: 0,
}

/** Returns the signed-in user; without profile data until the address is verified. spec §3 */
export const loadCurrentUser = async (
  { db, storage }: { db: Db; storage: FileStorage },
  { userId, identity, roles, memberships, secondFactorDueAt }: Actor,
  scope: Scope,
): Promise<CurrentUser> => {
  const stored =
    userId !== undefined && identity.emailVerified
      ? await profileOf(db, userId).executeTakeFirst()
      : undefined
  const profile = stored ?? emptyProfile
  return {
    id: userId ?? identity.uid,
    email: identity.email,
    ...profile,
    roles: [...roles],
    avatars: await presentFiles(storage, profile.avatars),
    emailVerified: identity.emailVerified,
    secondFactor: { isSet: identity.hasSecondFactor, dueAt: secondFactorDueAt?.toISOString() ?? null },
    access: scope === 'all' ? [] : await describeAccess(db, memberships),
  }
}

/** Names the surveys of the memberships. */
const describeAccess = async (db: Db, memberships: readonly Membership[]): Promise<CurrentUser['access']> => {
  const ids = memberships.flatMap(({ surveyId }) => surveyId ?? [])
  const surveys = await db
    .selectFrom('surveys')
    .select(['id', 'label'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const labels = new Map(surveys.map(({ id, label }) => [id, label]))
  return memberships.map(({ surveyId, districts, ownTeam }) => ({
    survey: surveyId === null ? null : (labels.get(surveyId) ?? ''),
    districts: districts && [...districts],
    ownTeam,
  }))
}

/** Locks the profile until the end of the transaction. */
export const lockProfile = async (tx: Db, userId: string): Promise<void> => {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
}

const readForAudit = async (db: Db, userId: string) => {
  const { version: _version, avatars, ...profile } = await profileOf(db, userId).executeTakeFirstOrThrow()
  return { ...profile, avatars: filesForAudit(avatars) }
}

/** Changes the profile; returns the values before and after. */
export const saveProfile = async (db: Db, userId: string, profile: Profile) => {
  const before = await readForAudit(db, userId)
  if (profile.avatars)
    await changeAvatar(db, {
      userId,
      choice: profile.avatars,
      folder: avatarFolders.profile(userId),
      uploadedBy: userId,
      field: 'profile.avatars',
    })
  await db
    .updateTable('users')
    .set({
      first_name: profile.firstName ?? null,
      last_name: profile.lastName ?? null,
      phone_number: profile.phoneNumber ?? null,
    })
    .where('id', '=', userId)
    .execute()
  return { before, after: await readForAudit(db, userId) }
}

export const incrementVersion = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('users')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', userId)
    .execute()
}
