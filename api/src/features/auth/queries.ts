import type { CurrentUser, Profile } from '@baseline/contract/auth/contract.ts'
import { avatarFolders } from '@baseline/contract/storage/folders.ts'

import type { Actor } from '#platform/auth/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { avatarFiles, avatarsForAudit, changeAvatar, presentAvatars } from '#platform/storage/avatars.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

const profileOf = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'full_name as fullName',
      'phone_number as phoneNumber',
    ])
    .select((eb) => avatarFiles(eb).as('avatars'))
    .where('id', '=', userId)

/** The person signed in; without a name as long as nobody has shown that the address is theirs. spec §3 */
export const currentUser = async (
  { db, storage }: { db: Db; storage: FileStorage },
  { userId, identity, roles }: Actor,
): Promise<CurrentUser> => {
  const known =
    userId !== undefined && identity.emailVerified
      ? await profileOf(db, userId).executeTakeFirst()
      : undefined
  return {
    id: userId ?? identity.uid,
    email: identity.email,
    fullName: known?.fullName ?? null,
    firstName: known?.firstName ?? null,
    lastName: known?.lastName ?? null,
    phoneNumber: known?.phoneNumber ?? null,
    roles: [...roles],
    avatars: await presentAvatars(storage, known?.avatars ?? []),
    emailVerified: identity.emailVerified,
  }
}

/** Changes the profile and tells how it was and is. */
export const saveProfile = async (db: Db, userId: string, profile: Profile) => {
  const before = await profileOf(db, userId).forUpdate().executeTakeFirstOrThrow()
  if (profile.avatars)
    await changeAvatar(db, {
      userId,
      chosen: profile.avatars,
      folder: avatarFolders.profile(userId),
      uploadedBy: userId,
      field: 'profile.avatars',
    })
  await db
    .updateTable('users')
    .set((eb) => ({
      first_name: profile.firstName ?? null,
      last_name: profile.lastName ?? null,
      phone_number: profile.phoneNumber ?? null,
      version: eb('version', '+', 1),
      updated_at: new Date(),
    }))
    .where('id', '=', userId)
    .execute()
  const after = await profileOf(db, userId).executeTakeFirstOrThrow()
  return {
    before: { ...before, avatars: avatarsForAudit(before.avatars) },
    after: { ...after, avatars: avatarsForAudit(after.avatars) },
  }
}
