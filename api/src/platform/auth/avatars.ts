import type { AvatarChoice } from '@baseline/contract/storage/contract.ts'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { claimFile, releaseFile } from '../storage/stored-files.ts'

/** Selects a user's avatars in a query on users: `.select((eb) => avatarFiles(eb).as('avatars'))`. */
export const avatarFiles = (eb: ExpressionBuilder<Schema, 'users'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('files')
      .select(['files.id', 'files.name', 'files.key'])
      .whereRef('files.id', '=', 'users.avatar_id'),
  )

/** Sets or removes the avatar of a user. The caller must have uploaded the file to `folder`. spec §3 */
export const changeAvatar = async (
  tx: Db,
  change: { userId: string; choice: AvatarChoice; folder: string; uploadedBy: string; field: string },
): Promise<void> => {
  const { avatar_id: current } = await tx
    .selectFrom('users')
    .select('avatar_id')
    .where('id', '=', change.userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const chosenId = change.choice[0]?.id ?? null
  if (chosenId === current) return
  if (chosenId !== null) await claimFile(tx, chosenId, change)
  // A user has one avatar: the chosen file replaces a link from an import.
  const columns = { avatar_id: chosenId, ...(chosenId !== null && { avatar_links: '[]' }) }
  await tx.updateTable('users').set(columns).where('id', '=', change.userId).execute()
  if (current !== null) await releaseFile(tx, current)
}
