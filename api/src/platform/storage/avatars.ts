import { AppError } from '@baseline/contract/errors.ts'
import type { Avatar, AvatarChoice } from '@baseline/contract/storage/contract.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Db } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { limits } from '../limits.ts'
import type { FileStorage } from './storage.ts'

export interface AvatarFile {
  id: string
  name: string
  key: string
}

/** Selects a user's avatars in a query on users: `.select((eb) => avatarFiles(eb).as('avatars'))`. */
export const avatarFiles = (eb: ExpressionBuilder<Schema, 'users'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('files')
      .select(['files.id', 'files.name', 'files.key'])
      .whereRef('files.id', '=', 'users.avatar_id'),
  )

/** Adds signed download URLs; clients never see a storage key. */
export const presentAvatars = (storage: FileStorage, files: readonly AvatarFile[]): Promise<Avatar[]> =>
  Promise.all(
    files.map(async ({ id, name, key }) => ({ id, name, publicUrl: await storage.downloadUrl(key, name) })),
  )

/** Returns the fields of avatars for the audit log. */
export const avatarsForAudit = (files: readonly AvatarFile[]): { id: string; name: string }[] =>
  files.map(({ id, name }) => ({ id, name }))

/**
 * Sets or removes a user's avatar. The caller must have uploaded the file to `folder`, and it must be unused
 * and not yet due for purging. The purge job removes the previous avatar. spec §3
 */
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
  if (chosenId !== null) await markUsed(tx, chosenId, change)
  // A user has one avatar: the chosen file replaces a link from an import.
  const columns = { avatar_id: chosenId, ...(chosenId !== null && { avatar_links: '[]' }) }
  await tx.updateTable('users').set(columns).where('id', '=', change.userId).execute()
  if (current !== null)
    await tx
      .updateTable('files')
      .set({ unused_since: sql<Date>`now()` })
      .where('id', '=', current)
      .execute()
}

const markUsed = async (
  tx: Db,
  fileId: string,
  { folder, uploadedBy, field }: { folder: string; uploadedBy: string; field: string },
): Promise<void> => {
  const file = await tx
    .updateTable('files')
    .set({ unused_since: null })
    .where('id', '=', fileId)
    .where('folder', '=', folder)
    .where('created_by', '=', uploadedBy)
    .where('unused_since', '>', sql<Date>`now() - make_interval(hours => ${limits.files.unusedHours})`)
    .returning('id')
    .executeTakeFirst()
  if (file) return
  const problem: FieldProblem = { path: field, key: 'validation.mixed.default', params: {} }
  throw new AppError('errors.invalid', { problems: [problem] })
}
